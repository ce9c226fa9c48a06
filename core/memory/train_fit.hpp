// From live tensors to what the driver shows, and to the verdict. Reserved: the caching allocator's segments; phases do
// not share segments, so part of their sum stays beside the peak. Device: reserved + context and libraries (+ paged
// states up to what is free). Need: what must fit, a pool that can shrink left out: 1.02 * allocated + context.
// Constants are fitted (assets/data/calibration.json, keys "memory.*"); their law and rows: estimation.md sec. 3.7.
#pragma once

#include "core/memory/train_moments.hpp"

namespace gpusel {

struct DeviceTerms {
  double allocated = 0, reserved = 0, context = 0, libraries = 0, paged = 0;
};

DeviceTerms device_terms(const TrainSetup& s, const StageMemory& m);
// The device closest to its limit; sets the share of layers that selective recomputation can keep.
StageMemory fullest_device(TrainSetup& s);
// What must fit into `usable`: the estimate of MemoryReport::need.
Bytes needed_bytes(const TrainSetup& s, const StageMemory& m);
// Fills allocated, reserved, device, host, need, capacity, usable and fits.
void fill_quantities(MemoryReport& r, const TrainSetup& s, const StageMemory& m);
Why device_why(const TrainSetup& s, const StageMemory& m);

}  // namespace gpusel
