// Where the ranking's columns stand for a given width: numbers as wide as their widest cell, the device takes what is
// left.
#pragma once

#include <vector>

#include "ui/panels/ui.hpp"

namespace gpusel::ui {

struct TableLayout {
  float rank = 0, icon = 0, device = 0, device_width = 0;
  float bar = 0, bar_width = 62, memory_right = 0;
  std::vector<float> rights;  // right ends of the task's figures that are shown
  std::size_t first = 0;      // the leftmost of them
  std::size_t hidden = 0;     // how many have no room; state.figure_first turns to them
  float pin = 0;              // centre
};
TableLayout layout_table(const Ui& ui, const view::TableView& table, float x, float width);

// The row of fields under the head, in which each column is filtered; returns its height.
float draw_table_filter(Ui& ui, const TableLayout& layout, const Rect& r);
bool is_filtered(const view::TableView& table);

}  // namespace gpusel::ui
