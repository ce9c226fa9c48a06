// Estimates with their 90 % interval: one precision and one unit for the interval, digits added where rounding would
// make ends meet.
#include <algorithm>
#include <array>
#include <cmath>

#include "ui/view/format.hpp"

namespace gpusel::view {

namespace {

bool is_rough(double low, double high) { return low > 0 ? high / low > kRough : high > 0; }

// Rounded to `digits` significant ones of the estimate, all three on that same step (2,310-2,970, never 2,313).
ShownRange significant_range(double low, double estimate, double high, Lang lang) {
  const bool rough = is_rough(low, high);
  for (int digits = rough ? 2 : 3; digits <= 7; ++digits) {
    const int d = decimals_for(estimate, digits);
    double step = 1;
    if (d == 0)
      for (double x = std::fabs(estimate) * (1 + 1e-9); x >= std::pow(10.0, digits); x /= 10) step *= 10;
    const auto to_step = [&](double x) { return d > 0 ? x : std::round(x / step) * step; };
    ShownRange r{fixed(to_step(estimate), d, lang), {}, fixed(to_step(low), d, lang),
                 fixed(to_step(high), d, lang),     {}, rough};
    if ((r.low != r.value || low == estimate) && (r.value != r.high || estimate == high)) return r;
  }
  return {fixed(estimate, 0, lang), {}, fixed(low, 0, lang), fixed(high, 0, lang), {}, rough};
}

// The three numbers in one unit with `decimals` where they stay apart; a rough estimate keeps 2 digits.
ShownRange range_of(double low, double estimate, double high, int decimals, Lang lang, bool cents = false) {
  ShownRange r;
  r.rough = is_rough(low, high);
  if (r.rough && !cents && estimate >= 100) return significant_range(low, estimate, high, lang);
  if (r.rough && !cents) decimals = std::min(decimals, decimals_for(estimate, 2));
  const int d = separating_decimals(low, estimate, high, decimals);
  r.low = fixed(low, d, lang);
  r.value = fixed(estimate, d, lang);
  r.high = fixed(high, d, lang);
  return r;
}

}  // namespace

ShownRange memory_range(const Quantity<Bytes>& q, Lang lang) {
  ShownRange r = range_of(gib(q.low), gib(q.estimate), gib(q.high), 1, lang);
  r.unit = "GiB";
  return r;
}

ShownRange time_range(const Quantity<Seconds>& q, Lang lang) {
  const Shown figure = time(q.estimate.value, lang);
  TimeUnit unit = time_unit(q.estimate.value);
  if (unit == TimeUnit::ms && lang == Lang::zh && q.estimate.value >= 0.1) unit = TimeUnit::s;
  const double in = seconds_in(unit), x = q.estimate.value / in;
  ShownRange r = range_of(q.low.value / in, x, q.high.value / in, time_decimals(x), lang);
  const bool two_units = figure.unit != unit_name(unit, lang);  // "2 h 6 min" over "1.9-2.4 h"
  if (two_units) r.value = figure.value;
  r.unit = figure.unit;
  r.range_unit = two_units ? unit_name(unit, lang) : "";
  return r;
}

ShownRange rate_range(const Quantity<TokensPerSecond>& q, Lang lang) {
  ShownRange r = significant_range(q.low.value, q.estimate.value, q.high.value, lang);
  r.unit = lang == Lang::zh ? "token/s" : "tok/s";
  return r;
}

ShownRange money_range(double estimate, double low, double high, Lang lang) {
  ShownRange r;
  if (const Scale scale = count_scale(estimate, lang); !scale.name.empty()) {
    r = significant_range(low / scale.of, estimate / scale.of, high / scale.of, lang);
    r.unit = r.range_unit = std::string(scale.name);
  } else if (std::fabs(estimate) >= 1000) {
    r = significant_range(low, estimate, high, lang);
  } else {
    r = range_of(low, estimate, high, money_decimals(estimate), lang, true);
  }
  r.value = "$" + r.value;
  r.low = "$" + r.low;
  return r;
}

ShownRange plain_range(double estimate, double low, double high, std::string_view unit, Lang lang) {
  ShownRange r = significant_range(low, estimate, high, lang);
  r.unit = std::string(unit);
  return r;
}

}  // namespace gpusel::view
