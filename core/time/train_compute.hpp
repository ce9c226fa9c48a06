// Seconds one device computes in one micro-step, term by term (estimation.md sec. 4.2): matrix products at their
// efficiency by size, attention, element-wise kernels and adapters by bandwidth, 4-bit weights rebuilt, and the floor
// that launching kernels sets.
#pragma once

#include "core/time/train_work.hpp"

namespace gpusel {

struct TrainCompute {
  Seconds linear, expert, head, attention, elementwise, adapter, loss, dequantise, generation, tower;
  Seconds launch;             // floor: a maximum with the sum, never added
  double hardware_flops = 0;  // recompute counted
  double bytes = 0;           // moved by the memory-bound terms
  double efficiency = 0;      // of the dense products
  Seconds sum() const {
    return linear + expert + head + attention + elementwise + adapter + loss + dequantise + generation + tower;
  }
  Seconds total() const { return max(sum(), launch); }
  bool launch_bound() const { return launch > sum(); }
};

// eta_c of the dense products: family ceiling, width, tokens, precision, framework.
double matmul_efficiency(const TrainSetup& s, const TrainConstants& k, double width, double tokens);
TrainCompute train_compute(const TrainSetup& s, const TrainConstants& k, const TrainWork& w);

}  // namespace gpusel
