// What software runs: the parallelism a training framework has of its own (documentation of the named release,
// 2025-2026), the vendors an engine or bitsandbytes has a release for (assets/data/engines.json; bitsandbytes
// installation page: CUDA, ROCm, Intel, Gaudi).
#pragma once

#include "core/domain/catalog.hpp"
#include "core/domain/scenario.hpp"
#include "core/units/units.hpp"

namespace gpusel {

struct Reach {
  bool tp = true, pp = true, cp = true;
  Count lowest_zero = 0, highest_zero = 3;
  bool hybrid = false;  // shards within a group, replicas between groups (FSDP HYBRID_SHARD, HSDP)
};
Reach reach_of(Framework f);

// A list that names nothing admits all: what is wanted, or an engine's vendors.
bool among(const std::vector<std::string>& wanted, std::string_view name);
bool runs_on(const EngineFacts& engine, std::string_view vendor);

// Frozen 4- and 8-bit weights are bitsandbytes'.
bool has_bitsandbytes_weights(const TrainSpec& t);
bool has_bitsandbytes(const Accelerator& a);

}  // namespace gpusel
