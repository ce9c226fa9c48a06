// The memory bar: parts in contract order, the card's outline, the usable line, and the lane with the interval (design
// section 7). Fractions of the ViewModel times the width given here; nothing is computed from bytes.
#pragma once

#include "ui/panels/ui.hpp"

namespace gpusel::ui {

struct BarPlace {
  float x = 0, y = 0, width = 0, height = 32;  // of the bar itself, without labels and lane
};
void draw_memory_bar(const Ui& ui, const view::MemoryView& memory, const BarPlace& place);
// The labels over and under the bar: usable, card, interval, free room.
void draw_bar_labels(const Ui& ui, const view::MemoryView& memory, const BarPlace& place);

// A table row's bar: share of this card, whisker and high end.
void draw_mini_bar(const Ui& ui, const view::RowView& row, float x, float cy, float width);

}  // namespace gpusel::ui
