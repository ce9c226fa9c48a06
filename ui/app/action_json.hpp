// An Action as the page's text view sends it: {"kind": "set_field", "path": "train.micro_batch", "value": 2, "text":
// "..."}.
#pragma once

#include <optional>
#include <string_view>

#include "ui/view/view_model.hpp"

namespace gpusel::app {

std::optional<view::Action> read_action(std::string_view json);

}  // namespace gpusel::app
