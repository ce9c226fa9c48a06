#include <algorithm>

#include "ui/panels/fields.hpp"
#include "ui/panels/table_layout.hpp"

namespace gpusel::ui {

namespace {

void filter_box(Ui& ui, const Rect& r, const std::string& column, const std::string& typed, const std::string& hint,
                bool bad) {
  EditBox box;
  box.id = "filter " + column;
  box.label = ui.text("tbl.filter") + (column.empty() ? "" : " " + column);
  box.shown = typed.empty() ? hint : typed;
  box.placeholder = typed.empty();
  box.input = typed;
  box.right_aligned = false;
  box.error = bad;
  if (const auto wanted = edit_box(ui, r, box)) ui.act(view::Action::Kind::filter, column, *wanted);
}

}  // namespace

// One field for the device under the head, and one for each figure that is shown.
float draw_table_filter(Ui& ui, const TableLayout& l, const Rect& r) {
  const view::TableView& t = ui.vm.table;
  const float y = r.y + 4, h = r.h - 8;
  const bool figures = !ui.phone() && t.columns.size() > 3;
  const float device_end = figures ? l.bar - 8 : r.right() - 12;
  filter_box(ui, {figures ? l.icon - 8 : r.x + 12, y, device_end - (figures ? l.icon - 8 : r.x + 12), h}, "", t.filter,
             ui.text("tbl.filter"), false);
  if (!figures) return r.h;
  float left = l.bar;
  for (std::size_t i = 2; i < t.columns.size(); ++i) {
    const view::Column& c = t.columns[i];
    const std::size_t figure = i - 3 - l.first;
    if (c.filter_hint.empty() || (i >= 3 && figure >= l.rights.size())) continue;
    const float right = i == 2 ? l.memory_right : l.rights[figure];
    filter_box(ui, {left, y, right - left, h}, c.id, c.filter, c.filter_hint, c.filter_bad);
    left = right + 4;
  }
  return r.h;
}

bool is_filtered(const view::TableView& t) {
  return !t.filter.empty() ||
         std::any_of(t.columns.begin(), t.columns.end(), [](const view::Column& c) { return !c.filter.empty(); });
}

}  // namespace gpusel::ui
