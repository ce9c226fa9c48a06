#include "core/memory/train_fit.hpp"

#include <algorithm>

#include "core/memory/train_intervals.hpp"
#include "core/memory/train_pool.hpp"

namespace gpusel {
namespace {

// What must stand beside the live tensors: context and one communicator's buffers.
Bytes outside_pool(const TrainSetup& s, const DeviceTerms& t) {
  return bytes(t.context + std::min(t.libraries, s.constants[MemoryConstant::need_libraries]));
}

Quantity<Bytes> ordered(Quantity<Bytes> q) {
  q.low = min(q.low, q.estimate);
  q.high = max(q.high, q.estimate);
  return q;
}

// A pool near the limit: the allocator empties its cache and tries again, so that it settles below the limit.
constexpr double settled = 0.97;

void cap(Quantity<Bytes>& q, Bytes most) {
  const Bytes below = bytes(settled * most.number());
  q.low = min(q.low, below);
  q.estimate = min(q.estimate, below);
  q.high = min(q.high, most);
}

void raise_high(MemoryReport& r, Bytes more) {
  for (Quantity<Bytes>* q : {&r.allocated, &r.reserved, &r.device}) q->high = q->high + more;
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
  t.reserved = pool_bytes(pool_terms(s, m), s.constants);
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
  raise_high(r, bytes(m.unfused));
  const double small_pool = s.constants[MemoryConstant::need_pool];
  const Bytes outside = outside_pool(s, t);
  r.need = {needed_bytes(s, m), bytes(small_pool * r.allocated.low.number()) + outside,
            bytes(small_pool * r.allocated.high.number() + t.context + t.libraries)};
  const double replicas = static_cast<double>(s.c->count) / static_cast<double>(std::max<Count>(s.c->nodes, 1));
  r.host = ordered(spread(bytes(m.bytes.host * replicas), {0.95, 1.15}));
  keep_order(r);
  r.fits = verdict(r, t);
  if (m.bytes.host > 0) r.host_short = max(Bytes(0), r.host.estimate - s.c->host_memory);
  if (r.host_short.value > 0) r.fits = Fits::no;
  if (r.fits == Fits::no) return;
  // The allocator empties its cache before it fails: what runs stays within the device.
  cap(r.device, r.usable);
  cap(r.reserved, r.usable - outside);
  r.allocated.high = min(r.allocated.high, r.usable - outside);
  keep_order(r);
}

Why device_why(const TrainSetup& s, const StageMemory& m) {
  const DeviceTerms t = device_terms(s, m);
  Why w{"memory.device", t.reserved + t.context + t.libraries, WhyUnit::bytes, "", "", "", {}};
  w.parts.push_back({"memory.allocated", t.allocated, WhyUnit::bytes, "", "", "", {}});
  w.parts.push_back({"memory.reserve",
                     t.reserved - t.allocated,
                     WhyUnit::bytes,
                     pool_formula(pool_terms(s, m), s.constants),
                     "",
                     "fitted on measured rows (tests/accuracy); c10/cuda/CUDACachingAllocator.cpp",
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
