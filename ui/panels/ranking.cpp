#include <algorithm>

#include "ui/panels/memory_bar.hpp"
#include "ui/panels/panels.hpp"
#include "ui/panels/table_layout.hpp"

namespace gpusel::ui {

namespace {

using Kind = view::Action::Kind;

void head_cell(Ui& ui, const view::Column& c, float x, float cy, Align align, bool sorted, bool descending) {
  const float width = text_width(ui, c.label, Type::small_strong);
  const float left = align == Align::right ? x - width : x;
  const Item it = item(ui, {left - 4, cy - 13, width + 8, 26}, "sort " + c.label, {3, false, true});
  text_at(ui, x, cy, c.label, Type::small_strong, sorted || it.hovered ? "text" : "text2", align);
  if (sorted) {
    const float ax = align == Align::right ? left - 8 : left + width + 7;
    draw_icon(*ui.draw, Icon::sort, ImVec2(ax, cy), ui.color("text"), descending || c.id == "rank" ? 11.0F : -11.0F);
  }
  if (it.pressed) ui.emit(Kind::sort, c.id);
}

void draw_head(Ui& ui, const TableLayout& l, const Rect& r) {
  const view::TableView& t = ui.vm.table;
  fill(ui, r, "bg");
  rule(ui, r.x, r.right(), r.y);
  rule(ui, r.x, r.right(), r.bottom() - 1);
  const auto sorted = [&](const view::Column& c) { return t.sorted_by.empty() ? c.id == "rank" : t.sorted_by == c.id; };
  for (std::size_t i = 0; i < t.columns.size(); ++i) {
    const view::Column& c = t.columns[i];
    const std::size_t figure = i - 3 - l.first;  // wraps round where it is none of those shown
    if (i >= 3 && figure >= l.rights.size()) continue;
    const float x = i == 0 ? l.rank : i == 1 ? l.device : i == 2 ? l.bar : l.rights[figure];
    head_cell(ui, c, x, r.cy(), i < 3 ? Align::left : Align::right, sorted(c), t.descending);
  }
  if (l.hidden == 0) return;
  std::string name = ui.text("tbl.more_columns");
  if (const std::size_t at = name.find("{n}"); at != std::string::npos) name.replace(at, 3, std::to_string(l.hidden));
  if (icon_button(ui, Rect::centred(l.pin, r.cy(), 26, 26), Icon::right, name)) {
    const std::size_t next = l.first + l.rights.size();
    ui.state.figure_first = next < t.columns.size() - 3 ? next : 0;
  }
}

void pin_button(Ui& ui, const view::RowView& row, const Rect& r, float cx) {
  const Rect hit = Rect::centred(cx, r.cy(), ui.theme.target(), std::min(r.h - 2, 44.0F));
  const std::string name = (row.pinned ? ui.text("act.unpin") : ui.text("act.pin")) + " " + row.device;
  const Item it = item(ui, hit, name, {4, false, false});
  draw_icon(*ui.draw, Icon::pin, ImVec2(cx, r.cy()),
            ui.color(row.pinned   ? "accent"
                     : it.hovered ? "text"
                                  : "text3"),
            ui.theme.touch ? 20.0F : 15.0F);
  hint(ui, it, name);
  if (it.pressed) ui.emit(row.pinned ? Kind::unpin : Kind::pin, row.key);
}

// Selection, hover link with the chart, and the row's name for tests: "RTX 5090 32GB, Fits".
bool row_base(Ui& ui, const Rect& r, const std::string& key, const std::string& name, bool selected) {
  const Item it = item(ui, r, name, {0, true, selected, true});
  if (!it.visible) return false;
  if (selected)
    fill(ui, r, "accentSoft");
  else if (it.hovered || ui.state.hovered_key == key)
    fill(ui, r, "hover");
  if (it.hovered || it.focused) ui.state.next_hovered_key = key;
  rule(ui, r.x, r.right(), r.bottom() - 1);
  if (it.pressed) ui.emit(Kind::select_row, key);
  return true;
}

void draw_row(Ui& ui, const view::RowView& row, const TableLayout& l, const Rect& r) {
  ImGui::PushID(row.key.c_str());
  if (row_base(ui, r, row.key, row.device + ", " + row.verdict, row.selected)) {
    text_at(ui, l.rank, r.cy(), row.rank, Type::body, "text3");
    status_icon(ui, ImVec2(l.icon, r.cy()), row.fits, 15);
    device_at(ui, l.device, r.cy(), l.device_width, row.device, row.brief,
              row.selected ? Type::body_strong : Type::body);
    draw_mini_bar(ui, row, l.bar, r.cy(), l.bar_width);
    text_at(ui, l.memory_right, r.cy(), row.memory, Type::body, "text", Align::right);
    for (std::size_t i = 0; i < l.rights.size() && l.first + i < row.cells.size(); ++i)
      text_at(ui, l.rights[i], r.cy(), row.cells[l.first + i], Type::body, "text", Align::right);
    if (ui.vm.table.pinnable) pin_button(ui, row, r, l.pin);
  }
  ImGui::PopID();
}

float widest(const Ui& ui, const std::string& (*text)(const view::RowView&, std::size_t), std::size_t column) {
  float width = 0;
  for (const view::RowView& row : ui.vm.table.rows)
    if (column < row.cells.size()) width = std::max(width, text_width(ui, text(row, column), Type::small));
  return width;
}

// Memory, then as many figures with their names as fit in every row, at the same places in all of them.
void tall_row_cells(Ui& ui, const view::RowView& row, const Rect& r) {
  float x = r.x + 124;
  text_at(ui, x, r.y + 44, row.memory, Type::small, "text2");
  x += widest(
           ui, [](const view::RowView& at, std::size_t) -> const std::string& { return at.memory; }, 0) +
       10;
  const std::vector<view::Column>& columns = ui.vm.table.columns;
  for (std::size_t i = 0; i < row.cells.size() && i + 3 < columns.size(); ++i) {
    const float value = widest(
        ui, [](const view::RowView& at, std::size_t c) -> const std::string& { return at.cells[c]; }, i);
    const float name = text_width(ui, columns[i + 3].label, Type::small);
    if (x + name + 4 + value > r.right() - 48) continue;
    text_at(ui, x, r.y + 44, columns[i + 3].label, Type::small, "text3");
    text_at(ui, x + name + 4, r.y + 44, row.cells[i], Type::small, "text");
    x += name + 4 + value + 10;
  }
}

// Two lines: the device, and under it its bar with three numbers and their names.
void draw_tall_row(Ui& ui, const view::RowView& row, const Rect& r) {
  ImGui::PushID(row.key.c_str());
  if (row_base(ui, r, row.key, row.device + ", " + row.verdict, row.selected)) {
    text_at(ui, r.x + 12, r.y + 20, row.rank, Type::small, "text3");
    status_icon(ui, ImVec2(r.x + 40, r.y + 20), row.fits, 16);
    device_at(ui, r.x + 54, r.y + 20, r.w - 54 - 52, row.device, row.brief, Type::body_strong);
    draw_mini_bar(ui, row, r.x + 54, r.y + 44, 62);
    tall_row_cells(ui, row, r);
    if (ui.vm.table.pinnable) pin_button(ui, row, r, r.right() - 26);
  }
  ImGui::PopID();
}

void draw_rejected_row(Ui& ui, const view::RejectedView& row, const TableLayout& l, const Rect& r) {
  ImGui::PushID(row.key.c_str());
  if (row_base(ui, r, row.key, row.device + ", " + row.reason, false)) {
    const bool tall = ui.phone();
    const float x = tall ? r.x + 54 : l.device;
    status_icon(ui, ImVec2(tall ? r.x + 40 : l.icon, tall ? r.y + 20 : r.cy()), Fits::no, 15);
    float right = r.right() - 12;
    if (row.fix) {
      if (link_at(ui, right, tall ? r.y + 20 : r.cy(), row.fix->label)) ui.emit(row.fix->action);
      right -= text_width(ui, row.fix->label, Type::body) + 16;
    }
    name_at(ui, x, tall ? r.y + 20 : r.cy(), tall ? right - x : l.device_width, row.device, Type::body, "text2");
    if (tall)
      name_at(ui, x, r.y + 44, r.right() - 12 - x, row.reason, Type::small, "text2");
    else
      name_at(ui, l.bar, r.cy(), right - l.bar, row.reason, Type::body, "text2");
  }
  ImGui::PopID();
}

float rejected_head(Ui& ui, const Rect& r) {
  const view::TableView& t = ui.vm.table;
  fill(ui, r, "bg");
  rule(ui, r.x, r.right(), r.bottom() - 1);
  text_at(ui, r.x + 17, r.cy(), t.rejected_title, Type::small_strong, "text2");
  if (!t.show_all.empty() && link_at(ui, r.right() - 12, r.cy(), t.show_all)) {
    ui.act(Kind::show_rejected, {}, {}, !t.all_rejected_shown);
  }
  return r.h;
}

void draw_body(Ui& ui, const TableLayout& l, const Rect& r) {
  const view::TableView& t = ui.vm.table;
  ScrollArea area(ui, "rows", r);
  const float h = ui.phone() ? 64.0F : ui.breakpoint == Breakpoint::wide ? 32.0F : 30.0F;
  float y = area.top();
  for (const view::RowView& row : t.rows) {
    if (ui.phone())
      draw_tall_row(ui, row, {r.x, y, r.w, h});
    else
      draw_row(ui, row, l, {r.x, y, r.w, h});
    y += h;
  }
  if (t.rows.empty() && !t.empty.empty())
    y += paragraph(ui, r.x + 16, y + 8, r.w - 32, 20, {{t.empty, Type::body, "text2"}}) + 16;
  if (!t.rejected_title.empty()) y += rejected_head(ui, {r.x, y, r.w, ui.phone() ? 40.0F : 28.0F});
  for (const view::RejectedView& row : t.rejected) {
    draw_rejected_row(ui, row, l, {r.x, y, r.w, h});
    y += h;
  }
  if (!t.note.empty()) y += paragraph(ui, r.x + 16, y + 8, r.w - 40, 16, {{t.note, Type::small, "text3"}}) + 16;
  end_content(y);
}

// "Is this your card?": the nearest by the adapter's name, and any other.
float draw_card_question(Ui& ui, const Rect& r) {
  const view::CardQuestion& c = ui.vm.card;
  if (c.title.empty()) return 0;
  const float h = ui.theme.control();
  float x = r.x + 17, y = r.y;
  const float box = std::min(220.0F, r.w * 0.45F);
  draw_device_box(ui, {r.right() - box - 12, y, box, h});
  const float words = text_width(ui, c.title, Type::small);
  if (x + words < r.right() - box - 20) x += text_at(ui, x, y + h / 2, c.title, Type::small, "text2") + 10;
  for (const view::Button& b : c.cards) {
    const float width = button_width(ui, b.label, false);
    if (x + width > r.right() - box - 20) break;
    if (button(ui, {x, y, width, h}, b.label)) ui.emit(b.action);
    x += width + 8;
  }
  return h + 10;
}

// Filter, Columns; and the way back from one device to all. Right to left.
void draw_tools(Ui& ui, const Rect& r) {
  const view::TableView& t = ui.vm.table;
  float right = r.right() - 8;
  const auto tool = [&](const std::string& label, std::optional<Icon> icon) {
    const float width = button_width(ui, label, icon.has_value());
    right -= width;
    return button(ui, {right, r.y + 20 - ui.theme.control() / 2, width, ui.theme.control()}, label, ButtonKind::quiet,
                  icon);
  };
  if (!t.choices.empty() && !ui.phone()) {
    const bool pressed = tool(ui.text("tbl.columns"), Icon::down);
    columns_menu(ui, {right, r.y + 6, 100, 28}, pressed);
  }
  if (tool(ui.text("tbl.filter"), Icon::sliders)) ui.state.filter_open = !ui.state.filter_open;
  if (ui.vm.mode == "runnable" && tool(ui.text("run.back"), {})) ui.set_field("hardware.accelerator", Value());
}

}  // namespace

void draw_ranking(Ui& ui, const Rect& r) {
  ui.begin_region(Region::ranking);
  ImGui::PushID("ranking");
  card(ui, r);
  const view::TableView& t = ui.vm.table;
  const float title = text_at(ui, r.x + 17, r.y + 21, t.title, Type::heading, "text");
  if (!ui.phone() || ui.vm.mode.empty())
    text_at(ui, r.x + 17 + title + 8, r.y + 21, t.count, ui.phone() ? Type::small : Type::body, "text3");
  draw_tools(ui, r);
  float y = r.y + 41;
  y += draw_card_question(ui, {r.x, y, r.w, 0});
  const TableLayout l = layout_table(ui, t, r.x, r.w);
  if (!ui.phone()) {
    draw_head(ui, l, {r.x + 1, y, r.w - 2, 28});
    y += 28;
  } else {
    rule(ui, r.x, r.right(), y);
    y += 1;
  }
  if (ui.state.filter_open || is_filtered(t)) y += draw_table_filter(ui, l, {r.x, y, r.w, ui.theme.control() + 8});
  draw_body(ui, l, {r.x + 1, y, r.w - 2, r.bottom() - 1 - y});
  ImGui::PopID();
}

}  // namespace gpusel::ui
