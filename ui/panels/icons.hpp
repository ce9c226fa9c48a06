// The 16 x 16 icon set (design section 9), drawn with strokes of 1.5 px: a function of centre, size and colour.
#pragma once

#include <imgui.h>

namespace gpusel::ui {

enum class Icon {
  search,
  undo,
  redo,
  pin,
  link,
  text,
  sun,
  moon,
  down,
  right,
  left,
  check,
  triangle,
  octagon,
  copy,
  close,
  terminal,
  more,
  sort,
  best,
  grid,
  list,
  chart,
  sliders,
  external,
  download,
  book
};

void draw_icon(ImDrawList& draw, Icon icon, ImVec2 centre, ImU32 color, float size = 16);
// The 22-px square with three rising bars.
void draw_logo(ImDrawList& draw, ImVec2 top_left, ImU32 square, ImU32 bars);

}  // namespace gpusel::ui
