// Draws a chart's list of marks (geometry made once in ui/view, drawn here and as SVG), and finds the mark a pointer
// means.
#pragma once

#include <string>

#include "ui/panels/ui.hpp"

namespace gpusel::ui {

void draw_marks(const Ui& ui, const std::vector<view::Mark>& marks, ImVec2 origin, std::string_view highlighted);
// Key of the nearest keyed mark within `reach` pixels of a point given relative to the origin, or "".
std::string nearest_key(const std::vector<view::Mark>& marks, float x, float y, float reach);

}  // namespace gpusel::ui
