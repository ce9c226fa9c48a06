// How sure a step's time is: the 90 % interval of measured rows without their source (assets/data/calibration.json,
// "train.step_seconds"), by what is trained, narrower where the framework itself was measured, wider for mixtures of
// experts, 8-bit products and context parallelism (one source each), widest on a family of devices without rows. A
// factor each way.
#pragma once

#include "core/time/train_constants.hpp"

namespace gpusel {

// "lora", "multi-host" or "full": rows of these kinds miss by different amounts.
std::string_view speed_stratum(const Case& c);
// Exponent on the stratum's interval.
double speed_widening(const Case& c, const TrainConstants& k);
Spread step_spread(const Case& c, const TrainConstants& k);

}  // namespace gpusel
