// The keys of design section 5, active while no text field is.
#include <imgui.h>

#include <algorithm>

#include "ui/panels/panels.hpp"

namespace gpusel::ui {

namespace {

using Kind = view::Action::Kind;

bool pressed(ImGuiKey key) {
  const ImGuiIO& io = ImGui::GetIO();
  return !io.KeyCtrl && !io.KeySuper && !io.KeyAlt && ImGui::IsKeyPressed(key, false);
}

bool chord(ImGuiKeyChord keys) { return ImGui::IsKeyChordPressed(keys); }

// The neighbour of the selected row in the ranking.
void step_row(Ui& ui, int by) {
  const std::vector<view::RowView>& rows = ui.vm.table.rows;
  if (rows.empty()) return;
  const auto at = std::find_if(rows.begin(), rows.end(), [](const view::RowView& r) { return r.selected; });
  const int now = at == rows.end() ? 0 : static_cast<int>(at - rows.begin());
  const int next = std::clamp(now + by, 0, static_cast<int>(rows.size()) - 1);
  if (next != now || at == rows.end()) ui.emit(Kind::select_row, rows[static_cast<std::size_t>(next)].key);
}

void pin_current(Ui& ui) {
  for (const view::RowView& row : ui.vm.table.rows) {
    const bool current = ui.state.hovered_key.empty() ? row.selected : row.key == ui.state.hovered_key;
    if (current) return ui.emit(row.pinned ? Kind::unpin : Kind::pin, row.key);
  }
}

void why_of_first(Ui& ui) {
  if (ui.vm.why) return ui.emit(Kind::close_why);
  for (const view::Figure& f : ui.vm.answer.figures)
    if (!f.why.empty()) return ui.emit(Kind::open_why, f.why);
}

void escape(Ui& ui) {
  if (ui.state.needs_open)
    ui.state.needs_open = false;
  else if (!ui.vm.mode.empty())
    ui.emit(Kind::set_mode);
  else if (!ui.vm.answer.stepper.empty())
    ui.emit(Kind::select_row);
  else
    ui.state.wants_leave = true;
}

void go_to_region(Ui& ui, int by) {
  constexpr int count = static_cast<int>(Region::charts) + 1;
  ui.state.focus_region = (ui.state.region + by + count) % count;
}

// Single keys, which a person can switch off (WCAG 2.1.4).
void letters(Ui& ui) {
  const bool shift = ImGui::GetIO().KeyShift;
  if (pressed(ImGuiKey_Slash)) (shift ? ui.state.request_keys : ui.state.request_search) = true;
  if (pressed(ImGuiKey_W)) why_of_first(ui);
  if (pressed(ImGuiKey_P)) pin_current(ui);
  if (pressed(ImGuiKey_C)) ui.emit(Kind::set_mode, ui.vm.mode == "compare" ? "" : "compare");
  if (pressed(ImGuiKey_LeftBracket)) step_row(ui, -1);
  if (pressed(ImGuiKey_RightBracket)) step_row(ui, 1);
  if (pressed(ImGuiKey_L)) ui.emit(Kind::copy_link);
  if (pressed(ImGuiKey_M)) ui.emit(Kind::copy_markdown);
  if (pressed(ImGuiKey_T)) ui.emit(Kind::set_view, "text");
  if (pressed(ImGuiKey_D)) ui.emit(Kind::set_theme, ui.theme.dark ? "light" : "dark");
}

void commands(Ui& ui) {
  if (chord(ImGuiMod_Ctrl | ImGuiKey_K)) ui.state.request_search = true;
  if (chord(ImGuiMod_Ctrl | ImGuiKey_Z)) ui.emit(Kind::undo);
  if (chord(ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_Z) || chord(ImGuiMod_Ctrl | ImGuiKey_Y)) ui.emit(Kind::redo);
  if (pressed(ImGuiKey_F6)) go_to_region(ui, ImGui::GetIO().KeyShift ? -1 : 1);
  if (ui.vm.letters) letters(ui);
}

}  // namespace

void handle_keys(Ui& ui) {
  if (ImGui::GetIO().WantTextInput || !ui.state.editing.empty()) return;
  commands(ui);
  const bool popup = ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
  if (pressed(ImGuiKey_Escape) && !popup && !ui.state.popup_was_open) escape(ui);
  ui.state.popup_was_open = popup;
}

}  // namespace gpusel::ui
