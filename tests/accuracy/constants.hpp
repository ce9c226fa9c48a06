// The few constants of the step from live tensors to the driver's number that no formula gives: the allocator's law and
// what stands outside it. Each is shrunk towards a general value (the fallback of core/memory/train_constants: what
// PyTorch's allocator and CUDA contexts commonly take), a framework's own towards the general one, so that what was
// never measured falls back sensibly. Coordinate search on the log error of driver and allocator readings, every source
// counting alike; deterministic, milliseconds.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "measured_rows.hpp"

namespace gpusel::accuracy {

using Keep = std::function<bool(const MeasuredRow&)>;

struct FittedConstant {
  std::string key, group;
  double prior = 0, value = 0;
  int rows = 0, sources = 0;  // readings it was fitted to
};

std::vector<FittedConstant> fit_constants(const std::vector<MeasuredRow>& rows, const Keep& keep);
// Puts them in place of the same keys and groups.
void store(Calibration& calibration, const std::vector<FittedConstant>& fitted);
// Reserved and device memory of a row by a calibration's constants, before the interval.
struct Readings {
  double reserved = 0, device = 0;
};
Readings readings_of(const MeasuredRow& row, const MemoryConstants& constants);

}  // namespace gpusel::accuracy
