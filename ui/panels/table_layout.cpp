#include "ui/panels/table_layout.hpp"

#include <algorithm>

#include "ui/panels/paint.hpp"

namespace gpusel::ui {

namespace {

constexpr std::size_t fixed_columns = 3;  // rank, device, memory

std::vector<float> figure_widths(const Ui& ui, const view::TableView& t) {
  std::vector<float> widths;
  for (std::size_t c = fixed_columns; c < t.columns.size(); ++c) {
    float w = text_width(ui, t.columns[c].label, Type::small_strong) + (t.sorted_by == t.columns[c].id ? 14.0F : 0.0F);
    for (const view::RowView& row : t.rows)
      if (c - fixed_columns < row.cells.size())
        w = std::max(w, text_width(ui, row.cells[c - fixed_columns], Type::body));
    widths.push_back(w);
  }
  return widths;
}

float memory_width(const Ui& ui, const view::TableView& t) {
  float w = text_width(ui, "00.0 / 00.0", Type::body);
  for (const view::RowView& row : t.rows) w = std::max(w, text_width(ui, row.memory, Type::body));
  return w;
}

// The widest name, within reason: a name is not shortened to make room for the mini bar.
float device_names(const Ui& ui, const view::TableView& t) {
  float w = 0;
  for (const view::RowView& row : t.rows)
    w = std::max(w, text_width(ui, row.device, row.selected ? Type::body_strong : Type::body));
  return std::min(w, 230.0F);
}

// From `first` on as many as fit, then those before it.
void keep_those_with_room(std::size_t first, float gap, float room, std::vector<float>& widths, TableLayout& l) {
  const std::size_t all = widths.size();
  l.first = first < all ? first : 0;
  std::size_t end = l.first;
  while (end < all && room >= widths[end] + gap) room -= widths[end++] + gap;
  while (l.first > 0 && room >= widths[l.first - 1] + gap) room -= widths[--l.first] + gap;
  widths.erase(widths.begin() + static_cast<std::ptrdiff_t>(end), widths.end());
  widths.erase(widths.begin(), widths.begin() + static_cast<std::ptrdiff_t>(l.first));
  l.hidden = all - widths.size();
}

}  // namespace

TableLayout layout_table(const Ui& ui, const view::TableView& t, float x, float width) {
  TableLayout l;
  const float right = x + width;
  const float end = right - 40;                             // of the last figure; then the pin, or the way to more
  const float least_device = t.pinnable ? 120.0F : 190.0F;  // models have longer names
  l.rank = x + 17;
  l.icon = x + 48;
  l.device = x + 63;
  l.pin = right - 22;
  std::vector<float> widths = figure_widths(ui, t);
  const float memory = memory_width(ui, t);
  float gap = 14;
  const auto total = [&] {
    float sum = 0;
    for (const float w : widths) sum += w + gap;
    return sum;
  };
  const auto device_room = [&] { return end - l.device - l.bar_width - 8 - memory - total() - 12; };
  // Where it is tight the gaps go first, then a part of the bar, and only then figures.
  const float names = std::max(least_device, device_names(ui, t));
  if (device_room() < names) gap = 10;
  if (device_room() < names) l.bar_width = 40;
  keep_those_with_room(ui.state.figure_first, gap, total() + device_room() - least_device + 20, widths, l);
  const float fixed = l.bar_width + 8 + memory;
  const float room = end - l.device - fixed;
  const float spare = std::max(0.0F, room - total() - std::max(180.0F, names + 12));
  const float extra = widths.empty() ? 0 : std::min(36.0F, spare / static_cast<float>(widths.size() + 1));
  float at = end;
  l.rights.resize(widths.size());
  for (std::size_t i = widths.size(); i-- > 0;) {
    l.rights[i] = at;
    at -= widths[i] + gap + extra;
  }
  l.memory_right = at;
  l.bar = at - fixed;
  l.device_width = l.bar - 12 - l.device;
  return l;
}

}  // namespace gpusel::ui
