// 90 % intervals of serving's rates, memory and energy from residuals of left-out sources, by regime (one request,
// batched) and distance from what was measured: source-balanced 5 % and 95 % quantiles, a stratum of few sources shrunk
// towards all of its regime, never narrower than a nearer stratum. The widenings are the least that hold nine in ten
// values of sources that neither the constants nor the interval have seen.
#pragma once

#include "serve_loso.hpp"

namespace gpusel::accuracy {

// From the scores of every fold but `left_out`.
std::vector<Interval> fit_serve_intervals(const std::vector<ServeScore>& scores, std::string_view left_out = {});
// The interval a score gets from a list, as the product looks it up, round its estimate.
struct Bounds {
  double low = 0, high = 0;
};
Bounds bounds_of(const std::vector<Interval>& intervals, const ServeScore& score);
// Whether an interval's quantity is one that is fitted here.
bool is_serve_interval(std::string_view quantity, std::string_view condition);

}  // namespace gpusel::accuracy
