// Why a device lost: the one reason with its numbers, as data (code, args) and as an English sentence; and the nearest
// change of the scenario that would admit it, verified by evaluating it.
#pragma once

#include "core/plan/candidates.hpp"
#include "core/plan/compare.hpp"

namespace gpusel {

Rejected reject_unsupported(const Accelerator& a, Count count, const Unsupported& why);
Rejected reject_memory(const Accelerator& a, const Report& report);
Rejected reject_limit(const Accelerator& a, const Report& report, const BrokenLimit& broken);

// The nearest fix of a device's best attempt. `larger` are counts not tried yet (a cluster).
std::optional<Advice> nearest_fix(const Catalog& catalog, const Question& q, const Accelerator& a,
                                  const Rejected& rejected);

}  // namespace gpusel
