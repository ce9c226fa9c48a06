// The names of the actions in JSON: what the text view, the tests and the command line of the window send.
#pragma once

#include <string_view>

#include "ui/view/view_model.hpp"

namespace gpusel::view {

std::string_view action_name(Action::Kind kind);
Action::Kind action_kind(std::string_view name);  // none where the name is unknown

}  // namespace gpusel::view
