// What the caching allocator holds (reserved) for given live tensors. Phases do not share segments freely: full
// training keeps part of the sum over its phases beside the peak; with adapters on one device part of the smaller of
// loss and live layer stays beside it (under FSDP the kept inputs fill that); gathers on a second stream have segments
// of their own. Bytes. The law was found on fms-acceleration and bigscience rows; its factors are fitted with each
// source left out in turn (tests/accuracy, calibration.json "memory.reserved.*").
#pragma once

#include "core/memory/train_moments.hpp"

namespace gpusel {

struct PoolTerms {
  bool lora = false, gathered = false, kbit = false;
  double allocated = 0;
  double upcast_peak = 0;  // the peak with the loss at what its upcast takes, even where the live tensors are fewer
  double phases = 0;       // everything the step ever holds, as if no phase reused another's memory
  double overlap = 0;      // the smaller of loss and live layer
};

PoolTerms pool_terms(const TrainSetup& s, const StageMemory& m);
double pool_bytes(const PoolTerms& t, const MemoryConstants& k);
// "0.02*M + 0.8*(sum of phases - M)": the reserve's formula with the constants in force.
std::string pool_formula(const PoolTerms& t, const MemoryConstants& k);

}  // namespace gpusel
