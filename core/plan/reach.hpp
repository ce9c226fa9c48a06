// What each training framework can run of its own (documentation of the named release, 2025-2026): tensor, pipeline,
// context parallelism, and which ZeRO stages.
#pragma once

#include "core/domain/enums.hpp"
#include "core/units/units.hpp"

namespace gpusel {

struct Reach {
  bool tp = true, pp = true, cp = true;
  Count lowest_zero = 0, highest_zero = 3;
};
Reach reach_of(Framework f);

}  // namespace gpusel
