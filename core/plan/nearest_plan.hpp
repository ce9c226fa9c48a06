// The answer to a question that nothing meets: the plans nearest to it. A candidate is the best attempt of a device
// with the change that admits it (nearest_fix), or more of a device than the question allows, its other limits moved to
// what that has; where only some devices are asked for, others too. How far a candidate is from the question is
// measured in logarithms: sqrt(sum of ln(to / from)^2 over the numbers that move), a change of settings, of the device
// or of a limit on what is not known counting as the factors below. Twice the devices is as far as half the deadline
// missed, and a little of both is nearer than much of one. Of the candidates that ask for the same kinds of change
// (settings, devices, limits, other hardware) the nearest is told, and one that asks for more kinds only where it is
// nearer. Each is verified: with its change in the question, select() ranks it.
#pragma once

#include "core/plan/nearest_fix.hpp"
#include "core/plan/plan.hpp"

namespace gpusel {

// A device that failed, as it was asked, and what would admit it within its count.
struct Failed {
  const Accelerator* device = nullptr;
  const Question* asked = nullptr;
  const Rejected* rejected = nullptr;  // its best attempt
  std::optional<Fix> fix;
};

// At most three, nearest first.
std::vector<NearestPlan> nearest_plans(const Catalog& catalog, const Question& q, const std::vector<Failed>& failed);

}  // namespace gpusel
