// Measured training speeds as cases that can be timed again and again under other constants, without searching or
// counting memory anew.
#pragma once

#include <memory>

#include "core/plan/plan.hpp"
#include "core/time/train_step.hpp"
#include "measured_rows.hpp"

namespace gpusel::accuracy {

struct SpeedRow {
  std::string id, source, method, framework, family;  // family with its class: "Ampere/datacenter"
  double weight = 0;
  std::array<double, 3> measured{};  // 0: not measured; order of `speed_quantities`
  std::shared_ptr<const Question> question;
  std::shared_ptr<const Scenario> filled;
  Case c;
  bool stands_for(std::string_view group) const { return group.empty() || group == family || group == framework; }
};

// Rows with a speed whose scenario is valid. `catalog` must outlive them.
std::vector<SpeedRow> speed_rows(const Catalog& catalog, const std::vector<MeasuredRow>& rows);

// What a calibration says of a row: the three quantities, the interval of the step and what widened it.
struct Speed {
  std::array<double, 3> values{};
  double widening = 1;
  Spread step;
  bool family_seen = false;
};
Speed speed_of(const SpeedRow& row, const Catalog& calibrated);
// log(step estimated / step measured), by whichever quantity was measured.
double log_error(const SpeedRow& row, const Speed& speed);

}  // namespace gpusel::accuracy
