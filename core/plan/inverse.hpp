// Inverse questions: the largest micro-batch, sequence, rank ... that still fits with its high end (fits: yes),
// everything else as the scenario has it. Exact for whole numbers by doubling and bisection (memory never falls as
// these grow); 0 where not even 1 fits.
#pragma once

#include "core/plan/plan.hpp"

namespace gpusel {

enum class Inverse { micro_batch, sequence_length, lora_rank, lora_adapters, concurrency, context_length };

Count largest_that_fits(const Catalog& catalog, const Question& q, const std::vector<Device>& devices, Inverse what);

}  // namespace gpusel
