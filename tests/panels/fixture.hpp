// A ViewModel made by hand (the design's first mock-up), so that the panels are tested without the core, and strings
// for it.
#pragma once

#include <string>
#include <string_view>

#include "ui/view/view_model.hpp"

namespace gpusel::fixture {

view::ViewModel lora_on_5090();
std::string text(std::string_view key);

}  // namespace gpusel::fixture
