// The pinned devices side by side (design section 3): a column a device with its marker, its bar on the common scale
// and every figure against the baseline's. Where not all columns fit, arrows page through them; the phone keeps the
// baseline and one other.
#include <algorithm>

#include "ui/panels/marks.hpp"
#include "ui/panels/memory_bar.hpp"
#include "ui/panels/panels.hpp"

namespace gpusel::ui {

namespace {

using Kind = view::Action::Kind;

constexpr float head_height = 92;
constexpr float bar_height = 62;

struct Grid {
  Rect area;
  float label_width = 182, column = 232, pitch = 34;
  std::vector<std::size_t> shown;  // columns, left to right

  float column_x(std::size_t i) const { return area.x + label_width + column * static_cast<float>(i); }
};

void draw_marker(const Ui& ui, int series, float x, float cy) {
  view::Mark m;
  constexpr view::Mark::Kind kinds[] = {view::Mark::Kind::circle,        view::Mark::Kind::square,
                                        view::Mark::Kind::triangle,      view::Mark::Kind::diamond,
                                        view::Mark::Kind::triangle_down, view::Mark::Kind::cross};
  m.kind = kinds[(series - 1) % 6];
  m.color = "series" + std::to_string(series);
  m.filled = true;
  m.width = 2;
  m.xy = {0, 0, 5.5};
  draw_marks(ui, {m}, ImVec2(x, cy), "");
}

void draw_head_cell(Ui& ui, const view::CompareColumn& c, const Rect& r) {
  const float x = r.x + 12;
  draw_marker(ui, c.series, x + 5, r.y + 20);
  name_at(ui, x + 18, r.y + 20, r.w - 66, c.device, Type::body_strong, "text");
  const float side = ui.theme.target();
  if (icon_button(ui, {r.right() - side - 4, r.y + 20 - side / 2, side, side}, Icon::close,
                  ui.text("act.unpin") + " " + c.device))
    ui.emit(Kind::unpin, c.key);
  name_at(ui, x, r.y + 41, r.w - 24, c.layout, Type::small, "text2");
  if (text_width(ui, c.verdict, Type::body_strong) + 34 <= r.w - 20) {
    chip(ui, x, r.y + 66, c.fits, c.verdict);
  } else {
    status_icon(ui, ImVec2(x + 8, r.y + 62), c.fits, 15);
    paragraph(ui, x + 20, r.y + 54, r.w - 40, 16, {{c.verdict, Type::small, status_token(c.fits)}});
  }
}

void draw_baseline_box(Ui& ui, const Rect& box) {
  const view::CompareView& c = ui.vm.compare;
  std::vector<view::Choice> choices;
  std::string shown, selected;
  for (const view::CompareColumn& column : c.columns) {
    choices.push_back({column.key, column.device});
    if (column.baseline) shown = column.device, selected = column.key;
  }
  const int chosen = dropdown(ui, box, "##baseline", shown, choices, selected);
  if (chosen >= 0) ui.emit(Kind::compare_with, choices[static_cast<std::size_t>(chosen)].value);
}

void draw_best_legend(const Ui& ui, float x, float cy, float width) {
  draw_icon(*ui.draw, Icon::best, ImVec2(x + 5, cy), ui.color("fit"), 11);
  name_at(ui, x + 16, cy, width - 16, ui.text("cmp.best"), Type::small, "text2");
}

// Whom the others are measured against, and what the mark of the best looks like.
void draw_corner(Ui& ui, const Rect& r) {
  text_at(ui, r.x + 16, r.y + 18, ui.text("cmp.baseline"), Type::small, "text2");
  draw_baseline_box(ui, {r.x + 16, r.y + 30, r.w - 28, 28});
  draw_best_legend(ui, r.x + 16, r.y + 76, r.w - 24);
}

// The same on a phone, above its columns. Returns the height used.
float draw_phone_corner(Ui& ui, const Rect& r) {
  const float words = text_at(ui, r.x, r.y + 20, ui.text("cmp.baseline"), Type::body, "text2");
  draw_baseline_box(ui, {r.x + words + 12, r.y, r.w - words - 12, 40});
  draw_best_legend(ui, r.x, r.y + 56, r.w);
  return 72;
}

// A number is a door here too: Why of that device's.
void draw_cell(Ui& ui, const view::CompareRow& row, std::size_t column, float x, float cy, float width) {
  const view::CompareCell& cell = row.cells[column];
  const Type type = cell.best ? Type::body_strong : Type::body;
  const std::string_view token = cell.best ? "fit" : "text";
  const float beside = text_width(ui, cell.beside, Type::small);
  const bool number = !cell.unit.empty();
  const float wanted = text_width(ui, cell.value, type);
  const float right = number ? std::max(x + 12 + 62, x + 26 + wanted) : x + 12 + wanted;
  const float unit = number ? 4 + text_width(ui, cell.unit, Type::small) : 0;
  if (!cell.why.empty()) {
    const view::CompareColumn& device = ui.vm.compare.columns[column];
    const Rect hit{right - wanted - 4, cy - 14, wanted + unit + 8, 28};
    const Item it = item(ui, hit, row.label + ", " + device.device);
    if (it.hovered) fill(ui, hit, "hover", 4);
    if (it.pressed) open_why(ui, hit, cell.why, device.key);
    dotted_underline(ui, right - wanted, right, cy + 10);
  }
  if (cell.best) draw_icon(*ui.draw, Icon::best, ImVec2(right - wanted - 10, cy), ui.color("fit"), 10);
  text_at(ui, right, cy, cell.value, type, token, Align::right);
  const bool room = right + unit + 10 + beside <= x + width - 12;
  if (number && (room || cell.beside.empty())) text_at(ui, right + 4, cy, cell.unit, Type::small, "text2");
  text_at(ui, x + width - 12, cy, cell.beside, Type::small, "text2", Align::right);
}

void draw_bars(const Ui& ui, const Grid& g, float y) {
  const view::CompareView& c = ui.vm.compare;
  text_at(ui, g.area.x + 16, y + 22, c.bar_label, Type::body, "text2");
  text_at(ui, g.area.x + 16, y + 41, c.bar_range, Type::small, "text3");
  for (std::size_t i = 0; i < g.shown.size(); ++i)
    draw_memory_bar(ui, c.columns[g.shown[i]].memory, {g.column_x(i) + 12, y + 20, g.column - 24, 18});
}

void draw_grid(Ui& ui, const Grid& g) {
  const view::CompareView& c = ui.vm.compare;
  card(ui, g.area);
  draw_corner(ui, {g.area.x, g.area.y, g.label_width, head_height});
  for (std::size_t i = 0; i < g.shown.size(); ++i) {
    ImGui::PushID(static_cast<int>(i));
    column_rule(ui, g.column_x(i), g.area.y, g.area.bottom());
    draw_head_cell(ui, c.columns[g.shown[i]], {g.column_x(i), g.area.y, g.column, head_height});
    ImGui::PopID();
  }
  float y = g.area.y + head_height;
  rule(ui, g.area.x, g.area.right(), y);
  draw_bars(ui, g, y);
  y += bar_height;
  for (const view::CompareRow& row : c.rows) {
    ImGui::PushID(row.id.c_str());
    rule(ui, g.area.x, g.area.right(), y);
    name_at(ui, g.area.x + 16, y + g.pitch / 2, g.label_width - 24, row.label, Type::body, "text2");
    for (std::size_t i = 0; i < g.shown.size(); ++i)
      draw_cell(ui, row, g.shown[i], g.column_x(i), y + g.pitch / 2, g.column);
    ImGui::PopID();
    y += g.pitch;
  }
}

// The phone's rows: the label over its values.
void draw_tall_rows(Ui& ui, const Grid& g) {
  const view::CompareView& c = ui.vm.compare;
  card(ui, g.area);
  for (std::size_t i = 0; i < g.shown.size(); ++i) {
    ImGui::PushID(static_cast<int>(i));
    draw_head_cell(ui, c.columns[g.shown[i]], {g.column_x(i), g.area.y, g.column, head_height});
    ImGui::PopID();
  }
  float y = g.area.y + head_height;
  for (std::size_t i = 0; i < g.shown.size(); ++i)
    draw_memory_bar(ui, c.columns[g.shown[i]].memory, {g.column_x(i) + 12, y + 8, g.column - 24, 18});
  y += 52;
  for (const view::CompareRow& row : c.rows) {
    ImGui::PushID(row.id.c_str());
    rule(ui, g.area.x, g.area.right(), y);
    // An interval beside a number leaves no room for the unit: it stands with the label.
    std::string unit;
    for (std::size_t i : g.shown)
      if (unit.empty()) unit = row.cells[i].unit;
    text_at(ui, g.area.x + 12, y + 15, unit.empty() ? row.label : row.label + " \u00b7 " + unit, Type::small, "text3");
    for (std::size_t i = 0; i < g.shown.size(); ++i) draw_cell(ui, row, g.shown[i], g.column_x(i), y + 36, g.column);
    ImGui::PopID();
    y += g.pitch;
  }
}

// The columns that fit, from the one paged to; the phone keeps the baseline at the left.
std::vector<std::size_t> columns_shown(Ui& ui, std::size_t room) {
  const std::vector<view::CompareColumn>& all = ui.vm.compare.columns;
  std::vector<std::size_t> out, order;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (!ui.phone() || !all[i].baseline) order.push_back(i);
  for (std::size_t i = 0; ui.phone() && i < all.size(); ++i)
    if (all[i].baseline) out.push_back(i);
  const std::size_t take = std::min(room - std::min(room, out.size()), order.size());
  const int last = static_cast<int>(order.size() - take);
  ui.state.compare_first = std::clamp(ui.state.compare_first, 0, last);
  for (std::size_t i = 0; i < take; ++i) out.push_back(order[i + static_cast<std::size_t>(ui.state.compare_first)]);
  return out;
}

void draw_pager(Ui& ui, float right, float cy) {
  const float side = ui.theme.target();
  if (icon_button(ui, {right - 2 * side, cy - side / 2, side, side}, Icon::left, ui.text("cmp.previous")))
    --ui.state.compare_first;
  if (icon_button(ui, {right - side, cy - side / 2, side, side}, Icon::right, ui.text("cmp.next")))
    ++ui.state.compare_first;
}

// Title, and the switches at the right. Returns the height used.
float draw_title(Ui& ui, const Rect& r, bool pages) {
  const view::CompareView& c = ui.vm.compare;
  const float cy = r.y + 16;
  float right = r.right();
  if (!ui.phone() && icon_button(ui, {right - 28, cy - 14, 28, 28}, Icon::close, ui.text("act.close")))
    ui.emit(Kind::set_mode);
  if (!ui.phone()) right -= 40;
  if (pages) draw_pager(ui, right, cy), right -= 2 * ui.theme.target() + 12;
  if (c.columns.empty()) {  // nothing to switch yet
    text_at(ui, r.x, cy, ui.text("nav.compare"), Type::heading, "text");
    return 36;
  }
  const std::vector<view::Choice> sides{{"", ui.text("cmp.difference")}, {"on", ui.text("cmp.interval")}};
  const float width =
      text_width(ui, sides[0].label, Type::body_strong) + text_width(ui, sides[1].label, Type::body_strong) + 54;
  const std::string differs = ui.text("cmp.differs");
  const float check = text_width(ui, differs, Type::body) + 28;
  const Type type = ui.phone() ? Type::heading : Type::title;
  const float words = text_width(ui, c.title, type);
  const bool stacked = ui.phone() || r.x + words + 24 > right - width - check - 16;
  const float y = stacked ? r.y + 40 : cy - 14;
  const float x = stacked ? r.x : right - width;
  const float h = ui.theme.touch ? 40.0F : 28.0F;
  if (segmented(ui, {x, y, width, h}, "sides", sides, c.intervals ? "on" : "") >= 0)
    ui.show_option("compare.intervals", !c.intervals);
  const bool under = stacked && width + 14 + check > r.w;
  const float check_x = under ? x : stacked ? x + width + 14 : x - check - 16;
  if (checkbox(ui, {check_x, under ? y + h + 4 : y, check, h}, differs, c.differs))
    ui.show_option("compare.differs", !c.differs);
  text_at(ui, r.x, cy, c.title, type, "text");
  const float rest = (stacked ? right : check_x - 16) - r.x - words - 12;
  if (!ui.phone()) name_at(ui, r.x + words + 12, cy + 2, rest, c.subtitle, Type::body, "text2");
  return (stacked ? 50.0F + h : 44.0F) + (under ? h + 4 : 0.0F);
}

// Six are pinned: which one makes room?
float draw_replace(Ui& ui, const Rect& r) {
  const view::CompareView& c = ui.vm.compare;
  if (c.full.empty()) return 0;
  float x = r.x + text_at(ui, r.x, r.y + 14, c.full, Type::body_strong, "text") + 12;
  float y = r.y;
  for (const view::Button& b : c.replace) {
    const float width = button_width(ui, b.label, false);
    if (x + width > r.right()) x = r.x, y += ui.theme.control() + 8;
    if (button(ui, {x, y, width, ui.theme.control()}, b.label)) ui.emit(b.action);
    x += width + 8;
  }
  return y - r.y + ui.theme.control() + 12;
}

}  // namespace

void draw_compare(Ui& ui, const Rect& outer) {
  ui.begin_region(Region::ranking);
  ScrollArea area(ui, "compare", outer);
  const float pad = ui.phone() ? 8.0F : ui.breakpoint == Breakpoint::wide ? 20.0F : 16.0F;
  const Rect r = outer.inset(pad, 12);
  const view::CompareView& c = ui.vm.compare;
  const bool phone = ui.phone(), wide = ui.breakpoint == Breakpoint::wide;
  Grid g;
  g.label_width = phone ? 0.0F : wide ? 182.0F : 172.0F;
  g.pitch = phone ? 52.0F : ui.theme.touch ? 40.0F : 34.0F;
  const float room = r.w - g.label_width;
  const float least = phone ? room / 2 : wide ? 200.0F : 190.0F;
  const std::size_t fit = std::max<std::size_t>(1, static_cast<std::size_t>(room / least + 0.01F));
  const bool pages = c.columns.size() > fit;
  float y = area.top() + 12;
  y += draw_title(ui, {r.x, y, r.w, 44}, pages);
  y += draw_replace(ui, {r.x, y, r.w, 0});
  if (!c.empty.empty()) y += paragraph(ui, r.x, y, r.w, 20, {{c.empty, Type::body, "text2"}}) + 8;
  if (!c.columns.empty()) {
    g.shown = columns_shown(ui, fit);
    g.column = phone ? room / static_cast<float>(g.shown.size())
                     : std::min(wide ? 300.0F : 264.0F, room / static_cast<float>(g.shown.size()));
    if (phone && c.columns.size() > 1) y += draw_phone_corner(ui, {r.x, y, r.w, 0});
    const float rows = g.pitch * static_cast<float>(c.rows.size());
    const float width = phone ? r.w : g.label_width + g.column * static_cast<float>(g.shown.size());
    g.area = {r.x, y, width, head_height + (phone ? 52.0F : bar_height) + rows};
    if (phone)
      draw_tall_rows(ui, g);
    else
      draw_grid(ui, g);
    y = g.area.bottom() + 12;
    if (!c.note.empty()) y += paragraph(ui, r.x, y, r.w, 16, {{c.note, Type::small, "text3"}}) + 10;
    y += draw_compare_charts(ui, {r.x, y, r.w, std::max(400.0F, r.bottom() - y)});
  }
  end_content(y + 12);
}

}  // namespace gpusel::ui
