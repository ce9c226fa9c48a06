#include "core/memory/timeline.hpp"

#include <cmath>
#include <cstdio>

namespace gpusel {
namespace {

std::string join(std::initializer_list<double> numbers, std::string_view between) {
  std::string text;
  for (double x : numbers) {
    if (!text.empty()) text += between;
    text += formula_number(x);
  }
  return text;
}

}  // namespace

Why Ledger::why(std::string_view key) const {
  Why root{std::string(key), total().number(), WhyUnit::bytes, "", "", "", {}};
  for (std::size_t p = 0; p < names<Part>().size(); ++p) {
    const Part part = static_cast<Part>(p);
    if (parts_[part].value == 0) continue;
    Why group{"part." + std::string(to_string(part)), parts_[part].number(), WhyUnit::bytes, "", "", "", {}};
    for (const Booked& b : terms_)
      if (b.part == part) group.parts.push_back(b.why);
    root.parts.push_back(std::move(group));
  }
  return root;
}

std::string formula_number(double x) {
  char buffer[32];
  if (std::floor(x) == x && std::fabs(x) < 1e15)
    std::snprintf(buffer, sizeof buffer, "%lld", static_cast<long long>(x));
  else
    std::snprintf(buffer, sizeof buffer, "%.6g", x);
  for (char& c : buffer)
    if (c == ',') c = '.';  // a host program may have set another locale
  return buffer;
}

std::string formula_product(std::initializer_list<double> factors) { return join(factors, " * "); }
std::string formula_sum(std::initializer_list<double> terms) { return join(terms, " + "); }

}  // namespace gpusel
