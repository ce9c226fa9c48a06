// Weighted order statistics, by the definitions of the scoring script the rows came with: linear between the midpoints
// of the weights.
#pragma once

#include <utility>
#include <vector>

namespace gpusel::accuracy {

using Weighted = std::vector<std::pair<double, double>>;  // value, weight
double quantile(Weighted values, double q);

// An interval round an estimate, in logarithms of measured / estimated.
struct LogSpread {
  double low = 0, high = 0;
  LogSpread scaled(double f) const { return {low * f, high * f}; }
};
// The 5 % and 95 % quantiles, at least `rounding` each way.
LogSpread central_90(const Weighted& log_ratios, double rounding);
// Which way the next source is off is not known from a few: neither side is less than half of the other.
LogSpread two_sided(const LogSpread& s);
// `share` of the first, the rest of the second.
LogSpread mixed(const LogSpread& own, const LogSpread& all, double share);
// With an interval of `prior` each way for what nobody measured, which weighs as much as one source.
LogSpread with_prior(const LogSpread& s, double sources, double prior);

}  // namespace gpusel::accuracy
