#include "core/memory/memory.hpp"
#include "core/memory/train_fit.hpp"
#include "core/memory/train_notes.hpp"

namespace gpusel {
namespace {

// The stage closest to its device's limit: with equal devices the largest.
const StageMemory& fullest(const std::vector<StageMemory>& stages) {
  const StageMemory* worst = &stages.front();
  for (const StageMemory& m : stages)
    if (m.allocated.number() * worst->stage.usable.number() > worst->allocated.number() * m.stage.usable.number())
      worst = &m;
  return *worst;
}

StageMemory fullest_stage(const TrainSetup& s) {
  const LayerStack stack = layer_stack(s);
  std::vector<StageMemory> stages;
  for (const TrainStage& stage : train_stages(s, stack.order.size())) stages.push_back(stage_memory(s, stack, stage));
  return fullest(stages);
}

// The largest share of layers that can keep the selective policy's tensors. The need is convex in it: interpolating is
// safe.
double fitting_share(const TrainSetup& s, const StageMemory& all) {
  TrainSetup none = s;
  none.selective_share = 0;
  const double most = needed_bytes(s, all).number(), least = needed_bytes(none, fullest_stage(none)).number();
  const double usable = all.stage.usable.number();
  if (most <= usable) return 1;
  return least >= usable ? 0 : 0.999 * (usable - least) / (most - least);
}

void explain(MemoryReport& r, const TrainSetup& s, const StageMemory& m) {
  r.why = book_moment(s, m, m.peak, true).why("memory.allocated");
  r.why_device = device_why(s, m);
}

}  // namespace

StageMemory fullest_device(TrainSetup& s) {
  StageMemory m = fullest_stage(s);
  if (s.chooses_blocks() && m.allocated.value > 0) {
    s.selective_share = fitting_share(s, m);
    if (s.selective_share < 1) m = fullest_stage(s);
  }
  return m;
}

MemoryReport train_memory(const Case& c) {
  TrainSetup s = train_setup(c);
  const StageMemory m = fullest_device(s);
  MemoryReport r;
  r.moments = m.moments;
  r.peak = m.peak;
  for (const MomentBytes& moment : m.moments)
    if (moment.moment == m.peak) r.parts = moment.parts;
  fill_quantities(r, s, m);
  if (c.explain) {
    explain(r, s, m);
    note_memory(r, s, m);
  }
  return r;
}

}  // namespace gpusel
