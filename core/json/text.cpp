#include "core/json/text.hpp"

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace gpusel {
namespace {

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

// A decimal comma can only come from a host program that set a locale; JSON has points.
std::string printed(const char* format, double x) {
  std::array<char, 40> buffer{};
  std::snprintf(buffer.data(), buffer.size(), format, x);
  std::string text = buffer.data();
  for (char& c : text)
    if (c == ',') c = '.';
  return text;
}

}  // namespace

std::size_t utf8_sequence(std::string_view text) {
  if (text.empty()) return 0;
  const auto first = static_cast<unsigned char>(text[0]);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if (!is_continuation(text[i])) return 0;
  const auto second = static_cast<unsigned char>(text[1]);
  const bool overlong = (first == 0xE0 && second < 0xA0) || (first == 0xF0 && second < 0x90);
  const bool surrogate = first == 0xED && second > 0x9F;
  const bool too_high = first == 0xF4 && second > 0x8F;
  return overlong || surrogate || too_high ? 0 : length;
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = utf8_sequence(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

std::string number_text(double x) {
  if (x == 0) return "0";
  if (std::floor(x) == x && std::fabs(x) < 9007199254740992.0) return printed("%.0f", x);
  for (const char* format : {"%.9g", "%.12g", "%.15g", "%.16g"}) {
    std::string text = printed(format, x);
    if (std::strtod(text.c_str(), nullptr) == x) return text;
  }
  return printed("%.17g", x);
}

double round_9(double x) {
  if (!std::isfinite(x) || x == 0) return x;
  return std::strtod(printed("%.9g", x).c_str(), nullptr);
}

std::optional<double> parse_number(std::string_view text) {
  const std::string copy(text);
  if (copy.empty() || copy.find_first_not_of("0123456789+-.eE") != std::string::npos) return std::nullopt;
  char* end = nullptr;
  const double x = std::strtod(copy.c_str(), &end);
  if (end != copy.c_str() + copy.size() || !std::isfinite(x)) return std::nullopt;
  return x;
}

std::string pointer_token(std::string_view key) {
  std::string out;
  for (char c : key) {
    if (c == '~')
      out += "~0";
    else if (c == '/')
      out += "~1";
    else
      out += c;
  }
  return out;
}

std::string pointer_of(std::string_view path) {
  if (path.empty()) return "";
  std::string out = "/";
  for (char c : path) out += c == '.' ? '/' : c;
  return out;
}

}  // namespace gpusel
