#include <algorithm>

#include "core/domain/order.hpp"
#include "core/plan/attempt.hpp"
#include "core/plan/candidates.hpp"
#include "core/plan/compare.hpp"
#include "core/plan/metrics.hpp"
#include "core/plan/nearest_plan.hpp"
#include "core/plan/planner.hpp"
#include "core/plan/rank.hpp"
#include "core/plan/validate.hpp"

namespace gpusel {
namespace {

// The ranked reports as estimate() gives them, notes included. Their Why trees would weigh megabytes: estimate() of one
// row has them.
void add_notes(const Catalog& catalog, const std::vector<std::pair<const Accelerator*, Question>>& asked,
               std::vector<Report>& ranked) {
  for (Report& r : ranked)
    for (const auto& [a, q] : asked) {
      if (a->id != id_of(*r.scenario.hardware->accelerator)) continue;
      Question fixed = q;  // its layout is known by now
      fixed.scenario.hardware->parallel = r.scenario.hardware->parallel;
      const Report full = report_on(catalog, fixed, {{a, r.scenario.hardware->count}}, true);
      r.assumptions = full.assumptions;
      r.warnings = full.warnings;
    }
}

std::optional<Error> validate(const Catalog& catalog, Question& q) {
  for (std::size_t i = 0; i < q.scenario.goal.accelerators.size(); ++i)
    if (!catalog.accelerator(q.scenario.goal.accelerators[i]))
      return Error{"unknown-accelerator",
                   "/goal/accelerators/" + std::to_string(i),
                   "No accelerator is called \"" + q.scenario.goal.accelerators[i] + "\".",
                   {{"value", q.scenario.goal.accelerators[i]}}};
  if (!q.scenario.hardware) return std::nullopt;
  if (q.scenario.hardware->accelerator) {
    if (const std::string* id = std::get_if<std::string>(&*q.scenario.hardware->accelerator);
        id && !catalog.accelerator(*id))
      return Error{"unknown-accelerator",
                   "/hardware/accelerator",
                   "No accelerator is called \"" + *id + "\".",
                   {{"value", *id}}};
  }
  if (q.scenario.hardware->count > 1) return validate_parallel(q, q.scenario.hardware->count);
  return std::nullopt;
}

}  // namespace

Result<Selection> select(const Catalog& catalog, const Scenario& scenario) {
  Result<Question> resolved = resolve(catalog, scenario);
  if (!resolved) return resolved.error();
  Question q = std::move(resolved).value();
  if (std::optional<Error> e = validate(catalog, q)) return *e;
  Selection out;
  out.scenario = q.scenario;
  out.warnings = q.scenario.notes;
  const GoalSpec& goal = q.scenario.goal;
  std::vector<std::pair<const Accelerator*, Question>> asked;
  for (const Accelerator* a : admitted(catalog, q)) asked.emplace_back(a, question_for(catalog, q, *a));
  std::vector<Failed> failed;
  for (const auto& [a, own] : asked) {
    Attempt tried = try_device(catalog, own, *a);
    for (Report& r : worthwhile_counts(goal, std::move(tried.passed))) out.ranked.push_back(std::move(r));
    if (!tried.nearest) continue;
    failed.push_back({a, &own, nullptr, nearest_fix(catalog, own, *a, *tried.nearest)});
    if (failed.back().fix) tried.nearest->nearest_fix = failed.back().fix->advice;
    out.rejected.push_back(std::move(*tried.nearest));
  }
  for (std::size_t i = 0; i < failed.size(); ++i) failed[i].rejected = &out.rejected[i];
  if (out.ranked.empty()) out.nearest = nearest_plans(catalog, q, failed);
  rank_reports(goal, out.ranked);
  add_notes(catalog, asked, out.ranked);
  sort_stably(out.rejected.begin(), out.rejected.end(), [](const Rejected& a, const Rejected& b) {
    const double lacks = coarse(a.shortfall), other = coarse(b.shortfall);
    return lacks != other ? lacks < other : a.accelerator < b.accelerator;
  });
  out.pareto = pareto_set(goal, out.ranked);
  if (std::optional<Note> tied = ties(catalog, goal, out.ranked)) out.warnings.push_back(std::move(*tied));
  return out;
}

}  // namespace gpusel
