#include "core/plan/compare.hpp"

#include <algorithm>
#include <limits>

#include "core/plan/metrics.hpp"
#include "core/plan/planner.hpp"

namespace gpusel {
namespace {

std::optional<BrokenLimit> over(const char* code, const std::optional<double>& limit, std::optional<double> value) {
  if (!limit) return std::nullopt;
  if (!value) return BrokenLimit{"no-price", *limit, 0, 1e6};
  if (*value <= *limit) return std::nullopt;
  return BrokenLimit{code, *limit, *value, *limit > 0 ? *value / *limit - 1 : 1e6};
}

std::optional<double> usd(const std::optional<PricedUsd>& price) {
  return price ? std::optional<double>(price->usd) : std::nullopt;
}

std::optional<double> run_usd(const GoalSpec& goal, const Report& r) {
  const auto run = by_goal(goal, r.cost.run, r.cost.run_owned);
  return run ? std::optional<double>(run->estimate.value) : std::nullopt;
}

std::optional<BrokenLimit> money_limit(const GoalSpec& goal, const Report& r) {
  if (auto b = over("max_usd_per_hour", goal.max_usd_per_hour, usd(r.cost.usd_per_hour))) return b;
  if (auto b = over("max_purchase_usd", goal.max_purchase_usd, usd(r.cost.purchase))) return b;
  const bool timed_run = r.train && r.train->run;
  if (goal.max_total_usd && timed_run)
    if (auto b = over("max_total_usd", goal.max_total_usd, run_usd(goal, r))) return b;
  return std::nullopt;
}

bool limits_speed(const GoalSpec& goal, const Report& r) {
  const bool serve = goal.max_ttft_seconds || goal.max_tpot_seconds;
  const bool train = goal.deadline_seconds && r.scenario.train.tokens;
  return goal.min_tokens_per_second || (r.scenario.task == Task::serve ? serve : train);
}

std::optional<BrokenLimit> speed_limit(const GoalSpec& goal, const Report& r) {
  if (!r.train && !r.serve && limits_speed(goal, r)) return BrokenLimit{"no-speed-data", 0, 0, 1e6};
  if (r.serve) {
    if (auto b = over("max_ttft_seconds", goal.max_ttft_seconds, r.serve->ttft.estimate.value)) return b;
    if (auto b = over("max_tpot_seconds", goal.max_tpot_seconds, r.serve->tpot.estimate.value)) return b;
  }
  if (r.train && r.train->run)
    if (auto b = over("deadline_seconds", goal.deadline_seconds, r.train->run->estimate.value)) return b;
  const double speed = speed_of(r);
  if (goal.min_tokens_per_second && speed < *goal.min_tokens_per_second)
    return BrokenLimit{"min_tokens_per_second", *goal.min_tokens_per_second, speed,
                       speed > 0 ? *goal.min_tokens_per_second / speed - 1 : 1e6};
  return std::nullopt;
}

// Two percent: below it the simpler layout (earlier in the list) stays.
constexpr double worth_changing = 1.02;

}  // namespace

GoalSpec without_money(GoalSpec goal) {
  goal.max_usd_per_hour = goal.max_purchase_usd = goal.max_total_usd = std::nullopt;
  return goal;
}

double speed_of(const Report& r) {
  if (r.train) return r.train->tokens_per_second.estimate.value;
  if (r.serve) return r.serve->output.estimate.value;
  return 0;
}

double pace_of(const GoalSpec& goal, const Report& r) {
  if (goal.objective != RankBy::latency || r.scenario.task != Task::serve) return speed_of(r);
  const auto latency = latency_of(r);
  return latency && latency->estimate.value > 0 ? 1 / latency->estimate.value : 0;
}

std::optional<BrokenLimit> broken_limit(const GoalSpec& goal, const Report& r) {
  if (auto b = speed_limit(goal, r)) return b;
  const double watts = r.energy.watts.estimate.value;
  if (goal.max_watts && !(watts > 0)) return BrokenLimit{"no-power-data", *goal.max_watts, 0, 1e6};
  if (auto b = over("max_watts", goal.max_watts, watts)) return b;
  return money_limit(goal, r);
}

PlanClass plan_class(const GoalSpec& goal, const Report& r) {
  if (r.fits == Fits::no) return PlanClass::too_big;
  if (broken_limit(goal, r)) return PlanClass::limited;
  return r.fits == Fits::tight ? PlanClass::tight : PlanClass::good;
}

namespace {

// No layout is faster than as many independent devices (communication only adds, and splitting matrices only makes them
// smaller).
double fastest_possible(const Case& c) {
  if (c.scenario->task != Task::train || c.devices.size() != 1) return std::numeric_limits<double>::infinity();
  Case alone = c;
  alone.layout = {};
  alone.count = alone.nodes = 1;
  alone.devices.front().count = 1;
  const Report r = measure(alone, Timing::only);
  return speed_of(r) > 0 ? speed_of(r) * static_cast<double>(c.count) : std::numeric_limits<double>::infinity();
}

}  // namespace

std::size_t best_layout(Case c, const std::vector<Layout>& choices) {
  if (choices.size() <= 1) return 0;
  c.explain = false;
  const GoalSpec goal =
      without_money(c.scenario->goal);  // prices do not depend on the layout, and measure() asks for none
  const double enough = fastest_possible(c) / worth_changing;
  std::size_t best = 0;
  PlanClass best_class = PlanClass::too_big;
  double best_pace = -1, best_need = 0;
  for (std::size_t i = 0; i < choices.size(); ++i) {
    c.layout = choices[i];
    const Report r = measure(c, Timing::when_it_fits);
    const PlanClass cls = plan_class(goal, r);
    const double pace = pace_of(goal, r), need = r.memory.need.estimate.number();
    const bool better = cls == PlanClass::too_big ? need < best_need : pace > best_pace * worth_changing;
    if (i == 0 || cls < best_class || (cls == best_class && better)) {
      best = i;
      best_class = cls;
      best_pace = pace;
      best_need = need;
    }
    if (best_class == PlanClass::good && best_pace >= enough) break;
  }
  return best;
}

}  // namespace gpusel
