#include "intervals.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <set>

#include "statistics.hpp"

namespace gpusel::accuracy {
namespace {

struct Residual {
  std::string source, framework;
  double log_ratio = 0, weight = 0;
};

// Reserved memory was printed by few: the driver's readings stand in for it, as the two differ by a constant.
std::vector<Residual> residuals(const std::vector<MeasuredRow>& rows, std::size_t quantity, std::string_view left_out) {
  std::vector<Residual> all;
  for (const MeasuredRow& row : rows) {
    if (row.source == left_out || !row.error.empty()) continue;
    std::size_t q = quantity;
    if (quantity == 1 && row.measured[1] <= 0) q = 2;
    if (row.measured[q] <= 0 || row.estimate[q] <= 0) continue;
    all.push_back({row.source, std::string(to_string(row.scenario.train.framework)),
                   std::log(row.measured[q] / row.estimate[q]), row.weight});
  }
  return all;
}

Weighted balanced(const std::vector<Residual>& residuals) {
  std::map<std::string, double> total;
  for (const Residual& r : residuals) total[r.source] += r.weight;
  Weighted values;
  for (const Residual& r : residuals) values.emplace_back(r.log_ratio, r.weight / total[r.source]);
  return values;
}

struct LogSpread {
  double low = 0, high = 0;
};

// 5 % and 95 % quantiles; at least 2 % each way, as printed values are rounded.
LogSpread pooled(const std::vector<Residual>& residuals) {
  const Weighted values = balanced(residuals);
  return {std::min(quantile(values, 0.05), -0.02), std::max(quantile(values, 0.95), 0.02)};
}

Interval interval(std::size_t quantity, std::string condition, LogSpread s, const std::vector<Residual>& from) {
  std::set<std::string> sources;
  for (const Residual& r : from) sources.insert(r.source);
  Interval i;
  i.quantity = "memory." + std::string(quantities[quantity]);
  i.condition = std::move(condition);
  i.spread = {std::exp(s.low), std::exp(s.high)};
  i.rows = static_cast<int>(from.size());
  i.sources = static_cast<int>(sources.size());
  for (const std::string& name : sources) i.source += (i.source.empty() ? "" : ", ") + name;
  return i;
}

}  // namespace

std::vector<Interval> fit_intervals(const std::vector<MeasuredRow>& rows, std::string_view left_out) {
  std::vector<Interval> intervals;
  for (std::size_t q = 0; q < quantities.size(); ++q) {
    const std::vector<Residual> all = residuals(rows, q, left_out);
    if (all.empty()) continue;
    LogSpread general = pooled(all);
    general.low *= unseen_widening;
    general.high *= unseen_widening;
    intervals.push_back(interval(q, "train", general, all));
    std::map<std::string, std::vector<Residual>> frameworks;
    for (const Residual& r : all) frameworks[r.framework].push_back(r);
    for (const auto& [framework, own] : frameworks) {
      const LogSpread s = pooled(own);
      const double n = static_cast<double>(own.size()), k = n / (n + shrink_rows);
      intervals.push_back(interval(q, "train/" + framework,
                                   {k * s.low + (1 - k) * general.low, k * s.high + (1 - k) * general.high}, own));
    }
  }
  return intervals;
}

std::string condition_of(const MeasuredRow& row) {
  return "train/" + std::string(to_string(row.scenario.train.framework));
}

Spread interval_of(const std::vector<Interval>& intervals, const MeasuredRow& row, std::size_t quantity) {
  const std::string name = "memory." + std::string(quantities[quantity]), own = condition_of(row);
  Spread spread{0.5, 2};
  for (const Interval& i : intervals) {
    if (i.quantity != name) continue;
    if (i.condition == own) return i.spread;
    if (i.condition == "train") spread = i.spread;
  }
  return spread;
}

std::string line_of(const Interval& i) {
  char numbers[96];
  std::snprintf(numbers, sizeof numbers, "\"low\": %.3f, \"high\": %.3f, \"rows\": %d, \"sources\": %d", i.spread.low,
                i.spread.high, i.rows, i.sources);
  return "    {\"quantity\": \"" + i.quantity + "\", \"condition\": \"" + i.condition + "\", " + numbers +
         ", \"source\": \"residuals on " + i.source + " (tests/accuracy)\"}";
}

}  // namespace gpusel::accuracy
