// Which linears a LoRA adapter sits on, and how many parameters it has: r * (in + out) for each target, with the true
// shapes (GQA, fused qkv, experts). Hu et al. 2021 (2106.09685); module names as peft's target_modules.
#pragma once

#include <string_view>

#include "core/domain/scenario.hpp"
#include "core/domain/shape.hpp"

namespace gpusel {

// A module name of peft's target_modules means this linear: its name in the checkpoint, or the usual name of its role.
bool is_named(const LinearShape& linear, std::string_view target);
bool is_adapted(const LinearShape& linear, const LoraSpec& lora);
// Adapter parameters of one linear (all its copies), one adapter.
Count adapter_parameters(const LinearShape& linear, Count rank);
// The same on one of `tp` tensor-parallel devices: the factor on the split side is split, the other is replicated.
double adapter_parameters_per_device(const LinearShape& linear, Count rank, double tp, double ep);

}  // namespace gpusel
