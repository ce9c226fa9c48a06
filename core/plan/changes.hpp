// Every single change of a scenario that the planner may propose, cheapest for the user first: what leaves the result
// alone (a fused loss), what costs time (recomputation, offload), what changes numerics (8-bit states), what changes
// the task (QLoRA, a shorter sequence), what costs hardware. A change is a whole scenario; what it does is measured by
// evaluating it.
#pragma once

#include <string>
#include <vector>

#include "core/plan/plan.hpp"

namespace gpusel {

// How much a change asks of the user; lower is tried first.
enum class Burden { free, time, numerics, task, offload, hardware };

struct Change {
  std::string code;  // i18n key "adv." + code
  Burden burden = Burden::free;
  std::vector<std::pair<std::string, std::string>> args;
  std::string why;  // English: what the change does
  Scenario scenario;
};

// Changes of the settings; `report` says what is worth proposing (its scenario is the starting point, layout left open
// unless fixed).
std::vector<Change> setting_changes(const Catalog& catalog, const Question& q, const Report& report);
// More of the same device, and devices with more memory.
std::vector<Change> hardware_changes(const Catalog& catalog, const Question& q, const Report& report);
// Devices of a report's scenario, resolved; empty where an id is unknown.
std::vector<Device> devices_for(const Catalog& catalog, const Question& q, const Scenario& scenario);

}  // namespace gpusel
