#include "core/memory/train_intervals.hpp"

#include <array>
#include <cmath>

namespace gpusel {
namespace {

constexpr std::array<std::string_view, 3> quantities{"memory.allocated_bytes", "memory.reserved_bytes", "memory.device_bytes"};

double constant(const TrainSetup& s, std::string_view key, double fallback) {
  for (const Constant& c : s.c->catalog->calibration.constants)
    if (c.key == key) return c.value;
  return fallback;
}

}  // namespace

double widening(const TrainSetup& s) {
  double k = 1;
  const Accelerator& a = s.c->accelerator();
  const bool measured_family = a.vendor == "NVIDIA";
  if (s.m->is_moe()) k *= constant(s, "memory.widen.experts", 1.5);
  if (s.linear_in < s.width) k *= constant(s, "memory.widen.fp8", 1.5);
  if (s.c->nodes > 1) k *= constant(s, "memory.widen.hosts", 1.2);
  if (!measured_family) k *= constant(s, "memory.widen.family", 2.0);
  return k;
}

Spread training_memory_spread(const TrainSetup& s, MemoryKindOfNumber kind) {
  const std::string_view framework = to_string(s.t->framework);
  const std::string_view devices = s.c->count > 1 ? "train/multi-device" : "train/single-device";
  Spread spread = s.c->catalog->calibration.interval(quantities[static_cast<std::size_t>(kind)], {framework, devices, "train"});
  const double k = widening(s);
  spread.low = std::pow(spread.low, k);
  spread.high = std::pow(spread.high, k);
  return spread;
}

}  // namespace gpusel
