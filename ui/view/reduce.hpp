// Action -> Scenario or ViewState. Pure: the session commits the result after the core has answered it.
#pragma once

#include "ui/view/build.hpp"

namespace gpusel::view {

bool changes_scenario(Action::Kind kind);

// The scenario an action asks for. An Error leaves the present one in place; its message is localised already.
Result<Scenario> reduce_scenario(const Scenario& present, const Action& action, const Catalog& catalog,
                                 const Strings& strings);

// Sorting, filters, selection, pins, tabs. True when the view must be built again.
bool reduce_state(ViewState& state, const Action& action);

// What the page opens with, which is also the first starting point: LoRA of Llama 3 8B on 20 M tokens with one card of
// at most $2,000; everything else at its default.
Scenario default_scenario(const Catalog& catalog);

}  // namespace gpusel::view
