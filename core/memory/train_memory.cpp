#include "core/memory/memory.hpp"
#include "core/memory/train_fit.hpp"

namespace gpusel {
namespace {

// The stage closest to its device's limit: with equal devices the largest.
const StageMemory& fullest(const std::vector<StageMemory>& stages) {
  const StageMemory* worst = &stages.front();
  for (const StageMemory& m : stages)
    if (m.allocated.number() * worst->stage.usable.number() > worst->allocated.number() * m.stage.usable.number()) worst = &m;
  return *worst;
}

void explain(MemoryReport& r, const TrainSetup& s, const StageMemory& m) {
  r.why = book_moment(s, m, m.peak, true).why("memory.allocated");
  r.why_device = device_why(s, m);
}

}  // namespace

MemoryReport train_memory(const Case& c) {
  const TrainSetup s = train_setup(c);
  const LayerStack stack = layer_stack(s);
  std::vector<StageMemory> stages;
  for (const TrainStage& stage : train_stages(s, stack.order.size())) stages.push_back(stage_memory(s, stack, stage));
  const StageMemory& m = fullest(stages);
  MemoryReport r;
  r.moments = m.moments;
  r.peak = m.peak;
  for (const MomentBytes& moment : m.moments)
    if (moment.moment == m.peak) r.parts = moment.parts;
  fill_quantities(r, s, m);
  if (c.explain) explain(r, s, m);
  return r;
}

}  // namespace gpusel
