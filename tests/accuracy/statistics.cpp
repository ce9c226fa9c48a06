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

}  // namespace gpusel::accuracy
