#include "core/domain/digits.hpp"

#include <algorithm>

namespace gpusel {

std::string grouped(std::string number, std::size_t from) {
  const std::size_t whole = std::min(number.find('.'), number.size());
  if (whole < from || number.find_first_not_of("0123456789.") != std::string::npos) return number;
  for (std::size_t at = whole; at > 3; number.insert(at, ",")) at -= 3;
  return number;
}

}  // namespace gpusel
