#include <algorithm>

#include "core/memory/memory.hpp"
#include "core/plan/plan.hpp"
#include "core/time/time.hpp"

namespace gpusel {
namespace {

bool has_speed_data(const Case& c) {
  const Accelerator& a = c.accelerator();
  const double peak = std::max({a.peak.bf16.value, a.peak.fp16.value, a.peak.fp8.value, a.peak.int8.value});
  return a.bandwidth.value > 0 && peak > 0;
}

void append(std::vector<Note>& to, const std::vector<Note>& from) { to.insert(to.end(), from.begin(), from.end()); }

void train(const Case& c, Report& r) {
  r.memory = train_memory(c);
  if (!has_speed_data(c)) return;
  TrainTiming t = train_time(c, r.memory);
  r.energy = train_energy(c, t);
  r.train = std::move(t.report);
  r.bound_by = std::move(t.bounds);
  append(r.assumptions, t.assumptions);
  append(r.warnings, t.warnings);
}

void serve(const Case& c, Report& r) {
  const Count most = max_concurrency(c);
  // An engine's own limit of sequences caps only "max"; a stated concurrency is taken.
  const Count wanted = c.serve().concurrency.value_or(std::min(most, c.catalog->engine(c.serve().engine).max_sequences));
  const Count concurrency = std::max<Count>(1, wanted);
  r.memory = serve_memory(c, concurrency);
  if (!has_speed_data(c)) return;
  ServeTiming t = serve_time(c, r.memory, concurrency, most);
  r.energy = serve_energy(c, t);
  r.serve = std::move(t.report);
  r.bound_by = std::move(t.bounds);
  append(r.assumptions, t.assumptions);
  append(r.warnings, t.warnings);
}

}  // namespace

Report evaluate(const Case& c) {
  Report r;
  if (c.explain) {
    append(r.warnings, c.scenario->notes);
    append(r.warnings, c.shape->notes);
  }
  if (c.scenario->task == Task::train) {
    train(c, r);
  } else {
    serve(c, r);
  }
  if (c.explain && !r.train && !r.serve)
    r.warnings.push_back({"no-speed-data", "The catalogue has no peak rate or bandwidth for this device: memory only.", "/hardware/accelerator", {}});
  r.fits = r.memory.fits;
  r.cost = cost_of(c, r);
  return r;
}

}  // namespace gpusel
