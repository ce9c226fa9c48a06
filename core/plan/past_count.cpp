#include "core/plan/past_count.hpp"

#include <algorithm>
#include <cmath>

#include "core/memory/memory.hpp"
#include "core/plan/candidates.hpp"
#include "core/plan/compare.hpp"
#include "core/plan/limits.hpp"
#include "core/plan/planner.hpp"

namespace gpusel {
namespace {

constexpr Count most_devices = 100000;

Count count_for(Bytes all, const Accelerator& a) {
  return std::max<Count>(a.minimum_count, ceil_div(all.value, std::max<Count>(1, a.usable.value)));
}

class Past {
 public:
  Past(const Catalog& catalog, const Question& q, const Accelerator& a, Count above) : catalog_(catalog), q_(q), a_(a) {
    Question open = q;
    open.scenario.goal.max_count = most_devices;
    if (asked_count(q.scenario) != q.scenario.goal.max_count) open.scenario = with_count(open.scenario, 1);
    counts_ = host_counts(catalog, open, a);
    for (Count n : cluster_counts(catalog, open, a)) counts_.push_back(n);
    const Count least = std::max(above + 1, count_for(least_bytes(q), a));
    counts_.erase(std::remove_if(counts_.begin(), counts_.end(), [&](Count n) { return n < least; }), counts_.end());
  }

  std::vector<Wider> run() {
    const std::optional<std::size_t> first = first_that_fits();
    if (first) follow_speed(*first);
    return std::move(out_);
  }

 private:
  static constexpr int most_tries = 5;

  // Adds the plan of a count and tells what limit it broke; false where it does not fit.
  bool add(Count n) {
    Question at = q_;
    at.scenario = with_count(q_.scenario, n);
    Report r = report_on(catalog_, at, {{&a_, n}}, false);
    if (r.fits == Fits::no) return false;
    broken_ = broken_limit(at.scenario.goal, r);
    const std::optional<GoalSpec> lifted = lifted_to(at.scenario.goal, r);
    if (!lifted) return true;
    at.scenario.goal = r.scenario.goal = *lifted;
    out_.push_back({std::move(at.scenario), std::move(r)});
    return true;
  }

  std::optional<std::size_t> first_that_fits() {
    for (std::size_t i = 0; i < counts_.size() && i < most_tries; ++i)
      if (add(counts_[i])) return i;
    return std::nullopt;
  }

  bool too_slow() const { return broken_ && is_speed_limit(broken_->code); }

  std::size_t at_least(double n) const {
    const auto at = std::find_if(counts_.begin(), counts_.end(), [&](Count c) { return static_cast<double>(c) >= n; });
    return std::min(static_cast<std::size_t>(at - counts_.begin()), counts_.size() - 1);
  }

  // As if speed grew with the count, then on until it is enough.
  void follow_speed(std::size_t first) {
    if (!too_slow()) return;
    const double enough = static_cast<double>(counts_[first]) * (1 + broken_->shortfall);
    const double asked = static_cast<double>(std::max<Count>(1, asked_count(q_.scenario)));
    const std::size_t between = at_least(std::sqrt(enough * asked)), last = at_least(enough);
    if (between > first && between < last) add(counts_[between]);
    for (std::size_t i = std::max(last, first + 1); i < counts_.size() && i < last + 3; ++i)
      if (!add(counts_[i]) || !too_slow()) return;
  }

  const Catalog& catalog_;
  const Question& q_;
  const Accelerator& a_;
  std::vector<Count> counts_;
  std::vector<Wider> out_;
  std::optional<BrokenLimit> broken_;
};

}  // namespace

Count asked_count(const Scenario& s) {
  return s.hardware && s.hardware->count > 1 ? s.hardware->count : s.goal.max_count;
}

Scenario with_count(Scenario s, Count n) {
  if (s.hardware && s.hardware->count > 1) {
    s.hardware->count = n;
    s.hardware->parallel = {};
    s.hardware->nodes.reset();
  }
  s.goal.max_count = std::max(s.goal.max_count, n);
  return s;
}

std::vector<Wider> past_count(const Catalog& catalog, const Question& q, const Accelerator& a, Count above) {
  return Past(catalog, q, a, above).run();
}

double likely_distance(const Question& q, const Accelerator& a) {
  const bool serve = q.scenario.task == Task::serve;
  const Bytes held = serve ? weight_bytes(q.shape, q.scenario.serve.weights) : least_bytes(q);
  constexpr double held_share = 0.9;  // the rest is for the cache and activations
  const Count least = count_for(bytes(held.number() / held_share), a);
  const double asked = static_cast<double>(std::max<Count>(1, asked_count(q.scenario)));
  double far = std::max(0.0, std::log(static_cast<double>(least) / asked));
  const TrainSpec& t = q.scenario.train;
  if (q.scenario.task != Task::train || !q.scenario.goal.deadline_seconds || !t.tokens) return far;
  const double device_seconds = *t.tokens / std::max(1.0, most_tokens_per_second(q, a));
  // A shortfall of both count and time is least where they share it.
  return std::max(
      far, std::log(std::max(1.0, device_seconds / (asked * *q.scenario.goal.deadline_seconds))) / std::sqrt(2.0));
}

}  // namespace gpusel
