#include "core/memory/train_fit.hpp"

#include <algorithm>

#include "core/memory/train_intervals.hpp"

namespace gpusel {
namespace {

double loss_phase(const DeviceBytes& b) { return b.loss.total() + b.dequantised_head; }

// Everything the step ever holds, as if no phase reused another's memory.
double sum_of_phases(const StageMemory& m) {
  const DeviceBytes& b = m.bytes;
  const double resident = b.weights_layers + b.weights_input + b.weights_output + b.weights_tower +
                          b.weights_extra_models + b.adapters + b.master + b.states + b.buckets + b.cublas;
  return resident + b.gradients + b.step_temporary + m.saved + std::max(loss_phase(b), m.live) + b.gathered.backward +
         b.gathered.gradient;
}

// The peak with the loss at what its upcast takes, even where the live tensors are fewer.
double peak_with_upcast_loss(const TrainSetup& s, const StageMemory& m) {
  const LossBytes& loss = m.bytes.loss;
  if (s.t->loss != Loss::full || loss.elements <= 0) return m.allocated.number();
  const double extra = std::max(0.0, upcast_logit_bytes(s) - loss.per_logit) * loss.elements;
  double forward = 0;
  for (const MomentBytes& moment : m.moments)
    if (moment.moment == Moment::forward_end) forward = moment.parts.total().number();
  return std::max(m.allocated.number(), forward + extra);
}

double reserved_bytes(const TrainSetup& s, const StageMemory& m) {
  const double allocated = m.allocated.number();
  double reserved = 0;
  if (s.lora) {
    reserved = s.constants[MemoryConstant::lora_peak] * peak_with_upcast_loss(s, m) +
               s.constants[MemoryConstant::lora_phases] * std::min(loss_phase(m.bytes), m.live);
  } else {
    reserved = s.constants[MemoryConstant::full_peak] * allocated +
               s.constants[MemoryConstant::full_phases] * std::max(0.0, sum_of_phases(m) - allocated);
  }
  if (s.gathered) reserved += s.constants[MemoryConstant::gathered_pool] * allocated;
  return std::max(reserved, allocated);
}

// What must stand beside the live tensors: context and one communicator's buffers.
Bytes outside_pool(const TrainSetup& s, const DeviceTerms& t) {
  return bytes(t.context + std::min(t.libraries, s.constants[MemoryConstant::need_libraries]));
}

Quantity<Bytes> ordered(Quantity<Bytes> q) {
  q.low = min(q.low, q.estimate);
  q.high = max(q.high, q.estimate);
  return q;
}

void cap(Quantity<Bytes>& q, Bytes most) {
  q.low = min(q.low, most);
  q.estimate = min(q.estimate, most);
  q.high = min(q.high, most);
}

// allocated <= reserved <= device, for every end of the interval.
void keep_order(MemoryReport& r) {
  for (Quantity<Bytes>* outer : {&r.reserved, &r.device}) {
    const Quantity<Bytes>& inner = outer == &r.reserved ? r.allocated : r.reserved;
    outer->low = max(outer->low, inner.low);
    outer->estimate = max(outer->estimate, inner.estimate);
    outer->high = max(outer->high, inner.high);
  }
}

Fits verdict(const MemoryReport& r, const DeviceTerms& t) {
  const double usable = r.usable.number();
  if (r.need.estimate > r.usable) return Fits::no;
  // The pool's upper quartile on the measured rows is 1.05 of its estimate.
  const double pool = t.reserved + t.context + t.libraries;
  return r.need.high.number() > 0.98 * usable || pool > 0.95 * usable ? Fits::tight : Fits::yes;
}

}  // namespace

DeviceTerms device_terms(const TrainSetup& s, const StageMemory& m) {
  DeviceTerms t;
  t.allocated = m.allocated.number();
  t.reserved = reserved_bytes(s, m);
  t.context = s.constants[MemoryConstant::context_bytes];
  if (s.c->count > 1 && s.c->layout.layer_split <= 1) t.libraries = s.constants[MemoryConstant::nccl_bytes];
  t.paged = m.bytes.paged;
  return t;
}

Bytes needed_bytes(const TrainSetup& s, const StageMemory& m) {
  return bytes(s.constants[MemoryConstant::need_pool] * m.allocated.number()) + outside_pool(s, device_terms(s, m));
}

void fill_quantities(MemoryReport& r, const TrainSetup& s, const StageMemory& m) {
  const DeviceTerms t = device_terms(s, m);
  r.capacity = m.stage.capacity;
  r.usable = m.stage.usable;
  r.allocated = ordered(spread(m.allocated, training_memory_spread(s, MemoryKindOfNumber::allocated)));
  r.reserved = ordered(spread(bytes(t.reserved), training_memory_spread(s, MemoryKindOfNumber::reserved)));
  const double free = std::max(0.0, r.usable.number() - t.reserved - t.context - t.libraries);
  const double device = t.reserved + t.context + t.libraries + std::min(t.paged, free);
  r.device = ordered(spread(bytes(device), training_memory_spread(s, MemoryKindOfNumber::device)));
  const double small_pool = s.constants[MemoryConstant::need_pool];
  const Bytes outside = outside_pool(s, t);
  r.need = {needed_bytes(s, m), bytes(small_pool * r.allocated.low.number()) + outside,
            bytes(small_pool * r.allocated.high.number() + t.context + t.libraries)};
  const double replicas = static_cast<double>(s.c->count) / static_cast<double>(std::max<Count>(s.c->nodes, 1));
  r.host = ordered(spread(bytes(m.bytes.host * replicas), {0.95, 1.15}));
  keep_order(r);
  r.fits = verdict(r, t);
  if (r.host.estimate > s.c->host_memory && m.bytes.host > 0) r.fits = Fits::no;
  if (r.fits == Fits::no) return;
  // The allocator empties its cache before it fails: what runs stays within the device.
  cap(r.device, r.usable);
  cap(r.reserved, r.usable - outside);
  cap(r.allocated, r.usable - outside);
  keep_order(r);
}

Why device_why(const TrainSetup& s, const StageMemory& m) {
  const DeviceTerms t = device_terms(s, m);
  Why w{"memory.device", t.reserved + t.context + t.libraries, WhyUnit::bytes, "", "", "", {}};
  w.parts.push_back({"memory.allocated", t.allocated, WhyUnit::bytes, "", "", "", {}});
  w.parts.push_back({"memory.reserve",
                     t.reserved - t.allocated,
                     WhyUnit::bytes,
                     s.lora ? "0.055*M + 0.69*min(logits, live)" : "0.02*M + 0.78*(sum of phases - M)",
                     "",
                     "fitted on fms-acceleration rows; c10/cuda/CUDACachingAllocator.cpp",
                     {}});
  w.parts.push_back(
      {"memory.context", t.context, WhyUnit::bytes, "", "", "fitted on driver readings beside the allocator's", {}});
  if (t.libraries > 0)
    w.parts.push_back({"memory.libraries", t.libraries, WhyUnit::bytes, "", "", "fitted, 2 or more devices", {}});
  if (t.paged > 0)
    w.parts.push_back({"memory.paged_states",
                       t.paged,
                       WhyUnit::bytes,
                       "",
                       "",
                       "bitsandbytes paged optimizers: managed memory, may spill to the host",
                       {}});
  return w;
}

}  // namespace gpusel
