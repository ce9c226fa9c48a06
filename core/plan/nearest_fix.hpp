// The nearest change of the scenario that would admit a rejected device, verified by evaluating it: one setting, more
// of the device, several settings together; and where none of these is enough, the limits it would pass.
#pragma once

#include "core/plan/candidates.hpp"
#include "core/plan/plan.hpp"

namespace gpusel {

// `rejected` is the device's best attempt.
std::optional<Advice> nearest_fix(const Catalog& catalog, const Question& q, const Accelerator& a,
                                  const Rejected& rejected);

}  // namespace gpusel
