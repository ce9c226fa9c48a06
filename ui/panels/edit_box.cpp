#include <imgui_internal.h>

#include <algorithm>
#include <cstring>

#include "ui/panels/fields.hpp"
#include "ui/panels/slider_scale.hpp"

namespace gpusel::ui {

namespace {

void open_editor(UiState& state, const EditBox& box) {
  state.editing = box.id;
  state.edit_opened = true;
  std::strncpy(state.buffer, box.input.c_str(), sizeof state.buffer - 1);
  state.buffer[sizeof state.buffer - 1] = 0;
}

std::optional<std::string> editor(Ui& ui, const Rect& r, const EditBox& box, const std::string& label) {
  ImGui::SetCursorScreenPos(r.min());
  ImGui::SetNextItemWidth(r.w);
  ImGui::PushStyleColor(ImGuiCol_Border, ui.color("accent"));
  ImGui::PushFont(ui.theme.fonts.regular, ui.theme.size(Type::body));
  if (ui.state.edit_opened) ImGui::SetKeyboardFocusHere();
  const bool opened = ui.state.edit_opened;
  if (opened) ui.wake_in(0);  // the keyboard arrives a frame later
  ui.state.edit_opened = false;
  const bool entered = ImGui::InputText(label.c_str(), ui.state.buffer, sizeof ui.state.buffer,
                                        ImGuiInputTextFlags_AutoSelectAll | ImGuiInputTextFlags_EnterReturnsTrue);
  ui.state.last_item = ImGui::GetItemID();
  const bool left = ImGui::IsItemDeactivated();
  ImGui::PopFont();
  ImGui::PopStyleColor();
  if (!entered && !left &&
      (opened || ImGui::GetActiveID() == ImGui::GetItemID() || ImGui::GetCurrentContext()->ActiveId == 0))
    return {};
  ui.state.editing.clear();
  if (ui.state.buffer == box.input) return {};
  return std::string(ui.state.buffer);
}

void closed_box(const Ui& ui, const Rect& r, const EditBox& box, bool hovered) {
  fill(ui, r, hovered ? "hover" : "field", 4);
  outline(ui, r, box.error ? "no" : box.strong_edge ? "accent" : box.placeholder ? "line" : "ctl", 4);
  const std::string_view token = box.placeholder ? "text3" : "text";
  if (!box.right_aligned) {
    text_at(ui, r.x + 9, r.cy(), box.shown, Type::body, token);
    return;
  }
  float right = r.right() - 12;
  if (!box.unit.empty()) right -= text_at(ui, right + 4, r.cy(), box.unit, Type::body, "text3", Align::right) + 2;
  text_at(ui, right, r.cy(), box.shown, Type::body, token, Align::right);
}

}  // namespace

std::optional<std::string> edit_box(Ui& ui, const Rect& r, const EditBox& box) {
  const std::string label = "##" + box.label;
  if (ui.state.editing == box.id) return editor(ui, r, box, label);
  const Item it = item(ui, r, label);
  if (!it.visible) return {};
  if (it.hovered && !ui.theme.touch) ImGui::SetMouseCursor(ImGuiMouseCursor_TextInput);
  closed_box(ui, r, box, it.hovered);
  if (it.pressed) {
    open_editor(ui.state, box);
    ui.wake_in(0);
  }
  return {};
}

namespace {

std::optional<double> slider_key(const Item& it, const Scale& scale, double value) {
  struct Move {
    ImGuiKey key;
    int steps;
  };
  for (const Move& m : {Move{ImGuiKey_LeftArrow, -1}, Move{ImGuiKey_RightArrow, 1}, Move{ImGuiKey_PageDown, -10},
                        Move{ImGuiKey_PageUp, 10}})
    if (own_key(it, m.key)) return scale.stepped(value, m.steps);
  if (own_key(it, ImGuiKey_Home)) return scale.low;
  if (own_key(it, ImGuiKey_End)) return scale.high;
  return {};
}

}  // namespace

std::optional<double> slider(Ui& ui, const Rect& r, const std::string& label, double value, double low, double high,
                             double step, bool logarithmic) {
  const Scale scale{low, high, step, logarithmic};
  const std::string id = "##slider " + label;
  const Item it = item(ui, r, id, {4, false, true});
  if (!it.visible) return {};
  const float inset = ui.theme.touch ? 8.0F : 6.0F;
  const float x0 = r.x + inset;
  const float x1 = r.right() - inset;
  const float thumb = x0 + static_cast<float>(scale.position(value)) * (x1 - x0);
  ui.draw->AddRectFilled(ImVec2(r.x, r.cy() - 1), ImVec2(r.right(), r.cy() + 1), ui.color("line"), 1);
  ui.draw->AddRectFilled(ImVec2(r.x, r.cy() - 1), ImVec2(thumb, r.cy() + 1), ui.color("accent"), 1);
  ui.draw->AddCircleFilled(ImVec2(thumb, r.cy()), ui.theme.touch ? 8.0F : 6.0F, ui.color("surface"));
  ui.draw->AddCircleFilled(ImVec2(thumb, r.cy()),
                           ui.theme.touch          ? 8.0F
                           : it.hovered || it.held ? 6.0F
                                                   : 5.0F,
                           ui.color("text"));
  std::optional<double> wanted;
  if (it.held && ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
    ui.state.slider = id;
    wanted = scale.value(static_cast<double>((ImGui::GetIO().MousePos.x - x0) / (x1 - x0)));
  } else {
    if (ui.state.slider == id) ui.state.slider.clear();
    wanted = slider_key(it, scale, value);
  }
  if (wanted && *wanted == value) return {};
  return wanted;
}

}  // namespace gpusel::ui
