#include "statistics.hpp"

#include <algorithm>

namespace gpusel::accuracy {

double quantile(Weighted values, double q) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  double total = 0;
  for (const auto& v : values) total += v.second;
  double before = 0, last_at = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double at = (before + values[i].second / 2) / total;
    if (q <= at) {
      if (i == 0) return values[0].first;
      const double span = at - last_at;
      const double f = span > 0 ? (q - last_at) / span : 1;
      return values[i - 1].first + f * (values[i].first - values[i - 1].first);
    }
    before += values[i].second;
    last_at = at;
  }
  return values.back().first;
}

LogSpread central_90(const Weighted& log_ratios, double rounding) {
  return {std::min(quantile(log_ratios, 0.05), -rounding), std::max(quantile(log_ratios, 0.95), rounding)};
}

LogSpread two_sided(const LogSpread& s) { return {std::min(s.low, -s.high / 2), std::max(s.high, -s.low / 2)}; }

LogSpread mixed(const LogSpread& own, const LogSpread& all, double share) {
  return {share * own.low + (1 - share) * all.low, share * own.high + (1 - share) * all.high};
}

LogSpread with_prior(const LogSpread& s, double sources, double prior) {
  return {(sources * s.low - prior) / (sources + 1), (sources * s.high + prior) / (sources + 1)};
}

}  // namespace gpusel::accuracy
