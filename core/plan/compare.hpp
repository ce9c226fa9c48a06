// When is one plan better than another? By class first (fits with its high end and within the limits; fits tightly;
// breaks a limit; does not fit), then by pace, then by simplicity. `broken_limit` names the first hard limit of the
// goal a report breaks.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/plan/plan.hpp"

namespace gpusel {

// A hard limit that a report breaks: which, by how much, and what the report has.
struct BrokenLimit {
  std::string code;  // the goal's field: "max_usd_per_hour", ..., or "no-price", "no-speed-data", "no-power-data"
                     // where a limit meets what is not known
  double limit = 0;
  double value = 0;      // 0 where it is not known
  double shortfall = 0;  // relative distance, > 0
};
std::optional<BrokenLimit> broken_limit(const GoalSpec& goal, const Report& report);

// Limits that more of a device answer: how long a run takes, or the rate it reaches.
inline bool is_speed_limit(std::string_view code) {
  return code == "deadline_seconds" || code == "min_tokens_per_second";
}

// The goal without its limits on money.
GoalSpec without_money(GoalSpec goal);

// Rented or owned as the goal says; where either will do, the one of lower `cost` (rented where they are equal).
template <class Q, class Cost>
std::optional<Q> by_goal(const GoalSpec& goal, const std::optional<Q>& rented, const std::optional<Q>& owned,
                         Cost cost) {
  if (goal.acquire == Acquire::buy) return owned;
  if (goal.acquire == Acquire::rent || !owned) return rented;
  return rented && cost(*rented) <= cost(*owned) ? rented : owned;
}
// Of lower estimate.
template <class Q>
std::optional<Q> by_goal(const GoalSpec& goal, const std::optional<Q>& rented, const std::optional<Q>& owned) {
  return by_goal(goal, rented, owned, [](const Q& q) { return q.estimate; });
}

enum class PlanClass { good, tight, limited, too_big };
PlanClass plan_class(const GoalSpec& goal, const Report& report);

// Tokens a second of all devices (train: trained, serve: output); 0 where no speed is known.
double speed_of(const Report& report);
// What layouts are compared by: speed, or replies a second of one request where the goal is latency. Higher is better.
double pace_of(const GoalSpec& goal, const Report& report);

// The best layout of a case: evaluates every layout frameworks can run. Returns its index into `choices`.
std::size_t best_layout(Case c, const std::vector<Layout>& choices);

}  // namespace gpusel
