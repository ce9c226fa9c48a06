// The pinned devices side by side: a column a device, the ranking's own columns as rows.
#include <algorithm>

#include "ui/panels/memory_bar.hpp"
#include "ui/panels/panels.hpp"

namespace gpusel::ui {

namespace {

constexpr const char* series[] = {"series1", "series2", "series3", "series4", "series5", "series6"};

std::vector<const view::RowView*> pinned_rows(const view::ViewModel& vm) {
  std::vector<const view::RowView*> rows;
  for (const view::RowView& row : vm.table.rows)
    if (row.pinned && rows.size() < 6) rows.push_back(&row);
  return rows;
}

void draw_column(Ui& ui, const view::RowView& row, std::size_t index, const Rect& r, float pitch) {
  ImGui::PushID(row.key.c_str());
  const float x = r.x + 12;
  fill(ui, Rect::centred(x + 5, r.y + 22, 10, 10), series[index], 5);
  name_at(ui, x + 18, r.y + 22, r.w - 62, row.device, Type::body_strong, "text");
  if (icon_button(ui, {r.right() - 34, r.y + 8, 28, 28}, Icon::close, ui.text("act.unpin") + " " + row.device))
    ui.emit(view::Action::Kind::unpin, row.key);
  chip(ui, x, r.y + 52, row.fits, row.verdict);
  float y = r.y + 76;
  draw_mini_bar(ui, row, x, y + pitch / 2, std::min(120.0F, r.w - 24));
  y += pitch;
  text_at(ui, x, y + pitch / 2, row.memory, Type::body, "text");
  for (const std::string& cell : row.cells) {
    y += pitch;
    text_at(ui, x, y + pitch / 2, cell, Type::body, "text");
  }
  ImGui::PopID();
}

void draw_labels(Ui& ui, const Rect& r, float label_width, float pitch) {
  const view::TableView& t = ui.vm.table;
  float y = r.y + 76;
  rule(ui, r.x, r.right(), y);
  for (std::size_t i = 2; i < t.columns.size(); ++i) {
    const int lines = i == 2 ? 2 : 1;  // the memory column has its bar, then its numbers
    name_at(ui, r.x + 16, y + pitch * static_cast<float>(lines) / 2, label_width - 24, t.columns[i].label, Type::body,
            "text2");
    y += pitch * static_cast<float>(lines);
    rule(ui, r.x, r.right(), y);
  }
}

// Arrows where not all columns fit; returns the first shown.
std::size_t page(Ui& ui, const Rect& r, std::size_t count, std::size_t shown) {
  const int last = static_cast<int>(count - shown);
  int& first = ui.state.compare_first;
  first = std::clamp(first, 0, last);
  if (last > 0) {
    const float side = ui.theme.target();
    if (icon_button(ui, {r.x, r.cy() - side / 2, side, side}, Icon::left, ui.text("cmp.previous")))
      first = std::max(0, first - 1);
    if (icon_button(ui, {r.x + side, r.cy() - side / 2, side, side}, Icon::right, ui.text("cmp.next")))
      first = std::min(last, first + 1);
  }
  return static_cast<std::size_t>(first);
}

}  // namespace

void draw_compare(Ui& ui, const Rect& r) {
  ui.begin_region(Region::ranking);
  ImGui::PushID("compare");
  card(ui, r);
  const std::vector<const view::RowView*> rows = pinned_rows(ui.vm);
  std::string title = ui.text("cmp.title");
  if (const std::size_t at = title.find("{n}"); at != std::string::npos)
    title.replace(at, 3, std::to_string(rows.size()));
  text_at(ui, r.x + 16, r.y + 24, title, ui.phone() ? Type::heading : Type::title, "text");
  if (!ui.phone() && icon_button(ui, {r.right() - 40, r.y + 10, 28, 28}, Icon::close, ui.text("act.close")))
    ui.state.compare_open = false;
  rule(ui, r.x, r.right(), r.y + 48);
  if (rows.size() < 2) {
    paragraph(ui, r.x + 16, r.y + 60, r.w - 32, 20, {{ui.text("cmp.one_more"), Type::body, "text2"}});
    ImGui::PopID();
    return;
  }
  const float label_width = ui.phone() ? 104.0F : 182.0F;
  const float pitch = ui.theme.touch ? 40.0F : 34.0F;
  const Rect grid{r.x, r.y + 49, r.w, r.h - 50};
  draw_labels(ui, grid, label_width, pitch);
  const float room = r.w - label_width;
  const std::size_t shown =
      std::clamp<std::size_t>(static_cast<std::size_t>(room / (ui.phone() ? 150.0F : 200.0F)), 1, rows.size());
  const std::size_t first = page(ui, {r.right() - (ui.phone() ? 96.0F : 140.0F), r.y, 88, 48}, rows.size(), shown);
  const float column = std::min(264.0F, room / static_cast<float>(shown));
  for (std::size_t i = first; i < first + shown; ++i) {
    const Rect c{r.x + label_width + column * static_cast<float>(i - first), grid.y, column, grid.h};
    column_rule(ui, c.x, grid.y, grid.bottom());
    draw_column(ui, *rows[i], i, c, pitch);
  }
  ImGui::PopID();
}

}  // namespace gpusel::ui
