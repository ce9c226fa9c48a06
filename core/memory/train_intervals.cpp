#include "core/memory/train_intervals.hpp"

#include <array>
#include <cmath>
#include <string>

namespace gpusel {
namespace {

constexpr std::array<std::string_view, 3> quantities{"memory.allocated_bytes", "memory.reserved_bytes",
                                                     "memory.device_bytes"};

std::string condition_of(const TrainSetup& s) { return "train/" + std::string(to_string(s.t->framework)); }

}  // namespace

bool has_measured_framework(const TrainSetup& s) {
  const std::string own = condition_of(s);
  for (const Interval& i : s.c->catalog->calibration.intervals)
    if (i.condition == own && i.quantity.rfind("memory.", 0) == 0) return true;
  return false;
}

double widening(const TrainSetup& s) {
  double k = 1;
  const Accelerator& a = s.c->accelerator();
  const bool measured_family = a.vendor == "NVIDIA";
  if (s.m->is_moe()) k *= s.constants[MemoryConstant::widen_experts];
  if (s.m->modality == Modality::diffusion) k *= s.constants[MemoryConstant::widen_diffusion];
  if (s.linear_in < s.width) k *= s.constants[MemoryConstant::widen_fp8];
  if (s.quantised && s.t->weights == WeightFormat::int8) k *= s.constants[MemoryConstant::widen_int8];
  if (s.c->layout.cp > 1) k *= s.constants[MemoryConstant::widen_context];
  if (s.c->nodes > 1) k *= s.constants[MemoryConstant::widen_hosts];
  if (!measured_family) k *= s.constants[MemoryConstant::widen_family];
  return k;
}

Spread training_memory_spread(const TrainSetup& s, MemoryKindOfNumber kind) {
  const std::string own = condition_of(s);
  Spread spread = s.c->catalog->calibration.interval(quantities[static_cast<std::size_t>(kind)], {own, "train"});
  const double k = widening(s);
  spread.low = std::pow(spread.low, k);
  spread.high = std::pow(spread.high, k);
  return spread;
}

}  // namespace gpusel
