// How to start the plan: one tool's command or file at a time, to be copied.
#include <algorithm>

#include "ui/panels/panels.hpp"

namespace gpusel::ui {

namespace {

using Kind = view::Action::Kind;

constexpr const char* popup = "##launch";

float draw_lines(Ui& ui, const std::string& text, float x, float y) {
  const float top = y;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    text_at(ui, x, y + 9, std::string_view(text).substr(at, end - at), Type::body, "text");
    y += 18;
    at = end + 1;
  }
  return y - top;
}

void show_tool(Ui& ui, const std::string& tool) { ui.act(Kind::show_option, "launch", tool); }

void draw_content(Ui& ui, const view::LaunchView& l, const Rect& r) {
  text_at(ui, r.x + 16, r.y + 26, l.title, Type::heading, "text");
  const float side = ui.theme.target();
  if (icon_button(ui, {r.right() - side - 8, r.y + 26 - side / 2, side, side}, Icon::close, ui.text("act.close")))
    show_tool(ui, "");
  float y = r.y + 50;
  const float h = ui.theme.control();
  const float save = ui.state.page ? ui.theme.control() + 8 : 0;
  const float copy = button_width(ui, l.copy.label, true) + save;
  std::string name;
  for (const view::Choice& c : l.tools)
    if (c.value == l.tool) name = c.label;
  const int chosen = dropdown(ui, {r.x + 16, y, r.w - 40 - copy, h}, "##tool", name, l.tools, l.tool);
  if (chosen >= 0) show_tool(ui, l.tools[static_cast<std::size_t>(chosen)].value);
  if (button(ui, {r.right() - 16 - copy, y, copy - save, h}, l.copy.label, ButtonKind::primary, Icon::copy))
    ui.emit(l.copy.action);
  if (save > 0 && icon_button(ui, {r.right() - 16 - h, y, h, h}, Icon::download, l.save.label, "text", true))
    ui.emit(l.save.action);
  y += h + 10;
  for (const std::string& note : l.notes)
    y += paragraph(ui, r.x + 16, y, r.w - 32, 16, {{note, Type::small, "tight"}}) + 4;
  const Rect box{r.x + 16, y + 4, r.w - 32, r.bottom() - y - 20};
  fill(ui, box, "field", 4);
  outline(ui, box, "line", 4);
  ScrollArea area(ui, "text", box.inset(10, 8));
  const float top = area.top();
  end_content(top + draw_lines(ui, l.text, box.x + 10, top));
}

// Follows the view, and tells it when Escape or a click outside closed the popup. False: nothing to draw.
bool follow_view(Ui& ui) {
  const bool open = ImGui::IsPopupOpen(popup);
  if (!ui.vm.launch) {
    ui.state.launch_shown = false;
    return open;
  }
  if (!open && ui.state.launch_shown) {
    ui.state.launch_shown = false;
    show_tool(ui, "");
    return false;
  }
  if (!open) ImGui::OpenPopup(popup);
  ui.state.launch_shown = true;
  return true;
}

}  // namespace

void draw_launch(Ui& ui) {
  if (!follow_view(ui)) return;
  const Rect r = centred_popup(ui, 720, 560);
  const PopupArea area(ui, popup, r, ImVec2(0, 0));
  if (!area.open) return;
  ui.begin_region(Region::overlay);
  if (ui.vm.launch)
    draw_content(ui, *ui.vm.launch, r);
  else
    ImGui::CloseCurrentPopup();
}

}  // namespace gpusel::ui
