// The vendors an engine or bitsandbytes has a release for (assets/data/engines.json; bitsandbytes installation page:
// CUDA, ROCm, Intel, Gaudi). What a training framework can do stands in assets/data/frameworks.json.
#pragma once

#include "core/domain/catalog.hpp"
#include "core/domain/scenario.hpp"

namespace gpusel {

// A list that names nothing admits all: what is wanted, or an engine's vendors.
bool among(const std::vector<std::string>& wanted, std::string_view name);

// Frozen 4- and 8-bit weights are bitsandbytes'.
bool has_bitsandbytes_weights(const TrainSpec& t);
bool has_bitsandbytes_optimizer(const TrainSpec& t);
bool has_bitsandbytes(const Accelerator& a);

// Whether a framework holds what full training trains so.
bool holds(const FrameworkReach& reach, Recipe recipe);

}  // namespace gpusel
