#include "core/time/train_spread.hpp"

#include <cmath>

#include "core/domain/formats.hpp"

namespace gpusel {

std::string_view speed_stratum(const Case& c) {
  if (c.train().method == Method::lora) return "lora";
  return c.nodes > 1 ? "multi-host" : "full";
}

double speed_widening(const Case& c, const TrainConstants& k) {
  const Calibration& calibration = c.catalog->calibration;
  double exponent = 1;
  // A known framework tells nothing about how a device never measured does.
  if (k.framework_seen && k.family_seen) exponent *= calibration.constant("train.widen_known_framework", {}, 1.0);
  if (c.layout.cp > 1) exponent *= calibration.constant("train.widen_context_parallel", {}, 1.3);
  if (c.shape->is_moe()) exponent *= calibration.constant("train.widen_experts", {}, 1.5);
  if (is_narrow(c.train().compute)) exponent *= calibration.constant("train.widen_eight_bit", {}, 1.2);
  return exponent;
}

Spread step_spread(const Case& c, const TrainConstants& k) {
  const Calibration& calibration = c.catalog->calibration;
  Spread s = k.family_seen ? calibration.interval("train.step_seconds", {speed_stratum(c)})
                           : calibration.interval("train.step_seconds", {"family-unseen"});
  const double exponent = speed_widening(c, k);
  s.low = std::pow(s.low, exponent);
  s.high = std::pow(s.high, exponent);
  return s;
}

}  // namespace gpusel
