#include "core/plan/nearest_fix.hpp"

#include <algorithm>
#include <cmath>

#include "core/domain/order.hpp"
#include "core/plan/advice.hpp"
#include "core/plan/candidates.hpp"
#include "core/plan/compare.hpp"
#include "core/plan/label.hpp"
#include "core/plan/limits.hpp"
#include "core/plan/planner.hpp"

namespace gpusel {
namespace {

bool admits(const Question& q, const Report& r) { return r.fits != Fits::no && !broken_limit(q.scenario.goal, r); }

// Limits on power answer to the power limit of the board: lower it as far as needed, to half at the least.
std::optional<Change> power_change(const Question& q, const Rejected& rejected) {
  const auto& hardware = rejected.report.scenario.hardware;
  if (rejected.code != "max_watts" || !hardware || !hardware->power_limit) return std::nullopt;
  const double share = *q.scenario.goal.max_watts / std::max(1.0, rejected.report.energy.watts.estimate.value);
  if (share < 0.4) return std::nullopt;
  const double watts = std::floor(hardware->power_limit->value * share / 5) * 5;
  Change c{"power-limit",
           Burden::time,
           {{"watts", std::to_string(std::llround(watts))}},
           "A lower power limit costs a little speed.",
           q.scenario};
  c.scenario.hardware->count = rejected.count;
  c.scenario.hardware->power_limit = Watts(watts);
  return c;
}

Question at_count(const Question& q, Count count) {
  Question out = q;
  out.scenario.hardware->count = count;
  return out;
}

std::vector<Change> more_devices(const Catalog& catalog, const Question& q, const Accelerator& a,
                                 const Rejected& rejected) {
  std::vector<Change> out;
  if (rejected.code != "memory" && !is_speed_limit(rejected.code)) return out;
  std::vector<Count> counts = host_counts(catalog, q, a);
  for (Count n : cluster_counts(catalog, q, a)) counts.push_back(n);
  for (Count n : counts) {
    if (n <= rejected.count || out.size() == 3) continue;
    Change c{"more-devices",
             Burden::hardware,
             {{"count", std::to_string(n)}},
             "More devices share weights, states or requests.",
             q.scenario};
    c.scenario.hardware->count = n;
    out.push_back(std::move(c));
  }
  return out;
}

// What stands closest to an answer: the attempt itself where it fits in memory, else the lightest change that makes it
// fit.
struct Reached {
  std::optional<Change> change;
  Report report;
};

// The settings' codes of a change; its count is told by the report.
std::string settings_of(const Change& c) {
  if (c.code == "more-devices") return {};
  const std::string codes = argument(c.args, "codes");
  return codes.empty() ? c.code : codes;
}

Fix fix_of(const Change& c, const Rejected& rejected, Report after) {
  Advice advice = advice_of(c, rejected.report, after);
  return {std::move(advice), settings_of(c), c.burden, c.scenario, std::move(after)};
}

// The last resort, where no setting is enough: the limits that it would pass, a little above what it has.
std::optional<Fix> lifted_limits(const Question& at, const Rejected& rejected, Reached reached) {
  const std::optional<GoalSpec> lifted = lifted_to(at.scenario.goal, reached.report);
  if (!lifted) return std::nullopt;
  const std::vector<const Limit*> moved = different_limits(at.scenario.goal, *lifted);
  Change all{"lift-limits", Burden::free, {}, "These limits stand in the way.", at.scenario};
  std::string settings, codes;
  if (reached.change) {
    all = std::move(*reached.change);
    settings = settings_of(all);
    codes = settings.empty() ? all.code : settings;
    all.code = "combined";
    all.why = "Together they fit; then these limits stand in the way.";
  }
  if (!reached.change && moved.size() == 1) {
    all.code = "lift-limit";
    all.why = "Only this limit stands in the way.";
  }
  for (const Limit* limit : moved) codes += (codes.empty() ? "limit-" : ", limit-") + std::string(limit->code);
  all.args = {{"codes", codes}};
  all.scenario.goal = reached.report.scenario.goal = *lifted;
  Advice advice = advice_of(all, rejected.report, reached.report);
  return Fix{std::move(advice), std::move(settings), all.burden, std::move(all.scenario), std::move(reached.report)};
}

std::vector<Change> fixes_to_try(const Catalog& catalog, const Question& q, const Question& at, const Accelerator& a,
                                 const Rejected& rejected) {
  std::vector<Change> changes;
  if (const std::optional<Unsupported> why = unsupported(q, a)) {
    if (!why->fix) return changes;
    Change c{"other-dtype", Burden::numerics, {}, "The device computes in the other precision.", *why->fix};
    c.scenario.hardware = at.scenario.hardware;
    changes.push_back(std::move(c));
    return changes;
  }
  if (const std::optional<Change> power = power_change(q, rejected)) changes.push_back(*power);
  for (Change& c : setting_changes(catalog, at, rejected.report)) changes.push_back(std::move(c));
  for (Change& c : more_devices(catalog, q, a, rejected)) changes.push_back(std::move(c));
  sort_stably(changes.begin(), changes.end(), [](const Change& x, const Change& y) { return x.burden < y.burden; });
  return changes;
}

// Whether so many devices miss the deadline or the rate even with a forward pass alone at their highest peak: then no
// setting helps, and trying them all costs most of select's time.
bool beyond_settings(const Question& q, const Accelerator& a, Count count) {
  if (q.scenario.task != Task::train) return false;
  const GoalSpec& goal = q.scenario.goal;
  const double rate = most_tokens_per_second(q, a) * static_cast<double>(count);
  if (!(rate > 0)) return false;
  if (goal.min_tokens_per_second && rate < *goal.min_tokens_per_second) return true;
  return goal.deadline_seconds && q.scenario.train.tokens && *q.scenario.train.tokens / rate > *goal.deadline_seconds;
}

}  // namespace

std::optional<Fix> nearest_fix(const Catalog& catalog, const Question& q, const Accelerator& a,
                               const Rejected& rejected) {
  const Question at = at_count(q, rejected.count);
  const bool beyond = beyond_settings(q, a, rejected.count);
  std::optional<Reached> reached;
  if (rejected.report.fits != Fits::no && !unsupported(q, a)) reached = Reached{std::nullopt, rejected.report};
  const auto fixed_by = [&](const Change& c) -> std::optional<Fix> {
    Report after = apply_change(catalog, at, c);
    if (admits(q, after)) return fix_of(c, rejected, std::move(after));
    if (after.fits != Fits::no && !reached) reached = Reached{c, std::move(after)};
    return std::nullopt;
  };
  for (const Change& c : fixes_to_try(catalog, q, at, a, rejected)) {
    // No setting is enough there: one that makes it fit in memory is all that is looked for.
    if (beyond && reached && c.burden != Burden::hardware) continue;
    if (std::optional<Fix> fix = fixed_by(c)) return fix;
  }
  constexpr double hopeless =
      5;  // six times what there is: no bundle of settings saves that, and trying costs most of select's time
  if (rejected.code == "memory" && rejected.shortfall < hopeless && !beyond && !reached)
    if (const std::optional<Change> all = combined_change(catalog, at, rejected.report))
      if (std::optional<Fix> fix = fixed_by(*all)) return fix;
  return reached ? lifted_limits(at, rejected, std::move(*reached)) : std::nullopt;
}

std::optional<Fix> bundled_fix(const Catalog& catalog, const Question& q, const Rejected& rejected) {
  if (rejected.code != "memory") return std::nullopt;
  const Question at = at_count(q, rejected.count);
  std::optional<Change> all = combined_change(catalog, at, rejected.report, Methods::any);
  if (!all) return std::nullopt;
  Report after = apply_change(catalog, at, *all);
  if (!admits(q, after)) return lifted_limits(at, rejected, {std::move(all), std::move(after)});
  return fix_of(*all, rejected, std::move(after));
}

}  // namespace gpusel
