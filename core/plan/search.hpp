// The settings of a training step that are left open where only its global batch is given: layout, micro-batch,
// accumulation, recomputation and virtual stages. micro_batch * gradient_accumulation * dp is the global batch (the
// next above it where the devices do not divide it). Two passes: every layout in its smallest form, then the settings
// of the best few; memory only grows with the micro-batch, so the first that does not fit ends its row.
#pragma once

#include "core/plan/plan.hpp"

namespace gpusel {

// Whether the planner chooses these settings for the scenario.
bool leaves_step_open(const Scenario& scenario);
// Writes the best settings into `scenario` (the case's own, from here on) and returns the best layout.
Layout search_step(Case c, Scenario& scenario, const std::vector<Layout>& choices);

}  // namespace gpusel
