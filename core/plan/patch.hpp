// The RFC 7396 merge patch that turns one scenario into another: only the contract fields that a change of the planner
// can touch. Both scenarios have their defaults filled, so applying the patch to the filled scenario gives the other
// exactly, and applying it to the scenario as it was given plans to the same answer.
#pragma once

#include "core/domain/scenario.hpp"
#include "core/domain/value.hpp"

namespace gpusel {

Value merge_diff(const Scenario& from, const Scenario& to);

}  // namespace gpusel
