// Lists that open: the dropdown's box and the list under it.
#include <algorithm>

#include "ui/panels/widgets.hpp"

namespace gpusel::ui {

namespace {

Rect list_place(const Ui& ui, const Rect& under, std::size_t count, float row) {
  const float height = std::min(row * static_cast<float>(count) + 8, std::max(ui.screen.y * 0.6F, 3 * row));
  Rect list{under.x, under.bottom() + 4, std::max(under.w, 140.0F), height};
  if (list.bottom() > ui.screen.y - 8) list.y = std::max(8.0F, under.y - 4 - height);
  list.x = std::max(8.0F, std::min(list.x, ui.screen.x - 8 - list.w));
  return list;
}

bool list_row(Ui& ui, const Rect& r, const view::Choice& choice, bool on) {
  const Item it = item(ui, r, choice.label, {3, true, true});
  if (on || it.hovered) fill(ui, r, on ? "accentSoft" : "hover", 3);
  name_at(ui, r.x + 8, r.cy(), r.w - 16, choice.label, on ? Type::body_strong : Type::body, on ? "accent" : "text");
  if (on && ImGui::IsWindowAppearing()) ImGui::SetScrollHereY();
  return it.pressed;
}

}  // namespace

PopupArea::PopupArea(Ui& owner, const char* id, const Rect& r, ImVec2 padding)
    : ui(owner), outer(owner.draw), open(false) {
  ImGui::SetNextWindowPos(r.min());
  ImGui::SetNextWindowSize(ImVec2(r.w, r.h));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, padding);
  open = ImGui::BeginPopup(id, ImGuiWindowFlags_NoMove);
  if (open) ui.draw = ImGui::GetWindowDrawList();
}

PopupArea::~PopupArea() {
  if (open) ImGui::EndPopup();
  ImGui::PopStyleVar();
  ui.draw = outer;
}

Rect centred_popup(const Ui& ui, float width, float height) {
  return Rect::centred(ui.screen.x / 2, ui.screen.y / 2, std::min(width, ui.screen.x - 24),
                       std::min(height, ui.screen.y - 24));
}

int choice_list(Ui& ui, const std::string& popup, const Rect& under, const std::vector<view::Choice>& choices,
                std::string_view selected) {
  if (!ImGui::IsPopupOpen(popup.c_str())) return -1;
  const float row = ui.theme.row();
  float wide = under.w;
  for (const view::Choice& c : choices) wide = std::max(wide, text_width(ui, c.label, Type::body_strong) + 34);
  Rect place = under;
  place.w = std::min(wide, ui.screen.x - 16);
  place = list_place(ui, place, choices.size(), row);
  place.x = std::max(8.0F, std::min(under.right() - place.w, place.x));
  int chosen = -1;
  if (const PopupArea area(ui, popup.c_str(), place, ImVec2(4, 4)); area.open) {
    const ImVec2 start = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    for (std::size_t i = 0; i < choices.size(); ++i) {
      ImGui::PushID(static_cast<int>(i));
      const Rect r{start.x, start.y + row * static_cast<float>(i), width, row};
      ImGui::SetCursorScreenPos(r.min());
      if (list_row(ui, r, choices[i], choices[i].value == selected)) chosen = static_cast<int>(i);
      ImGui::PopID();
    }
    end_content(start.y + row * static_cast<float>(choices.size()));
    scroll_by_touch(ui);
    if (chosen >= 0) ImGui::CloseCurrentPopup();
  }
  return chosen;
}

int dropdown(Ui& ui, const Rect& r, const std::string& id, const std::string& shown,
             const std::vector<view::Choice>& choices, std::string_view selected) {
  const Item it = item(ui, r, id);
  const std::string popup = id + "##list";
  if (it.pressed) ImGui::OpenPopup(popup.c_str());
  if (it.visible) {
    fill(ui, r, it.hovered ? "hover" : "field", 4);
    outline(ui, r, "ctl", 4);
    name_at(ui, r.x + 9, r.cy(), r.w - dropdown_margins, shown, Type::body, "text");
    if (text_width(ui, shown, Type::body) > r.w - dropdown_margins) hint(ui, it, shown);
    draw_icon(*ui.draw, Icon::down, ImVec2(r.right() - 15, r.cy()), ui.color("text2"), 14);
  }
  return choice_list(ui, popup, r, choices, selected);
}

}  // namespace gpusel::ui
