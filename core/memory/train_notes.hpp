// What a person must know to read training memory: what the framework is taken to do (k-bit preparation, experts of a
// quantised model, paged states) and which part of the interval stands on no measured run.
#pragma once

#include "core/memory/train_moments.hpp"

namespace gpusel {

void note_memory(MemoryReport& r, const TrainSetup& s, const StageMemory& m);

}  // namespace gpusel
