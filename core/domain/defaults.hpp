// The contract's conditional defaults: what a field that is not given stands for, where that depends on other fields of
// the same scenario or on the catalogue's engine and framework rows (contract/README.md, columns "default"). Plain
// defaults are the initialisers in domain/scenario.hpp; what the planner chooses (layout, hosts) stays unset here.
#pragma once

#include "core/domain/catalog.hpp"
#include "core/domain/scenario.hpp"

namespace gpusel {

// Fills recipe, kernels and context_length, and where the engine is known kv_cache and memory_utilization; what is
// given stays as it is. Idempotent.
Scenario fill_defaults(Scenario scenario, const Catalog& catalog);

// One rule each, for whoever needs only that one.
Recipe default_recipe(Method method);
Kernels default_kernels(Framework framework, const Catalog& catalog);
KvFormat default_kv_cache(WeightFormat weights, Engine engine);
double default_memory_utilization(Engine engine, const Catalog& catalog);

}  // namespace gpusel
