// The font bytes inside the program: Latin always, Chinese natively only (the page fetches it when the language asks
// for it). Empty where the build had no font packages.
#pragma once

#include <string_view>

namespace gpusel::app {

std::string_view latin_font(bool semibold);
std::string_view chinese_font(bool semibold);

}  // namespace gpusel::app
