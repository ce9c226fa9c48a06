// assets/data/calibration.json with training memory's constants and intervals replaced; every other line stays as it
// is.
#pragma once

#include <string>

#include "intervals.hpp"

namespace gpusel::accuracy {

std::string with_fit(const std::string& file, const std::vector<FittedConstant>& constants,
                     const std::vector<Interval>& intervals);

}  // namespace gpusel::accuracy
