#include "core/cli/format.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace gpusel::cli {
namespace {

struct Scale {
  double unit;
  std::string_view name;
};
constexpr std::array<Scale, 5> time_scales{{{1e-3, "ms"}, {1, "s"}, {60, "min"}, {3600, "h"}, {86400, "days"}}};

int decimals_for(double x, int digits) {
  if (x == 0 || !std::isfinite(x)) return 0;
  const int whole = static_cast<int>(std::floor(std::log10(std::fabs(x)))) + 1;
  return std::clamp(digits - whole, 0, 9);
}

// Zeros instead of digits that mean nothing: 2643 -> 2640.
double significant_value(double x, int digits) {
  if (x == 0 || !std::isfinite(x)) return x;
  const int whole = static_cast<int>(std::floor(std::log10(std::fabs(x)))) + 1;
  if (whole <= digits) return x;
  const double unit = std::pow(10.0, whole - digits);
  return std::round(x / unit) * unit;
}

Scale time_scale(double seconds) {
  Scale best = time_scales[0];
  for (const Scale& s : time_scales)
    if (seconds >= s.unit * (s.unit > 1 ? 2 : 1)) best = s;
  return best;
}

// Two hours and six minutes; above a day the days with one decimal are enough.
std::string long_time(double seconds) {
  const auto minutes = static_cast<long long>(std::llround(seconds / 60));
  if (minutes >= 48 * 60) return significant(seconds / 86400) + " days";
  if (minutes < 60) return std::to_string(minutes) + " min";
  return std::to_string(minutes / 60) + " h" + (minutes % 60 ? " " + std::to_string(minutes % 60) + " min" : "");
}

// As many decimals as keep low, estimate and high apart, at most three more.
int separating(double low, double estimate, double high, int decimals) {
  for (int d = decimals; d < decimals + 3; ++d)
    if ((low == estimate || fixed(low, d) != fixed(estimate, d)) &&
        (high == estimate || fixed(high, d) != fixed(estimate, d)))
      return d;
  return decimals + 3;
}

Figure unknown() { return {std::string(kDash), "not known"}; }

}  // namespace

std::string fixed(double x, int decimals) {
  if (!std::isfinite(x)) return std::string(kDash);
  std::array<char, 400> buffer{};
  std::snprintf(buffer.data(), buffer.size(), "%.*f", decimals, std::fabs(x));
  std::string text = buffer.data();
  std::replace(text.begin(), text.end(), ',', '.');
  const std::size_t point = std::min(text.find('.'), text.size());
  for (std::size_t i = point; i > 3; i -= 3) text.insert(i - 3, ",");
  const bool zero = text.find_first_not_of("0.,") == std::string::npos;
  return (x < 0 && !zero ? "\u2212" : "") + text;
}

std::string significant(double x, int digits) { return fixed(significant_value(x, digits), decimals_for(x, digits)); }

std::string gib_text(double bytes) {
  const bool small = std::fabs(bytes) < 1073741824.0 && bytes != 0;
  if (small) return significant(bytes / 1048576.0) + " MiB";
  return fixed(bytes / 1073741824.0, 1) + " GiB";
}

std::string usd_text(double usd) {
  if (usd > 0 && usd < 0.1) return "$" + significant(usd, 2);
  return "$" + fixed(usd, std::fabs(usd) < 100 ? 2 : 0);
}

std::string time_text(double seconds) {
  if (!std::isfinite(seconds)) return std::string(kDash);
  if (seconds >= 120) return long_time(seconds);
  const Scale s = time_scale(seconds);
  return significant(seconds / s.unit) + " " + std::string(s.name);
}

std::string count_text(double n) {
  for (const Scale& s : {Scale{1e12, " T"}, Scale{1e9, " B"}, Scale{1e6, " M"}})
    if (std::fabs(n) >= s.unit) return significant(n / s.unit) + std::string(s.name);
  return fixed(n, 0);
}

std::string percent_text(double share) { return significant(share * 100, 2) + "%"; }

Figure figure(double estimate, double low, double high, std::string_view unit) {
  if (!std::isfinite(estimate)) return unknown();
  const int d = separating(significant_value(low, 3), significant_value(estimate, 3), significant_value(high, 3),
                           decimals_for(estimate, 3));
  const auto text = [&](double x) {
    return fixed(significant_value(x, std::max(3, 3 + d - decimals_for(estimate, 3))), d);
  };
  const std::string after = unit.empty() ? "" : " " + std::string(unit);
  return {text(estimate) + after, "90%: " + text(low) + std::string(kDash) + text(high) + after};
}

Figure bytes_figure(const Quantity<Bytes>& q) {
  const bool small = q.estimate.value < 1073741824 && q.estimate.value != 0;
  const double unit = small ? 1048576.0 : 1073741824.0;
  const double low = q.low.number() / unit, estimate = q.estimate.number() / unit, high = q.high.number() / unit;
  const int d = separating(low, estimate, high, small ? 0 : 1);
  const std::string name = small ? " MiB" : " GiB";
  return {fixed(estimate, d) + name, "90%: " + fixed(low, d) + std::string(kDash) + fixed(high, d) + name};
}

Figure time_figure(double estimate, double low, double high) {
  if (!std::isfinite(estimate)) return unknown();
  const Scale s = time_scale(estimate);
  Figure f = figure(estimate / s.unit, low / s.unit, high / s.unit, s.name);
  f.value = time_text(estimate);
  return f;
}

Figure usd_figure(double estimate, double low, double high) {
  if (!std::isfinite(estimate)) return unknown();
  const int d = separating(low, estimate, high, estimate >= 100 ? 0 : estimate >= 0.1 || estimate == 0 ? 2 : 4);
  return {"$" + fixed(estimate, d), "90%: $" + fixed(low, d) + std::string(kDash) + fixed(high, d)};
}

std::size_t width(std::string_view text) {
  std::size_t columns = 0;
  for (char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte & 0xC0U) == 0x80U) continue;
    columns += byte >= 0xE3 && byte < 0xF0 ? 2 : 1;
  }
  return columns;
}

std::string padded(std::string text, std::size_t columns) {
  const std::size_t w = width(text);
  if (w < columns) text.append(columns - w, ' ');
  return text;
}

std::string right(std::string text, std::size_t columns) {
  const std::size_t w = width(text);
  return w < columns ? std::string(columns - w, ' ') + text : text;
}

Table::Table(std::vector<std::string> head, std::vector<bool> to_the_right) : right_(std::move(to_the_right)) {
  rows_.push_back(std::move(head));
}

std::string Table::text(std::string_view indent) const {
  std::vector<std::size_t> widths(rows_[0].size(), 0);
  for (const auto& row : rows_)
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width(row[i]));
  std::string out;
  for (const auto& row : rows_) {
    std::string line(indent);
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (i > 0) line += "  ";
      line += right_[i] ? right(row[i], widths[i]) : padded(row[i], widths[i]);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    if (line.size() > indent.size() || &row != &rows_[0]) out += line + "\n";
  }
  return out;
}

}  // namespace gpusel::cli
