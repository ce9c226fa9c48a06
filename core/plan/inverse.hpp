// Inverse questions: the largest micro-batch, sequence, rank ... that still fits, everything else as the scenario has
// it: with its high end (`surely` yes), or by its estimate alone (`surely` tight). Exact for whole numbers by doubling
// and bisection (memory never falls as these grow); 0 where not even 1 fits.
#pragma once

#include "core/plan/plan.hpp"
#include "core/plan/setting.hpp"

namespace gpusel {

Count largest_that_fits(const Catalog& catalog, const Question& q, const std::vector<Device>& devices, Setting what,
                        Fits surely = Fits::yes);

}  // namespace gpusel
