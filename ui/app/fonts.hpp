// Puts the fonts into Dear ImGui: IBM Plex Sans at two weights from the program, Noto Sans SC merged into both once its
// bytes are there.
#pragma once

#include <string_view>

#include "ui/panels/theme.hpp"

namespace gpusel::app {

// Empty bytes: Dear ImGui's built-in face stands in (a build without the font packages).
ui::Fonts add_latin(std::string_view regular, std::string_view semibold);
// Call between frames. The bytes are copied. False when they are no TrueType font.
bool add_chinese(const ui::Fonts& fonts, std::string_view ttf, bool semibold);

}  // namespace gpusel::app
