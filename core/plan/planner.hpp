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

// Requests decoded together: as asked; for "max" as many as fit (`most`) and the engine's own limit of sequences, one
// for each replica, admits. At least 1.
Count requests_in_force(const Case& c, Count most);

// The case with its best layout and, where the step is left open, the settings that were found: those it holds in
// `searched`, which must outlive it, as `q` must. What its layouts shared stays in it.
Case best_case(const Catalog& catalog, const Question& q, const std::vector<Device>& devices, Scenario& searched);

// Devices, hosts and network from the scenario; layout: what it fixes, else the best. With the report's scenario
// filled.
Report report_on(const Catalog& catalog, const Question& q, const std::vector<Device>& devices, bool explain);

}  // namespace gpusel
