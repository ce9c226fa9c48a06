// The inner loop of estimate, select and advise: a question on given devices -> the best layout and its report, fast.
// `measure` is evaluate() without cost; where a case does not fit, its time is not computed (best_layout only asks for
// the need).
#pragma once

#include "core/plan/plan.hpp"

namespace gpusel {

enum class Timing { always, when_it_fits, only };  // only: no memory
Report measure(const Case& c, Timing timing);
// Memory's verdict alone.
Fits fits_in_memory(const Case& c);

struct Plan {
  Layout layout;
  Report report;  // with cost, without scenario
};
// Devices, hosts and network from the scenario; layout: what it fixes, else the best.
Plan plan_on(const Catalog& catalog, const Question& q, const std::vector<Device>& devices, bool explain);

// The same as plan_on, with the report's scenario filled.
Report report_on(const Catalog& catalog, const Question& q, const std::vector<Device>& devices, bool explain);

}  // namespace gpusel
