// Where the regions stand at each breakpoint (design section 3).
#include <algorithm>

#include "ui/panels/panels.hpp"

namespace gpusel::ui {

namespace {

constexpr float top_height = 48;
constexpr float needs_width = 304;

// Height of the two lower cards at least; below that region 3 scrolls as a whole.
constexpr float least_table = 260;
// The charts' card at least: a chart, or the starting points, two in a row.
float least_charts(const Ui& ui) {
  return ui.state.charts_touched || ui.vm.starts.empty() ? 246.0F : starts_height(ui, 2);
}

void draw_result_row(Ui& ui, const Rect& r, float left, float gap) {
  const float memory = memory_height(ui, left);
  const float right = r.w - left - gap;
  const float answer = answer_height(ui, r.w);
  const float y = r.y + answer + gap;
  draw_answer(ui, {r.x, r.y, r.w, answer});
  const float bottom = std::max(r.bottom(), y + memory + gap + least_table);
  const float changes = std::max(memory, std::min(changes_height(ui, right), bottom - y - gap - least_charts(ui)));
  draw_memory(ui, {r.x, y, left, memory});
  draw_changes(ui, {r.x + left + gap, y, right, changes});
  draw_ranking(ui, {r.x, y + memory + gap, left, bottom - y - memory - gap});
  draw_charts(ui, {r.x + left + gap, y + changes + gap, right, bottom - y - changes - gap});
}

// 600-1023: everything in one column that scrolls.
void draw_stacked(Ui& ui, const Rect& r, float gap) {
  float y = r.y;
  const float answer = answer_height(ui, r.w);
  draw_answer(ui, {r.x, y, r.w, answer});
  y += answer + gap;
  draw_memory(ui, {r.x, y, r.w, 158});
  y += 158 + gap;
  const float changes = changes_height(ui, r.w);
  draw_changes(ui, {r.x, y, r.w, changes});
  y += changes + gap;
  draw_ranking(ui, {r.x, y, r.w, 420});
  y += 420 + gap;
  draw_charts(ui, {r.x, y, r.w, 380});
  end_content(y + 380 + gap);
}

void draw_result(Ui& ui, const Rect& r) {
  const bool wide = ui.breakpoint == Breakpoint::wide;
  const float pad_x = wide ? 20 : 16;
  const float pad_y = wide ? 14 : 12;
  const float gap = 12;
  if (ui.vm.mode == "compare") return draw_compare(ui, r);
  ScrollArea area(ui, "result", r);
  const Rect inner{r.x + pad_x, area.top() + pad_y, r.w - 2 * pad_x, r.h - 2 * pad_y};
  if (ui.breakpoint == Breakpoint::drawer) return draw_stacked(ui, inner, gap);
  const float right = wide ? 540.0F : std::clamp(inner.w * 0.34F, 280.0F, 320.0F);
  draw_result_row(ui, inner, inner.w - right - gap, gap);
  const float least = pad_y * 2 + answer_height(ui, inner.w) + gap * 2 + memory_height(ui, inner.w) + least_table;
  if (least > r.h) end_content(area.top() + least);
}

void draw_drawer(Ui& ui) {
  constexpr const char* popup = "##drawer";
  if (ui.state.needs_open && !ImGui::IsPopupOpen(popup)) {
    if (ui.state.drawer_shown)
      ui.state.needs_open = false;  // closed by Escape or a click outside
    else
      ImGui::OpenPopup(popup);
  }
  ui.state.drawer_shown = ui.state.needs_open;
  if (!ui.state.needs_open) return;
  const Rect r{0, top_height, needs_width, ui.screen.y - top_height};
  if (const PopupArea area(ui, popup, r, ImVec2(0, 0)); area.open) draw_needs(ui, r);
}

void draw_wide_layout(Ui& ui) {
  const float width = std::min(ui.screen.x, 2200.0F);
  const float x = (ui.screen.x - width) / 2;
  draw_top_bar(ui, {x, 0, width, top_height});
  const Rect below{x, top_height, width, ui.screen.y - top_height};
  if (ui.breakpoint == Breakpoint::drawer) {
    draw_result(ui, below);
    draw_drawer(ui);
    return;
  }
  draw_needs(ui, {below.x, below.y, needs_width, below.h});
  column_rule(ui, below.x + needs_width - 1, below.y, below.bottom());
  draw_result(ui, {below.x + needs_width, below.y, below.w - needs_width, below.h});
}

}  // namespace

void draw_app(Ui& ui) {
  ui.screen = ImGui::GetIO().DisplaySize;
  // Dear ImGui tells only the pushed font how dense the screen is; the panels draw with both.
  for (ImFont* font : {ui.theme.fonts.regular, ui.theme.fonts.semibold})
    font->CurrentRasterizerDensity = ImGui::GetIO().DisplayFramebufferScale.x;
  ui.breakpoint = breakpoint_of(ui.screen.x);
  ui.state.first_item = ui.state.last_item = 0;
  ui.state.hovered_key = ui.state.next_hovered_key;
  ui.state.next_hovered_key.clear();
  ImGui::SetNextWindowPos(ImVec2(0, 0));
  ImGui::SetNextWindowSize(ui.screen);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
  constexpr ImGuiWindowFlags flags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus |
                                     ImGuiWindowFlags_NoScrollWithMouse;
  if (ImGui::Begin("app", nullptr, flags)) {
    ui.draw = ImGui::GetWindowDrawList();
    handle_keys(ui);
    if (ui.phone())
      draw_phone(ui);
    else
      draw_wide_layout(ui);
    draw_why(ui);
    draw_launch(ui);
    draw_saved(ui);
    draw_keys_list(ui);
  }
  ImGui::End();
  ImGui::PopStyleVar();
  if (ui.state.next_hovered_key != ui.state.hovered_key) ui.wake_in(0);
}

}  // namespace gpusel::ui
