// The font bytes inside the program: Latin always, Chinese natively only (the page fetches it when the language asks
// for it). Empty where the build had no font packages.
#pragma once

#include <string_view>

namespace gpusel::app {

std::string_view latin_font(bool semibold);
std::string_view chinese_font(bool semibold);
std::string_view language_name_font();  // the two signs of a button that offers Chinese

}  // namespace gpusel::app
