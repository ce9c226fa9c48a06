#include "core/plan/attempt.hpp"

#include "core/plan/candidates.hpp"
#include "core/plan/compare.hpp"
#include "core/plan/metrics.hpp"
#include "core/plan/planner.hpp"
#include "core/plan/verdict.hpp"

namespace gpusel {
namespace {

void keep_nearest(Attempt& tried, Rejected rejected) {
  // A limit that is broken is nearer than memory that does not suffice.
  const bool nearer = !tried.nearest || (tried.nearest->code == "memory" && rejected.code != "memory") ||
                      ((tried.nearest->code == "memory") == (rejected.code == "memory") &&
                       coarse(rejected.shortfall) < coarse(tried.nearest->shortfall));
  if (nearer) tried.nearest = std::move(rejected);
}

// True where it fits in memory.
bool try_count(const Catalog& catalog, const Question& q, const Accelerator& a, Count count, Attempt& tried) {
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
bool too_slow(const Attempt& tried) {
  return tried.passed.empty() && tried.nearest && is_speed_limit(tried.nearest->code);
}

// Counts past one host: until two pass (twice the speed may be worth it), or four fit and still break a limit. Where
// it is too slow, counts that even perfect scaling would leave too slow are passed over.
void try_clusters(const Catalog& catalog, const Question& q, const Accelerator& a, Attempt& tried) {
  const Bytes least = least_bytes(q);
  int fitting = 0;
  for (Count n : cluster_counts(catalog, q, a)) {
    const double enough =
        too_slow(tried) ? static_cast<double>(tried.nearest->count) * (1 + tried.nearest->shortfall) : 0;
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
void go_past_host(const Catalog& catalog, const Question& q, const Accelerator& a, Attempt& tried) {
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

}  // namespace

Attempt try_device(const Catalog& catalog, const Question& q, const Accelerator& a) {
  Attempt tried;
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

}  // namespace gpusel
