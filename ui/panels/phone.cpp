// Below 600 px: one column, a summary line instead of the form, and a bottom bar; the form is a full-height sheet.
#include "ui/panels/panels.hpp"

namespace gpusel::ui {

namespace {

using Kind = view::Action::Kind;

constexpr float bar_height = 60;
constexpr float top_height = 52;

struct Tab {
  const char* id;
  const char* key;
  Icon icon;
};
constexpr Tab tabs[] = {{"needs", "nav.needs", Icon::sliders},
                        {"result", "nav.result", Icon::check},
                        {"ranking", "nav.ranking", Icon::list},
                        {"charts", "nav.charts", Icon::chart},
                        {"compare", "nav.compare", Icon::grid}};

void draw_bottom_bar(Ui& ui, const Rect& r) {
  ui.begin_region(Region::top);
  fill(ui, r, "surface");
  rule(ui, r.x, r.right(), r.y);
  ImGui::PushID("bar");
  const float width = r.w / 5;
  for (int i = 0; i < 5; ++i) {
    const Tab& tab = tabs[i];
    const bool on = ui.vm.phone_tab == tab.id;
    const Rect cell{r.x + width * static_cast<float>(i), r.y, width, r.h};
    std::string label = ui.text(tab.key);
    if (i == 4 && ui.vm.pinned > 0) label += " " + std::to_string(ui.vm.pinned);
    const Item it = item(ui, cell.inset(2, 3), label);
    const std::string_view token = on ? "accent" : it.hovered ? "text" : "text2";
    if (on) rule(ui, cell.cx() - 20, cell.cx() + 20, r.y, "accent", 2);
    draw_icon(*ui.draw, tab.icon, ImVec2(cell.cx(), r.y + 19), ui.color(token), 18);
    text_at(ui, cell.cx(), r.y + 42, label, on ? Type::small_strong : Type::small, token, Align::centre);
    if (it.pressed && !on) ui.emit(Kind::set_phone_tab, tab.id);
  }
  ImGui::PopID();
}

float draw_summary(Ui& ui, float x, float y, float width) {
  const std::string edit = ui.text("nav.edit");
  const float button = button_width(ui, edit, true);
  name_at(ui, x, y + 20, width - button - 12, ui.vm.scenario_name, Type::body_strong, "text");
  name_at(ui, x, y + 38, width - button - 12, ui.vm.summary_line, Type::small, "text2");
  if (gpusel::ui::button(ui, {x + width - button, y + 8, button, 40}, edit, ButtonKind::plain, Icon::sliders))
    ui.emit(Kind::set_phone_tab, "needs");
  return 56;
}

void draw_result(Ui& ui, const Rect& r) {
  ScrollArea area(ui, "result", r);
  const float width = r.w - 32;
  const float x = r.x + 16;
  float y = area.top();
  y += draw_summary(ui, x, y, width);
  if (!ui.vm.error.empty()) y += paragraph(ui, x, y, width, 16, {{ui.vm.error, Type::small, "no"}}) + 10;
  const float answer = answer_height(ui, width);
  draw_answer(ui, {x, y, width, answer});
  y += answer + 10;
  if (const float reason = draw_reason(ui, x, y, width, 20); reason > 0) y += reason + 10;
  const float memory = memory_height(ui, width);
  draw_memory(ui, {x, y, width, memory});
  y += memory + 10;
  const float changes = changes_height(ui, width);
  draw_changes(ui, {x, y, width, changes});
  y += changes + 10;
  if (!ui.vm.answer.order.empty()) {
    text_at(ui, x, y + 8, ui.vm.answer.order_label, Type::small_strong, "text2");
    y += 20;
  }
  for (const std::string& line : ui.vm.answer.order)
    y += paragraph(ui, x, y, width, 16, {{line, Type::small, "text2"}}) + 4;
  for (const std::string& note : ui.vm.answer.notes)
    y += paragraph(ui, x, y, width, 16, {{note, Type::small, "text3"}}) + 4;
  end_content(y + 8);
}

}  // namespace

void draw_phone(Ui& ui) {
  const float bottom = ui.screen.y - bar_height;
  draw_top_bar(ui, {0, 0, ui.screen.x, top_height});
  const Rect body{0, top_height, ui.screen.x, bottom - top_height};
  const std::string& tab = ui.vm.phone_tab;
  if (tab == "needs")
    draw_needs(ui, body);
  else if (tab == "ranking")
    draw_ranking(ui, body.inset(8, 8));
  else if (tab == "charts")
    draw_charts(ui, body.inset(8, 8));
  else if (tab == "compare")
    draw_compare(ui, body);
  else
    draw_result(ui, body);
  draw_bottom_bar(ui, {0, bottom, ui.screen.x, bar_height});
}

}  // namespace gpusel::ui
