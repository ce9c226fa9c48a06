#include "core/domain/why_number.hpp"

#include <cstdio>

namespace gpusel {

std::string why_number(double x) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4g", x);
  return text;
}

}  // namespace gpusel
