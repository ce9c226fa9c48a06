// Which engine serves on a device: the one the scenario names where it has a release for the device's vendor, else what
// usually serves there (assets/data/engines.json, "defaults"); and what the answer says about it.
#pragma once

#include "core/plan/plan.hpp"

namespace gpusel {

bool runs_on(const EngineFacts& engine, const Accelerator& a);
// The first default row that holds the device and the format.
Engine usual_engine(const Catalog& catalog, const Accelerator& a, WeightFormat format);
// Names the device's usual engine in a serving question that names none, with the defaults that hang on it.
void settle_engine(const Catalog& catalog, Question& q, const Accelerator& a);
// Puts the device's usual engine in the place of one that does not run there, and notes it.
void replace_engine(const Catalog& catalog, Question& q, const Accelerator& a);
// A note where the engine is not made for a device's vendor (assets/data/engines.json: vendors).
void note_engine(const Catalog& catalog, Question& q, const std::vector<Device>& devices);

}  // namespace gpusel
