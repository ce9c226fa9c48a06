// Reading what a person types into a number field.
#include <array>
#include <cmath>

#include "ui/view/format.hpp"
#include "ui/view/text_width.hpp"

namespace gpusel::view {

namespace {

// Full-width forms to ASCII; spaces, group commas and the dollar sign dropped; letters as they are.
std::string plain(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t start = at;
    char32_t c = next_code_point(text, at);
    if (c >= 0xff01 && c <= 0xff5e) c -= 0xfee0;
    if (c == ' ' || c == '\t' || c == ',' || c == '$' || c == 0x3000 || c == 0xa0 || c == 0xff04) continue;
    if (c == 0x2212) c = '-';
    if (c < 0x80)
      out += static_cast<char>(c);
    else
      out += text.substr(start, at - start);
  }
  return out;
}

// Decimal digits with one point, and an exponent; the rest is left in `text`.
std::optional<double> take_number(std::string_view& text) {
  std::size_t i = 0;
  double mantissa = 0, scale = 1;
  bool digits = false, point = false;
  const bool negative = !text.empty() && text[0] == '-';
  if (negative || (!text.empty() && text[0] == '+')) i = 1;
  for (; i < text.size() && (std::isdigit(static_cast<unsigned char>(text[i])) || (text[i] == '.' && !point)); ++i) {
    if (text[i] == '.') {
      point = true;
      continue;
    }
    digits = true;
    mantissa = mantissa * 10 + (text[i] - '0');
    if (point) scale *= 10;
  }
  if (!digits) return std::nullopt;
  double x = mantissa / scale;
  if (i + 1 < text.size() && (text[i] == 'e' || text[i] == 'E')) {
    std::size_t j = i + 1;
    const bool minus = text[j] == '-';
    if (minus || text[j] == '+') ++j;
    int exponent = 0;
    const std::size_t first = j;
    for (; j < text.size() && std::isdigit(static_cast<unsigned char>(text[j])) && exponent < 400; ++j)
      exponent = exponent * 10 + (text[j] - '0');
    if (j > first) x *= std::pow(10.0, minus ? -exponent : exponent), i = j;
  }
  text.remove_prefix(i);
  return negative ? -x : x;
}

struct Suffix {
  std::string_view text;
  double factor;
  bool unit;
};
constexpr std::array<Suffix, 37> kSuffixes{{
    {"k", 1e3, false},
    {"K", 1e3, false},
    {"M", 1e6, false},
    {"G", 1e9, false},
    {"B", 1e9, false},
    {"b", 1e9, false},
    {"T", 1e12, false},
    {"千", 1e3, false},
    {"万", 1e4, false},
    {"百万", 1e6, false},
    {"亿", 1e8, false},
    {"万亿", 1e12, false},
    {"ms", 1e-3, true},
    {"毫秒", 1e-3, true},
    {"s", 1, true},
    {"秒", 1, true},
    {"min", 60, true},
    {"分", 60, true},
    {"分钟", 60, true},
    {"h", 3600, true},
    {"小时", 3600, true},
    {"d", 86400, true},
    {"day", 86400, true},
    {"days", 86400, true},
    {"天", 86400, true},
    {"months", 2629800, true},
    {"个月", 2629800, true},
    {"y", 31557600, true},
    {"years", 31557600, true},
    {"年", 31557600, true},
    {"%", 0.01, true},
    {"GiB", 1073741824.0, true},
    {"MiB", 1048576.0, true},
    {"TiB", 1099511627776.0, true},
    {"GB/s", 1e9, true},
    {"TB/s", 1e12, true},
    {"Gbit/s", 1.25e8, true},
}};

}  // namespace

std::optional<Typed> parse_typed(std::string_view text, bool binary) {
  const std::string kept = plain(text);
  std::string_view rest = kept;
  const std::optional<double> first = take_number(rest);
  if (!first) return std::nullopt;
  if (!rest.empty() && rest[0] == '^') {
    rest.remove_prefix(1);
    const std::optional<double> power = take_number(rest);
    if (!power || !rest.empty()) return std::nullopt;
    const double x = std::pow(*first, *power);
    if (!std::isfinite(x)) return std::nullopt;
    return Typed{x, false};
  }
  if (rest.empty()) return std::isfinite(*first) ? std::optional(Typed{*first, false}) : std::nullopt;
  if (rest == "tok" || rest == "token" || rest == "tokens" || rest == "W") return Typed{*first, false};
  for (const Suffix& s : kSuffixes) {
    if (s.text != rest) continue;
    const double factor = binary && s.factor == 1e3 && !s.unit ? 1024 : s.factor;
    return Typed{*first * factor, s.unit};
  }
  return std::nullopt;
}

}  // namespace gpusel::view
