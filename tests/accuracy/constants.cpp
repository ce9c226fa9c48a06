#include "constants.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <set>

#include "statistics.hpp"

namespace gpusel::accuracy {
namespace {

constexpr double settled = 0.97;        // core/memory/train_fit: a full pool settles below the limit
constexpr double prior_weight = 0.004;  // of the cost, for one spread away from the general value
constexpr int rows_of_a_group = 10;     // fewer say nothing about a framework

struct Free {
  std::string_view key, group;
  double prior, spread;  // general value; how far (log) it may well be from it
};
// Factors above 1 are fitted by their excess. Groups describe the framework whose rows they are fitted to.
constexpr std::array<Free, 10> free_constants{{{"memory.reserved.lora_peak", "", 1.05, 0.7},
                                               {"memory.reserved.lora_phases", "", 0.4, 0.7},
                                               {"memory.reserved.full_peak", "", 1.02, 0.7},
                                               {"memory.reserved.full_phases", "", 0.8, 0.3},
                                               {"memory.reserved.full_overlap", "", 0.1, 1.0},
                                               {"memory.reserved.gathered", "", 0.1, 0.7},
                                               {"memory.reserved.kbit_gathered", "", 1e9, 0.7},
                                               {"memory.context_bytes", "", 0.6e9, 0.4},
                                               {"memory.nccl_bytes", "", 0.6e9, 0.5},
                                               {"memory.nccl_bytes", "deepspeed", 0.6e9, 1.0}}};

bool by_excess(std::string_view key) { return key.find("_peak") != std::string_view::npos; }

class Fit {
 public:
  Fit(const std::vector<MeasuredRow>& rows, const Keep& keep) {
    for (const MeasuredRow& r : rows)
      if (r.error.empty() && keep(r) && (r.measured[1] > 0 || r.measured[2] > 0)) rows_.push_back(&r);
    for (const MeasuredRow* r : rows_) total_[r->source] += r->weight;
    for (const Free& f : free_constants) {
      FittedConstant c{std::string(f.key), std::string(f.group), f.prior, f.prior, 0, 0};
      count(c);
      if (f.group.empty() || c.rows >= rows_of_a_group) constants_.push_back(c), spread_.push_back(f.spread);
    }
  }

  std::vector<FittedConstant> run() {
    double best = cost();
    for (const double step : {1.5, 1.2, 1.08, 1.03})
      for (int sweep = 0; sweep < 3; ++sweep)
        for (FittedConstant& c : constants_) improve(c, step, best);
    return constants_;
  }

 private:
  void count(FittedConstant& c) const {
    std::set<std::string> sources;
    for (const MeasuredRow* r : rows_)
      if (c.group.empty() || c.group == r->framework) ++c.rows, sources.insert(r->source);
    c.sources = static_cast<int>(sources.size());
  }

  static double scaled(const FittedConstant& c, double factor) {
    return by_excess(c.key) ? 1 + (c.value - 1) * factor : c.value * factor;
  }

  void improve(FittedConstant& c, double step, double& best) {
    for (const double factor : {step, 1 / step}) {
      const double before = c.value;
      c.value = scaled(c, factor);
      const double now = cost();
      if (now < best - 1e-9)
        best = now;
      else
        c.value = before;
    }
  }

  double general(std::string_view key) const {
    for (const FittedConstant& c : constants_)
      if (c.key == key && c.group.empty()) return c.value;
    return 1;
  }

  double penalty() const {
    double sum = 0;
    for (std::size_t i = 0; i < constants_.size(); ++i) {
      const FittedConstant& c = constants_[i];
      const double from = c.group.empty() ? c.prior : general(c.key);
      const double z = std::log(by_excess(c.key) ? (c.value - 1) / (from - 1) : c.value / from) / spread_[i];
      sum += z * z;
    }
    return prior_weight * sum;
  }

  double cost() const {
    Calibration calibration;
    store(calibration, constants_);
    std::map<std::string, MemoryConstants> by_framework;
    Weighted errors;
    double mean = 0, weights = 0;
    for (const MeasuredRow* r : rows_) {
      const auto [at, added] = by_framework.try_emplace(r->framework);
      if (added) at->second = MemoryConstants(calibration, r->framework, r->vendor);
      const Readings e = readings_of(*r, at->second);
      const double ratio = r->measured[2] > 0 ? e.device / r->measured[2] : e.reserved / r->measured[1];
      const double error = std::fabs(std::log(ratio)), weight = r->weight / total_.at(r->source);
      errors.emplace_back(error, weight);
      mean += std::min(error, 0.3) * weight;
      weights += weight;
    }
    return 0.5 * quantile(errors, 0.5) + 0.5 * mean / std::max(weights, 1e-9) + penalty();
  }

  std::vector<const MeasuredRow*> rows_;
  std::map<std::string, double> total_;
  std::vector<FittedConstant> constants_;
  std::vector<double> spread_;
};

std::string provenance(const FittedConstant& c) {
  char text[160];
  std::snprintf(text, sizeof text, "tests/accuracy: %d %sreadings of %d sources, from %.4g%s", c.rows,
                c.group.empty() ? "" : (c.group + " ").c_str(), c.sources, c.prior,
                c.group.empty() ? " (general value)" : "");
  return text;
}

}  // namespace

Readings readings_of(const MeasuredRow& row, const MemoryConstants& constants) {
  Readings r;
  const double outside =
      constants[MemoryConstant::context_bytes] + (row.several_devices ? constants[MemoryConstant::nccl_bytes] : 0);
  r.reserved = pool_bytes(row.pool, constants);
  const double most = std::max(settled * row.usable, row.pool.allocated + outside);
  r.device = std::min(r.reserved + outside, most);
  r.reserved = std::min(r.reserved, most);
  return r;
}

std::vector<FittedConstant> fit_constants(const std::vector<MeasuredRow>& rows, const Keep& keep) {
  return Fit(rows, keep).run();
}

void store(Calibration& calibration, const std::vector<FittedConstant>& fitted) {
  for (const Free& f : free_constants)
    calibration.constants.erase(std::remove_if(calibration.constants.begin(), calibration.constants.end(),
                                               [&](const Constant& c) { return c.key == f.key && c.group == f.group; }),
                                calibration.constants.end());
  for (const FittedConstant& c : fitted) calibration.constants.push_back({c.key, c.group, c.value, provenance(c)});
  calibration.sort();
}

}  // namespace gpusel::accuracy
