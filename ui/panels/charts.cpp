#include <algorithm>

#include "ui/panels/marks.hpp"
#include "ui/panels/panels.hpp"

namespace gpusel::ui {

namespace {

const view::ChartView* active_chart(const view::ViewModel& vm) {
  for (const view::ChartView& chart : vm.charts)
    if (chart.id == vm.chart) return &chart;
  return vm.charts.empty() ? nullptr : &vm.charts.front();
}

void draw_tabs(Ui& ui, const Rect& r) {
  std::vector<std::string> labels;
  int active = 0;
  for (std::size_t i = 0; i < ui.vm.charts.size(); ++i) {
    labels.push_back(ui.vm.charts[i].tab);
    if (ui.vm.charts[i].id == ui.vm.chart) active = static_cast<int>(i);
  }
  const int chosen = tab_line(ui, r, labels, active);
  if (chosen < 0) return;
  ui.state.charts_touched = true;
  ui.emit(view::Action::Kind::chart_tab, ui.vm.charts[static_cast<std::size_t>(chosen)].id);
}

// Arrows step through the points in their order, from the highlighted one.
void step_points(Ui& ui, const Item& it, const view::ChartView& chart) {
  std::vector<std::string> keys;
  for (const view::Mark& m : chart.marks)
    if (!m.key.empty() && m.kind == view::Mark::Kind::circle && (keys.empty() || keys.back() != m.key))
      keys.push_back(m.key);
  const int move = own_key(it, ImGuiKey_RightArrow) ? 1 : own_key(it, ImGuiKey_LeftArrow) ? -1 : 0;
  if (move == 0 || keys.empty()) return;
  std::size_t at = keys.size();
  for (std::size_t i = 0; i < keys.size(); ++i)
    if (keys[i] == ui.state.hovered_key) at = i;
  const std::size_t next =
      at == keys.size()
          ? 0
          : (at + keys.size() + static_cast<std::size_t>(move + static_cast<int>(keys.size()))) % keys.size();
  ui.state.next_hovered_key = keys[next];
}

// What is drawn, to be chosen over the drawing.
float draw_options(Ui& ui, const view::ChartView& chart, const Rect& area) {
  if (chart.options.empty()) return 0;
  const float h = ui.theme.touch ? 40.0F : 28.0F;
  float x = area.x + 16, y = area.y + 8;
  for (const view::ChartOption& o : chart.options) {
    float width = 6;
    for (const view::Choice& c : o.choices) width += text_width(ui, c.label, Type::body_strong) + 16;
    if (x + width > area.right() - 8 && x > area.x + 16) x = area.x + 16, y += h + 6;
    width = std::min(width, area.w - 32);
    const int chosen = segmented(ui, {x, y, width, h}, o.id, o.choices, o.value);
    if (chosen >= 0) ui.act(view::Action::Kind::show_option, o.id, o.choices[static_cast<std::size_t>(chosen)].value);
    x += width + 10;
  }
  return y + h - area.y;
}

// Sentences under the drawing, as many as have room; returns their height.
float draw_remarks(Ui& ui, const view::ChartView& chart, const Rect& area) {
  float height = 0;
  std::size_t count = 0;
  for (const std::string& remark : chart.remarks) {
    const float one = paragraph(ui, 0, 0, area.w - 32, 16, {{remark, Type::small, "text2"}}, false);
    if (height + one > area.h * 0.3F) break;
    height += one;
    ++count;
  }
  float y = area.bottom() - height - 10;
  for (std::size_t i = 0; i < count; ++i)
    y += paragraph(ui, area.x + 16, y, area.w - 32, 16, {{chart.remarks[i], Type::small, "text2"}});
  return count == 0 ? 0 : height + 8;
}

// The drawing as a file, from its upper right corner where no mark stands.
void draw_picture(Ui& ui, const view::ChartView& chart, const Rect& area) {
  if (!ui.state.page || chart.empty.size() > 0) return;
  const float side = ui.theme.touch ? 40.0F : 28.0F;
  const Rect r{area.right() - side - 8, area.y + 4, side, side};
  const bool pressed = icon_button(ui, r, Icon::download, ui.text("chart.export"));
  picture_menu(ui, r, chart.id, pressed);
}

void draw_chart(Ui& ui, const view::ChartView& chart, const Rect& whole) {
  const float options = draw_options(ui, chart, whole);
  const float remarks = draw_remarks(ui, chart, whole);
  const Rect area{whole.x, whole.y + options, whole.w, whole.h - options - remarks};
  ui.chart_area = ImVec2(area.w, area.h);
  if (!chart.empty.empty()) {
    paragraph(ui, area.x + 16, area.y + 16, area.w - 32, 20, {{chart.empty, Type::body, "text2"}});
    return;
  }
  const Item it = item(ui, area.inset(2, 2), chart.title.empty() ? chart.tab : chart.title, {4, true, true, true});
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  std::string lit = ui.state.hovered_key;
  if (it.hovered) {
    const std::string near =
        nearest_key(chart.marks, mouse.x - area.x, mouse.y - area.y, ui.theme.touch ? 44.0F : 24.0F);
    if (!near.empty()) ui.state.next_hovered_key = lit = near;
  } else if (it.focused) {
    if (ui.state.next_hovered_key.empty()) ui.state.next_hovered_key = lit;
    step_points(ui, it, chart);
  }
  if (it.pressed && !lit.empty()) ui.emit(view::Action::Kind::select_row, lit);
  ui.draw->PushClipRect(area.min(), area.max(), true);
  draw_marks(ui, chart.marks, area.min(), lit);
  ui.draw->PopClipRect();
  draw_picture(ui, chart, area);
}

constexpr float starts_head = 41, start_row = 44, start_around = 6;

// A card this much higher than the starting points shows a chart under them.
constexpr float least_with_starts = 340;

// r: what its text may fill; the pointer's surface is wider.
void draw_start(Ui& ui, const view::Button& start, const Rect& r, bool arrow) {
  const Rect surface = r.inset(-start_around, 2);
  const Item it = item(ui, surface, start.label, {4, true, true});
  if (it.hovered) fill(ui, surface, "hover", 4);
  name_at(ui, r.x, r.cy(), r.w - (arrow ? 16.0F : 0.0F), start.label, Type::body, "text");
  if (arrow) draw_icon(*ui.draw, Icon::right, ImVec2(r.right() - 8, r.cy()), ui.color("text3"));
  if (it.pressed) ui.emit(start.action);
}

// One under another; two in a row where the card is too low for that.
void draw_starts(Ui& ui, const Rect& r) {
  text_at(ui, r.x + 16, r.y + 21, ui.text("start.title"), Type::heading, "text");
  const std::size_t columns = r.h < starts_height(ui, 1) ? 2 : 1;
  const float apart = 2 * start_around + 2;
  const float step = (r.w - 32 + apart) / static_cast<float>(columns);
  for (std::size_t i = 0; i < ui.vm.starts.size(); ++i) {
    const std::size_t row = i / columns;
    const float y = r.y + starts_head + start_row * static_cast<float>(row);
    if (y + start_row > r.bottom()) break;
    if (i % columns == 0) rule(ui, r.x + 16, r.right() - 16, y);
    draw_start(ui, ui.vm.starts[i], {r.x + 16 + step * static_cast<float>(i % columns), y, step - apart, start_row},
               columns == 1);
  }
}

const view::ChartView* chart_of(const view::ViewModel& vm, const char* id) {
  for (const view::ChartView& chart : vm.charts)
    if (chart.id == id) return &chart;
  return nullptr;
}

}  // namespace

float starts_height(const Ui& ui, std::size_t columns) {
  const std::size_t rows = (ui.vm.starts.size() + columns - 1) / columns;
  return starts_head + start_row * static_cast<float>(rows) + 1;
}

// Charts are laid out for one size: the sweep's, which has its choices above and its places below; beside it the
// Pareto chart has its summary there.
float draw_compare_charts(Ui& ui, const Rect& r) {
  const view::ChartView *sweep = chart_of(ui.vm, "sweep"), *pareto = chart_of(ui.vm, "pareto");
  if (ui.vm.compare.columns.size() < 2 || !sweep) return 0;
  const bool beside = ui.breakpoint == Breakpoint::wide && pareto;
  const float width = beside ? (r.w - 12) / 2 : r.w;
  ImGui::PushID("sweep");
  card(ui, {r.x, r.y, width, r.h});
  text_at(ui, r.x + 16, r.y + 21, sweep->title, Type::heading, "text");
  draw_chart(ui, *sweep, {r.x, r.y + 34, width, r.h - 34});
  ImGui::PopID();
  if (!beside) return r.h;
  const ImVec2 size = ui.chart_area;
  const float x = r.x + width + 12;
  ImGui::PushID("pareto");
  card(ui, {x, r.y, width, r.h});
  text_at(ui, x + 16, r.y + 21, pareto->title, Type::heading, "text");
  draw_chart(ui, *pareto, {x, r.y + 34, width, size.y});
  paragraph(ui, x + 16, r.y + 42 + size.y, width - 32, 16, {{pareto->summary, Type::small, "text2"}});
  ImGui::PopID();
  ui.chart_area = size;
  return r.h;
}

void draw_charts(Ui& ui, const Rect& r) {
  ui.begin_region(Region::charts);
  ImGui::PushID("charts");
  card(ui, r);
  const float head = 42;
  if (ui.vm.can_undo || ui.phone()) ui.state.charts_touched = true;
  const float starts = ui.state.charts_touched || ui.vm.starts.empty() ? 0 : starts_height(ui, 1) + 2;
  if (starts > 0) draw_starts(ui, r);
  if (starts > 0 && r.h < starts + least_with_starts) {
    ui.chart_area = ImVec2(r.w, r.h - head);
    const std::string open = ui.text("nav.charts");
    if (!ui.vm.charts.empty() && link_at(ui, r.right() - 16, r.y + 21, open)) ui.state.charts_touched = true;
  } else {
    if (starts > 0) rule(ui, r.x, r.right(), r.y + starts);
    const Rect below{r.x, r.y + starts + head, r.w, std::min(r.h - starts - head, std::max(r.w * 1.25F, 420.0F))};
    ui.chart_area = ImVec2(below.w, below.h);
    draw_tabs(ui, {r.x, r.y + starts, r.w, head});
    if (const view::ChartView* chart = active_chart(ui.vm)) draw_chart(ui, *chart, below);
  }
  ImGui::PopID();
}

}  // namespace gpusel::ui
