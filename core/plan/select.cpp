#include <algorithm>

#include "core/domain/order.hpp"
#include "core/plan/candidates.hpp"
#include "core/plan/compare.hpp"
#include "core/plan/metrics.hpp"
#include "core/plan/nearest_fix.hpp"
#include "core/plan/planner.hpp"
#include "core/plan/rank.hpp"
#include "core/plan/validate.hpp"
#include "core/plan/verdict.hpp"

namespace gpusel {
namespace {

// What became of one device: reports of the counts that pass, or the best failed attempt.
struct Tried {
  std::vector<Report> passed;
  std::optional<Rejected> nearest;  // least shortfall
};

void keep_nearest(Tried& tried, Rejected rejected) {
  // A limit that is broken is nearer than memory that does not suffice.
  const bool nearer = !tried.nearest || (tried.nearest->code == "memory" && rejected.code != "memory") ||
                      ((tried.nearest->code == "memory") == (rejected.code == "memory") &&
                       rejected.shortfall < tried.nearest->shortfall);
  if (nearer) tried.nearest = std::move(rejected);
}

// True where it fits in memory.
bool try_count(const Catalog& catalog, const Question& q, const Accelerator& a, Count count, Tried& tried) {
  Report r = report_on(catalog, q, {{&a, count}}, false);
  if (r.fits == Fits::no) {
    keep_nearest(tried, reject_memory(a, r));
    return false;
  }
  if (const std::optional<BrokenLimit> broken = broken_limit(q.scenario.goal, r)) {
    keep_nearest(tried, reject_limit(a, r, *broken));
  } else {
    tried.passed.push_back(std::move(r));
  }
  return true;
}

// More hosts answer two failures: memory that one host lacks, and a run or a rate that one host is too slow for.
bool too_slow(const Tried& tried) {
  return tried.passed.empty() && tried.nearest &&
         (tried.nearest->code == "deadline_seconds" || tried.nearest->code == "min_tokens_per_second");
}

// Counts past one host: until two pass (twice the speed may be worth it), or four fit and still break a limit. Where
// one host is too slow, counts that even perfect scaling would leave too slow are passed over.
void try_clusters(const Catalog& catalog, const Question& q, const Accelerator& a, Tried& tried) {
  const Bytes least = least_bytes(q);
  const double enough =
      too_slow(tried) ? static_cast<double>(tried.nearest->count) * (1 + tried.nearest->shortfall) : 0;
  int fitting = 0;
  for (Count n : cluster_counts(catalog, q, a)) {
    if (least.value / n > a.usable.value || static_cast<double>(n) < enough) continue;
    fitting += try_count(catalog, q, a, n, tried);
    if (tried.passed.size() == 2 || fitting == 4) return;
  }
}

// True where more devices do the same work: the step is fixed, or the requests are. Where each device brings a batch of
// its own the fastest is always the largest cluster, which is another task.
bool same_work(const Scenario& s) { return s.task == Task::serve || s.train.global_batch.has_value(); }

// Where one host does the job, larger counts may still do it better by the goal (a step without recomputation, say): on
// as long as each does, so that a looser deadline never hides what a tight one would find.
void go_past_host(const Catalog& catalog, const Question& q, const Accelerator& a, Tried& tried) {
  const GoalSpec& goal = q.scenario.goal;
  if (tried.passed.empty() || (goal.objective == RankBy::speed && !same_work(q.scenario))) return;
  constexpr double clearly = 1.02;
  const auto ahead = [&](const Report& x, const Report& y) { return lead_of(goal, x, y).value_or(0) > clearly; };
  for (std::size_t i = 0; i + 1 < tried.passed.size(); ++i)
    if (!ahead(tried.passed.back(), tried.passed[i])) return;  // fewer than a whole host do as well
  for (Count n : cluster_counts(catalog, q, a)) {
    Report r = report_on(catalog, q, {{&a, n}}, false);
    if (r.fits == Fits::no || broken_limit(goal, r) || !ahead(r, tried.passed.back())) return;
    tried.passed.push_back(std::move(r));
  }
}

Tried try_device(const Catalog& catalog, const Question& q, const Accelerator& a) {
  Tried tried;
  const std::vector<Count> counts = host_counts(catalog, q, a);
  if (counts.empty()) return tried;
  if (const std::optional<Unsupported> why = unsupported(q, a)) {
    tried.nearest = reject_unsupported(a, counts.front(), *why);
    tried.nearest->report = report_on(catalog, q, {{&a, counts.front()}}, false);
    return tried;
  }
  bool fits = false;
  for (Count n : counts) fits = try_count(catalog, q, a, n, tried) || fits;
  if (!fits || too_slow(tried))
    try_clusters(catalog, q, a, tried);
  else
    go_past_host(catalog, q, a, tried);
  if (!tried.passed.empty()) tried.nearest.reset();
  return tried;
}

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
  for (const auto& [a, own] : asked) {
    Tried tried = try_device(catalog, own, *a);
    for (Report& r : worthwhile_counts(goal, std::move(tried.passed))) out.ranked.push_back(std::move(r));
    if (!tried.nearest) continue;
    tried.nearest->nearest_fix = nearest_fix(catalog, own, *a, *tried.nearest);
    out.rejected.push_back(std::move(*tried.nearest));
  }
  rank_reports(goal, out.ranked);
  add_notes(catalog, asked, out.ranked);
  sort_stably(out.rejected.begin(), out.rejected.end(), [](const Rejected& a, const Rejected& b) {
    return a.shortfall != b.shortfall ? a.shortfall < b.shortfall : a.accelerator < b.accelerator;
  });
  out.pareto = pareto_set(goal, out.ranked);
  if (std::optional<Note> tied = ties(catalog, goal, out.ranked)) out.warnings.push_back(std::move(*tied));
  return out;
}

}  // namespace gpusel
