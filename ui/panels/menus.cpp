// Small overlays: the table's columns, what can be taken away, and the keys.
#include <algorithm>

#include "ui/panels/panels.hpp"

namespace gpusel::ui {

namespace {

using Kind = view::Action::Kind;

// The chosen ids with one taken in or out.
std::string toggled(const std::vector<view::ColumnChoice>& all, std::size_t which) {
  std::vector<std::string> shown;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (all[i].shown && i != which) shown.push_back(all[i].id);
  if (!all[which].shown) shown.push_back(all[which].id);
  std::string out;
  for (const std::string& id : shown) out += (out.empty() ? "" : ",") + id;
  return out;
}

}  // namespace

void columns_menu(Ui& ui, const Rect& under, bool open) {
  constexpr const char* popup = "##columns";
  if (open) ImGui::OpenPopup(popup);
  std::vector<view::Choice> choices;
  for (const view::ColumnChoice& c : ui.vm.table.choices)
    choices.push_back({c.id, (c.shown ? "\u2212  " : "+  ") + c.label});
  const int chosen = choice_list(ui, popup, under, choices, "");
  if (chosen >= 0) ui.emit(Kind::set_columns, toggled(ui.vm.table.choices, static_cast<std::size_t>(chosen)));
}

void export_menu(Ui& ui, const Rect& under, bool open) {
  constexpr const char* popup = "##exports";
  if (open) ImGui::OpenPopup(popup);
  std::vector<view::Choice> choices;
  std::vector<const view::Button*> offered;
  for (const view::Button& b : ui.vm.exports) {
    if (b.action.kind == Kind::ask_page && !ui.state.page) continue;
    choices.push_back({b.id, b.label});
    offered.push_back(&b);
  }
  const int chosen = choice_list(ui, popup, under, choices, "");
  if (chosen >= 0) ui.emit(offered[static_cast<std::size_t>(chosen)]->action);
}

void picture_menu(Ui& ui, const Rect& under, const std::string& chart, bool open) {
  constexpr const char* popup = "##pictures";
  if (open) ImGui::OpenPopup(popup);
  if (!ImGui::IsPopupOpen(popup)) return;
  std::vector<view::Choice> choices;
  for (const char* type : {"png", "svg"}) {
    std::string label = ui.text("chart.save"), upper = type;
    for (char& c : upper) c = static_cast<char>(c - 'a' + 'A');
    if (const std::size_t at = label.find("{x}"); at != std::string::npos) label.replace(at, 3, upper);
    choices.push_back({type, std::move(label)});
  }
  const int chosen = choice_list(ui, popup, under, choices, "");
  if (chosen >= 0) ui.ask(choices[static_cast<std::size_t>(chosen)].value, chart);
}

void draw_keys_list(Ui& ui) {
  constexpr const char* popup = "##keys";
  if (ui.state.request_keys) ImGui::OpenPopup(popup);
  ui.state.request_keys = false;
  if (!ImGui::IsPopupOpen(popup)) return;
  const float row = 26;
  const Rect r = centred_popup(ui, 460, 92 + row * static_cast<float>(ui.vm.keys.size()));
  const PopupArea area(ui, popup, r, ImVec2(0, 0));
  if (!area.open) return;
  text_at(ui, r.x + 16, r.y + 24, ui.text("keys.title"), Type::heading, "text");
  if (icon_button(ui, {r.right() - 40, r.y + 10, 28, 28}, Icon::close, ui.text("act.close")))
    ImGui::CloseCurrentPopup();
  float y = r.y + 48;
  for (const view::Choice& key : ui.vm.keys) {
    rule(ui, r.x + 16, r.right() - 16, y);
    text_at(ui, r.x + 16, y + row / 2, key.value, Type::small_strong, "text");
    name_at(ui, r.x + 160, y + row / 2, r.w - 176, key.label, Type::small, "text2");
    y += row;
  }
  rule(ui, r.x + 16, r.right() - 16, y);
  if (checkbox(ui, {r.x + 16, y + 8, r.w - 32, 28}, ui.text("keys.letters"), ui.vm.letters))
    ui.show_option("letters", !ui.vm.letters);
  end_content(y + 44);
}

}  // namespace gpusel::ui
