#include "core/memory/train_pool.hpp"

#include <algorithm>

namespace gpusel {
namespace {

double loss_phase(const DeviceBytes& b) { return b.loss.total() + b.dequantised_head; }

double sum_of_phases(const StageMemory& m) {
  const DeviceBytes& b = m.bytes;
  const double resident = b.weights_layers + b.weights_input + b.weights_output + b.weights_tower +
                          b.weights_extra_models + b.adapters + b.master + b.states + b.buckets + b.cublas;
  return resident + b.gradients + b.step_temporary + m.saved + std::max(loss_phase(b), m.live) + b.gathered.backward +
         b.gathered.gradient;
}

double peak_with_upcast_loss(const TrainSetup& s, const StageMemory& m) {
  const LossBytes& loss = m.bytes.loss;
  if (s.t->loss != Loss::full || loss.elements <= 0) return m.allocated.number();
  const double extra = std::max(0.0, upcast_logit_bytes(s) - loss.per_logit) * loss.elements;
  double forward = 0;
  for (const MomentBytes& moment : m.moments)
    if (moment.moment == Moment::forward_end) forward = moment.parts.total().number();
  return std::max(m.allocated.number(), forward + extra);
}

}  // namespace

PoolTerms pool_terms(const TrainSetup& s, const StageMemory& m) {
  PoolTerms t;
  t.lora = s.lora;
  t.gathered = s.gathered;
  t.kbit = s.quantised;
  t.allocated = m.allocated.number();
  t.upcast_peak = peak_with_upcast_loss(s, m);
  t.phases = sum_of_phases(m);
  t.overlap = std::min(loss_phase(m.bytes), m.live);
  return t;
}

double pool_bytes(const PoolTerms& t, const MemoryConstants& k) {
  double pool = 0;
  if (t.lora) {
    pool = k[MemoryConstant::lora_peak] * t.upcast_peak;
    if (!t.gathered) pool += k[MemoryConstant::lora_phases] * t.overlap;
    if (t.gathered && t.kbit) pool += k[MemoryConstant::kbit_gathered];
  } else {
    pool = k[MemoryConstant::full_peak] * t.allocated +
           k[MemoryConstant::full_phases] * std::max(0.0, t.phases - t.allocated) +
           k[MemoryConstant::full_overlap] * t.overlap;
  }
  if (t.gathered) pool += k[MemoryConstant::gathered_pool] * t.allocated;
  return std::max(pool, t.allocated);
}

std::string pool_formula(const PoolTerms& t, const MemoryConstants& k) {
  const auto n = [&](MemoryConstant c) { return formula_number(k[c]); };
  std::string text = t.lora ? n(MemoryConstant::lora_peak) + "*M" : n(MemoryConstant::full_peak) + "*M";
  if (t.lora && !t.gathered) text += " + " + n(MemoryConstant::lora_phases) + "*min(logits, live)";
  if (!t.lora)
    text += " + " + n(MemoryConstant::full_phases) + "*(sum of phases - M) + " + n(MemoryConstant::full_overlap) +
            "*min(logits, live)";
  if (t.gathered) text += " + " + n(MemoryConstant::gathered_pool) + "*M";
  return text + " - M";
}

}  // namespace gpusel
