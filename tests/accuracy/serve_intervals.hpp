// 90 % intervals of serving's rates, memory and energy from residuals of left-out sources, by regime (one request,
// batched) and whether the device itself was measured: source-balanced 5 % and 95 % quantiles of residuals in units of
// what widens them (serve_groups.hpp), a stratum of few sources shrunk towards all of its regime, never narrower than a
// nearer stratum. The widenings are the least that hold nine in ten
// values of sources that neither the constants nor the interval have seen.
#pragma once

#include "core/time/serve_spread.hpp"
#include "serve_loso.hpp"

namespace gpusel::accuracy {

using KeepScore = std::function<bool(const ServeScore&)>;
// From the scores that `keep` keeps; `widths`: the exponents for what was not measured.
std::vector<Interval> fit_serve_intervals(const std::vector<ServeScore>& scores, const ServeWidths& widths,
                                          const KeepScore& keep);
// The interval a score gets from a list, as the product looks it up, round its estimate.
struct Bounds {
  double low = 0, high = 0;
};
Bounds bounds_of(const std::vector<Interval>& intervals, const ServeWidths& widths, const ServeScore& score);
// How far off a score is, in units of the interval of what was measured.
double distance(const std::vector<Interval>& intervals, const ServeScore& score);
// A rate or latency, not memory or energy.
bool is_rate(const ServeScore& score);
// Whether an interval's quantity is one that is fitted here.
bool is_serve_interval(std::string_view quantity, std::string_view condition);

}  // namespace gpusel::accuracy
