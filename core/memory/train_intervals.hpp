// Which calibrated 90 % interval a training case gets: the framework's own where rows of it were measured, the general
// one elsewhere, widened (in log space) with the distance from what was measured: experts, fp8, context
// parallelism, several hosts, other device families.
#pragma once

#include "core/memory/train_setup.hpp"

namespace gpusel {

enum class MemoryKindOfNumber { allocated, reserved, device };

Spread training_memory_spread(const TrainSetup& s, MemoryKindOfNumber kind);
// Whether memory of the framework was measured: else it gets the general interval.
bool has_measured_framework(const TrainSetup& s);
// The factor on the interval's logarithm; 1 within what was measured.
double widening(const TrainSetup& s);

}  // namespace gpusel
