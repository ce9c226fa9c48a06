#include "intervals.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "statistics.hpp"

namespace gpusel::accuracy {
namespace {

constexpr double shrink_rows = 20;    // rows that weigh as much as the general interval
constexpr double shrink_sources = 1;  // sources that do
constexpr double prior_log = 0.3;     // an interval for what nobody measured (log), with the weight of one source
constexpr double rounding = 0.02;     // printed values are rounded: at least this each way (log)

struct Residual {
  std::string source, framework;
  double log_ratio = 0, weight = 0;
};

// The pool and the driver's reading differ by a constant, and few printed the first: both stand in for either.
double residual(const MeasuredRow& row, std::size_t quantity, const Readings& e) {
  if (quantity == 0) return row.measured[0] > 0 ? std::log(row.measured[0] / row.pool.allocated) : NAN;
  if (row.measured[2] > 0) return std::log(row.measured[2] / e.device);
  return row.measured[1] > 0 ? std::log(row.measured[1] / e.reserved) : NAN;
}

std::vector<Residual> residuals(const std::vector<MeasuredRow>& rows, std::size_t quantity,
                                const Calibration& calibration, const Keep& keep) {
  std::vector<Residual> all;
  for (const MeasuredRow& row : rows) {
    if (!row.has_reading() || !keep(row)) continue;
    const Readings e = readings_of(row, MemoryConstants(calibration, row.framework, row.vendor));
    const double r = residual(row, quantity, e);
    // In units of what the product widens the interval by.
    if (!std::isnan(r)) all.push_back({row.source, row.framework, r / row.widening, row.weight});
  }
  return all;
}

// 5 % and 95 % quantiles, every source alike.
LogSpread pooled(const std::vector<Residual>& residuals) {
  std::map<std::string, double> total;
  for (const Residual& r : residuals) total[r.source] += r.weight;
  Weighted values;
  for (const Residual& r : residuals) values.emplace_back(r.log_ratio, r.weight / total[r.source]);
  return central_90(values, rounding);
}

std::set<std::string> sources_of(const std::vector<Residual>& residuals) {
  std::set<std::string> names;
  for (const Residual& r : residuals) names.insert(r.source);
  return names;
}

Interval interval(std::size_t quantity, std::string condition, LogSpread s, const std::vector<Residual>& from) {
  Interval i;
  i.quantity = "memory." + std::string(quantities[quantity]);
  i.condition = std::move(condition);
  i.spread = {std::exp(s.low), std::exp(s.high)};
  i.rows = static_cast<int>(from.size());
  const std::set<std::string> sources = sources_of(from);
  i.sources = static_cast<int>(sources.size());
  for (const std::string& name : sources) i.source += (i.source.empty() ? "residuals on " : ", ") + name;
  i.source += " (tests/accuracy)";
  return i;
}

}  // namespace

std::vector<Interval> fit_intervals(const std::vector<MeasuredRow>& rows, const Calibration& calibration,
                                    const Keep& keep, const UnseenWidening& widening) {
  std::vector<Interval> intervals;
  for (std::size_t q = 0; q < quantities.size(); ++q) {
    const std::vector<Residual> all = residuals(rows, q, calibration, keep);
    if (all.empty()) continue;
    const LogSpread general = with_prior(two_sided(pooled(all)), static_cast<double>(sources_of(all).size()), prior_log)
                                  .scaled(widening.exponent[q]);
    intervals.push_back(interval(q, "train", general, all));
    std::map<std::string, std::vector<Residual>> frameworks;
    for (const Residual& r : all) frameworks[r.framework].push_back(r);
    for (const auto& [framework, own] : frameworks) {
      const double rows_n = static_cast<double>(own.size()), sources_n = static_cast<double>(sources_of(own).size());
      const double k = rows_n / (rows_n + shrink_rows) * sources_n / (sources_n + shrink_sources);
      intervals.push_back(interval(q, "train/" + framework, mixed(pooled(own), general, k), own));
    }
  }
  return intervals;
}

void store(Calibration& calibration, const std::vector<Interval>& intervals) {
  std::vector<Interval>& all = calibration.intervals;
  all.erase(std::remove_if(all.begin(), all.end(),
                           [](const Interval& i) {
                             return i.quantity.rfind("memory.", 0) == 0 && i.condition.rfind("train", 0) == 0;
                           }),
            all.end());
  all.insert(all.begin(), intervals.begin(), intervals.end());
  calibration.sort();
}

}  // namespace gpusel::accuracy
