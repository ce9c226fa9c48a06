// How a number is written for a person (design section 6): digits, grouping, units and intervals, in English and
// Chinese. Intervals keep low < estimate < high apart after rounding (a digit is added until they differ). Digits are
// written by hand, so no locale can change a byte. Memory is GiB (2^30); tok/s has 3 significant digits; money is US
// dollars in both languages.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/domain/quantity.hpp"

namespace gpusel::view {

enum class Lang { en, zh };

inline constexpr std::string_view kMinus = "\u2212";
inline constexpr std::string_view kDash = "\u2013";  // unknown; ranges
inline constexpr std::string_view kTimes = "\u00d7";
inline constexpr std::string_view kDot = " \u00b7 ";
// Above this ratio of high to low an estimate is called rough and gets 2 digits.
inline constexpr double kRough = 1.6;

// 2640.4, 0 -> "2,640"; zh groups from 5 digits on; negative with U+2212.
std::string fixed(double x, int decimals, Lang lang);
// Decimals that leave `digits` significant ones (never negative).
int decimals_for(double x, int digits);
// 3 significant digits, zeros instead of false ones: 2643 -> "2,640".
std::string significant(double x, int digits, Lang lang);
double round_significant(double x, int digits);
// The fewest decimals >= `decimals` that write low, estimate and high differently wherever they differ (at most 4
// more).
int separating_decimals(double low, double estimate, double high, int decimals);

struct Shown {  // a number beside its unit, set in two sizes
  std::string value, unit;
  std::string joined() const { return unit.empty() ? value : value + " " + unit; }
};
struct ShownRange {  // a figure: the number, and its interval in the interval's own unit (written once, after `high`)
  std::string value, unit, low, high, range_unit;
  bool rough = false;
};

enum class TimeUnit { ms, s, min, h, days, years };
TimeUnit time_unit(double seconds);
double seconds_in(TimeUnit unit);
std::string unit_name(TimeUnit unit, Lang lang);    // zh: 毫秒, 秒, 分, 小时, 天, 年
std::string unit_symbol(TimeUnit unit, Lang lang);  // in table heads: ms, s, min, h; zh: 天, 年
int time_decimals(double in_unit);                  // 0.79, 2.1, 25
TimeUnit column_unit(std::vector<double> seconds);  // of a whole column, by its median

Shown memory(double bytes, Lang lang, int decimals = 1);  // "20.5" "GiB"; MiB below 1 GiB when decimals < 0
std::string memory_text(double bytes, Lang lang);         // alone in a sentence: "549 MiB", "20.5 GiB"
Shown time(double seconds, Lang lang);                    // "2 h 6" "min"
std::string time_text(double seconds, Lang lang);
std::string time_exact(double seconds, Lang lang);  // a limit someone set: "1 s", "50 ms", "30 days"
Shown rate(double tokens_per_second, Lang lang);    // "2,640" "tok/s"
std::string money(double usd, Lang lang);           // "$1.14", "$1,999", "$6.92 M", "$692 万"
int money_decimals(double usd);
// From a million on a sum is counted in M, B or T (zh: 万, 亿, 万亿): what is counted, and its name ("" below).
struct Scale {
  double of = 1;
  std::string_view name;
};
Scale count_scale(double n, Lang lang);
std::string count(double n, Lang lang);        // "2,048", "8.03 B", "80.3 亿"
std::string percent(double share, Lang lang);  // 0.58 -> "58%"
std::string scaled(double x, std::string_view unit,
                   Lang lang);  // 209e12, "FLOP/s" -> "209 TFLOP/s"; GB/s and TB/s likewise
// "+44%", "−18%", "same" (by `same`), "3.2x"; ratio = value / baseline.
std::string difference(double ratio, std::string_view same, Lang lang);
std::string date(std::string_view iso, Lang lang);  // "28 Nov 2026"; zh keeps "2026-11-28"

ShownRange memory_range(const Quantity<Bytes>& q, Lang lang);
ShownRange time_range(const Quantity<Seconds>& q, Lang lang);
ShownRange rate_range(const Quantity<TokensPerSecond>& q, Lang lang);
ShownRange money_range(double estimate, double low, double high, Lang lang);
ShownRange plain_range(double estimate, double low, double high, std::string_view unit, Lang lang);

// What a person types: "8k" (1024s where `binary`), "20M", "2^14", "1,024", full-width digits, "2000 万", "50 ms", "30
// days", "$2,000", "90%". Times come out in seconds, percentages as shares. Nothing where it is no number. `has_unit`
// tells that a time or % was named.
struct Typed {
  double number = 0;
  bool has_unit = false;
};
std::optional<Typed> parse_typed(std::string_view text, bool binary = false);

}  // namespace gpusel::view
