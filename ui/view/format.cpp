#include "ui/view/format.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace gpusel::view {

namespace {

double power10(int n) {
  double p = 1;
  for (int i = 0; i < n; ++i) p *= 10;
  return p;
}

// Digits of a whole number with its groups; Chinese text leaves up to 4 digits alone.
std::string grouped(std::uint64_t n, Lang lang) {
  std::string digits = std::to_string(n);
  if (digits.size() <= (lang == Lang::zh ? 4u : 3u)) return digits;
  for (std::size_t at = digits.size() - 3;; at -= 3) {
    digits.insert(at, ",");
    if (at <= 3) break;
  }
  return digits;
}

std::string trimmed(std::string s) {
  if (s.find('.') == std::string::npos) return s;
  while (s.back() == '0') s.pop_back();
  if (s.back() == '.') s.pop_back();
  return s;
}

}  // namespace

std::string fixed(double x, int decimals, Lang lang) {
  if (!std::isfinite(x)) return std::string(kDash);
  while (decimals > 0 && std::fabs(x) * power10(decimals) > 9e15) --decimals;
  if (std::fabs(x) > 9e18) return std::string(x < 0 ? kMinus : "") + "9e18";
  const double scale = power10(decimals);
  const auto whole = static_cast<std::uint64_t>(std::floor(std::fabs(x) * scale + 0.5));
  const auto unit = static_cast<std::uint64_t>(scale);
  std::string text = grouped(whole / unit, lang);
  if (decimals > 0) {
    std::string fraction = std::to_string(whole % unit);
    text += "." + std::string(static_cast<std::size_t>(decimals) - fraction.size(), '0') + fraction;
  }
  return x < 0 && whole > 0 ? std::string(kMinus) + text : text;
}

int decimals_for(double x, int digits) {
  if (x == 0 || !std::isfinite(x)) return 0;
  return std::clamp(digits - 1 - static_cast<int>(std::floor(std::log10(std::fabs(x)) + 1e-9)), 0, 9);
}

double round_significant(double x, int digits) {
  if (x == 0 || !std::isfinite(x)) return x;
  const int exponent = static_cast<int>(std::floor(std::log10(std::fabs(x)) + 1e-9)) - digits + 1;
  if (exponent <= 0) return x;
  const double p = power10(exponent);
  return std::round(x / p) * p;
}

std::string significant(double x, int digits, Lang lang) {
  return fixed(round_significant(x, digits), decimals_for(x, digits), lang);
}

int separating_decimals(double low, double estimate, double high, int decimals) {
  for (int d = decimals; d < decimals + 4; ++d) {
    const std::string l = fixed(low, d, Lang::en), e = fixed(estimate, d, Lang::en), h = fixed(high, d, Lang::en);
    if ((l != e || low == estimate) && (e != h || estimate == high)) return d;
  }
  return decimals + 4;
}

TimeUnit time_unit(double s) {
  if (s < 1) return TimeUnit::ms;
  if (s < 120) return TimeUnit::s;
  if (s < 3600) return TimeUnit::min;
  if (s < 172800) return TimeUnit::h;
  return s < 10 * seconds_in(TimeUnit::years) ? TimeUnit::days : TimeUnit::years;
}

double seconds_in(TimeUnit unit) {
  constexpr std::array<double, 6> table{0.001, 1, 60, 3600, 86400, 31557600};
  return table[static_cast<std::size_t>(unit)];
}

std::string unit_name(TimeUnit unit, Lang lang) {
  constexpr std::array<const char*, 6> en{"ms", "s", "min", "h", "days", "years"},
      zh{"毫秒", "秒", "分", "小时", "天", "年"};
  return (lang == Lang::zh ? zh : en)[static_cast<std::size_t>(unit)];
}

std::string unit_symbol(TimeUnit unit, Lang lang) {
  return unit >= TimeUnit::days ? unit_name(unit, lang) : unit_name(unit, Lang::en);
}

int time_decimals(double in_unit) { return in_unit < 1 ? 2 : in_unit < 10 ? 1 : 0; }

TimeUnit column_unit(std::vector<double> seconds) {
  if (seconds.empty()) return TimeUnit::h;
  const auto middle = seconds.begin() + static_cast<std::ptrdiff_t>(seconds.size() / 2);
  std::nth_element(seconds.begin(), middle, seconds.end());
  return time_unit(*middle);
}

Shown memory(double bytes, Lang lang, int decimals) {
  const double gib_value = bytes / 1073741824.0;
  if (decimals < 0) {
    if (std::fabs(gib_value) < 1) return {fixed(bytes / 1048576.0, 0, lang), "MiB"};
    decimals = 1;
  }
  return {fixed(gib_value, decimals, lang), "GiB"};
}

std::string memory_text(double bytes, Lang lang) { return memory(bytes, lang, -1).joined(); }

Shown time(double seconds, Lang lang) {
  // 1 h to 2 days: hours and minutes, rounded to the minute first so that 60 minutes never appear.
  const double minutes = std::round(seconds / 60);
  if (minutes >= 60 && seconds < 172800) {
    const double hours = std::floor(minutes / 60), rest = minutes - hours * 60;
    if (rest == 0) return {fixed(hours, 0, lang), unit_name(TimeUnit::h, lang)};
    return {fixed(hours, 0, lang) + " " + unit_name(TimeUnit::h, lang) + " " + fixed(rest, 0, lang),
            unit_name(TimeUnit::min, lang)};
  }
  TimeUnit unit = time_unit(seconds);
  if (unit == TimeUnit::ms && lang == Lang::zh && seconds >= 0.1) unit = TimeUnit::s;
  const double x = seconds / seconds_in(unit);
  return {fixed(round_significant(x, 3), time_decimals(x), lang), unit_name(unit, lang)};
}

std::string time_text(double seconds, Lang lang) { return time(seconds, lang).joined(); }

std::string time_exact(double seconds, Lang lang) {
  TimeUnit unit = time_unit(seconds);
  if (unit == TimeUnit::h && seconds >= 86400 && std::fmod(seconds, 86400) == 0) unit = TimeUnit::days;
  if (unit == TimeUnit::years) unit = TimeUnit::days;
  const double x = seconds / seconds_in(unit);
  const bool one_day = unit == TimeUnit::days && x == 1 && lang == Lang::en;
  return trimmed(fixed(x, std::max(1, decimals_for(x, 4)), lang)) + " " + (one_day ? "day" : unit_name(unit, lang));
}

Shown rate(double tokens_per_second, Lang lang) {
  return {significant(tokens_per_second, 3, lang), lang == Lang::zh ? "token/s" : "tok/s"};
}

int money_decimals(double usd) {
  const double a = std::fabs(usd);
  if (a >= 99.995) return 0;
  return a >= 0.1 || a == 0 ? 2 : std::max(2, decimals_for(a, 2));
}

Scale count_scale(double n, Lang lang) {
  constexpr std::array<Scale, 3> en{{{1e12, "T"}, {1e9, "B"}, {1e6, "M"}}};
  constexpr std::array<Scale, 3> zh{{{1e12, "万亿"}, {1e8, "亿"}, {1e6, "万"}}};
  for (const Scale& step : lang == Lang::zh ? zh : en)
    if (n >= step.of * 0.9995) return {lang == Lang::zh && step.of == 1e6 ? 1e4 : step.of, step.name};
  return {};
}

std::string money(double usd, Lang lang) {
  const Scale scale = count_scale(std::fabs(usd), lang);
  const double amount = std::fabs(usd) / scale.of;
  const std::string digits =
      scale.name.empty() ? fixed(amount, money_decimals(usd), lang) : trimmed(significant(amount, 3, lang));
  const std::string name = scale.name.empty() ? "" : " " + std::string(scale.name);
  return (usd < 0 ? std::string(kMinus) : std::string()) + "$" + digits + name;
}

std::string count(double n, Lang lang) {
  const Scale scale = count_scale(n, lang);
  if (scale.name.empty()) return fixed(n, 0, lang);
  return trimmed(significant(n / scale.of, 3, lang)) + " " + std::string(scale.name);
}

std::string percent(double share, Lang lang) {
  const double p = share * 100;
  return fixed(p, std::fabs(p) < 9.95 && std::fabs(p - std::round(p)) > 0.05 ? 1 : 0, lang) + "%";
}

std::string scaled(double x, std::string_view unit, Lang lang) {
  constexpr std::array<const char*, 6> prefix{"", "k", "M", "G", "T", "P"};
  std::size_t i = 0;
  while (i + 1 < prefix.size() && std::fabs(x) >= 999.5) x /= 1000, ++i;
  return significant(x, 3, lang) + " " + prefix[i] + std::string(unit);
}

std::string difference(double ratio, std::string_view same, Lang lang) {
  if (std::fabs(ratio - 1) < 0.005) return std::string(same);
  if (ratio >= 3) return significant(ratio, 2, lang) + "x";
  const std::string p = fixed(std::fabs(ratio - 1) * 100, 0, lang) + "%";
  return ratio > 1 ? "+" + p : std::string(kMinus) + p;
}

std::string date(std::string_view iso, Lang lang) {
  constexpr std::array<const char*, 12> months{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                               "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  if (lang == Lang::zh || iso.size() < 7 || iso[4] != '-') return std::string(iso);
  const int month = (iso[5] - '0') * 10 + (iso[6] - '0');
  if (month < 1 || month > 12) return std::string(iso);
  std::string day;
  if (iso.size() >= 10) day = std::string(iso.substr(iso[8] == '0' ? 9 : 8, iso[8] == '0' ? 1 : 2)) + " ";
  return day + months[static_cast<std::size_t>(month - 1)] + " " + std::string(iso.substr(0, 4));
}

}  // namespace gpusel::view
