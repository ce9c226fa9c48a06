#include "ui/panels/item.hpp"

#include <imgui_internal.h>

#include <cmath>

namespace gpusel::ui {

namespace {

void draw_ring(const Ui& ui, const Rect& r, const ItemStyle& style) {
  const float grow = style.ring_inside ? -1.0F : 3.0F;
  const Rect ring = r.inset(-grow, -grow);
  outline(ui, ring, "accent", style.radius + (style.ring_inside ? 0.0F : 2.0F), 2);
}

// F6 put the focus on this region: its first control takes it.
void take_region_focus(Ui& ui) {
  if (!ui.region_is_new) return;
  ui.region_is_new = false;
  if (ui.state.focus_region != static_cast<int>(ui.region)) return;
  ui.state.focus_region = -1;
  ImGui::FocusItem();
  ImGui::SetNavCursorVisible(true);
}

}  // namespace

Item item(Ui& ui, const Rect& r, const std::string& label, const ItemStyle& style) {
  ImGuiContext& g = *ImGui::GetCurrentContext();
  Item result;
  result.id = ImGui::GetID(label.c_str());
  const ImRect box(r.min(), r.max());
  const ImGuiItemFlags flags =
      (style.tab_stop ? 0 : ImGuiItemFlags_NoTabStop) | (style.overlap ? ImGuiItemFlags_AllowOverlap : 0);
  result.visible = ImGui::ItemAdd(box, result.id, nullptr, flags);
  IMGUI_TEST_ENGINE_ITEM_INFO(result.id, label.c_str(), g.LastItemData.StatusFlags);
  if (style.tab_stop) {
    if (ui.state.first_item == 0) ui.state.first_item = result.id;
    ui.state.last_item = result.id;
  }
  take_region_focus(ui);
  if (g.NavId == result.id) ui.state.region = static_cast<int>(ui.region);
  if (!result.visible) return result;
  result.pressed = ImGui::ButtonBehavior(box, result.id, &result.hovered, &result.held);
  result.focused = g.NavId == result.id && g.NavCursorVisible && g.NavWindow != nullptr;
  if (result.focused) draw_ring(ui, r, style);
  if (result.hovered && !ui.theme.touch) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  return result;
}

void end_content(float bottom) {
  const ImVec2 start = ImGui::GetCursorStartPos();
  const ImVec2 origin = ImGui::GetWindowPos();
  ImGui::SetCursorScreenPos(ImVec2(origin.x + start.x, bottom));
  ImGui::Dummy(ImVec2(0, 0));
}

void scroll_by_touch(Ui& ui) {
  if (!ui.theme.touch || !ui.state.slider.empty()) return;
  if (!ImGui::IsMouseDragging(ImGuiMouseButton_Left, 8)) return;
  const ImGuiIO& io = ImGui::GetIO();
  const ImVec2 from = io.MouseClickedPos[0];
  const ImVec2 p = ImGui::GetWindowPos();
  const ImVec2 size = ImGui::GetWindowSize();
  if (!Rect{p.x, p.y, size.x, size.y}.contains(from) ||
      !ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem))
    return;
  ImGui::ClearActiveID();
  ImGui::SetScrollY(ImGui::GetScrollY() - io.MouseDelta.y);
}

void hint(Ui& ui, const Item& of, const std::string& text) {
  if (!of.hovered || ui.theme.touch || text.empty()) return;
  if (!ImGui::IsItemHovered(ImGuiHoveredFlags_DelayNormal | ImGuiHoveredFlags_NoSharedDelay)) {
    ui.wake_in(0.1F);
    return;
  }
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(8, 4));
  ImGui::PushFont(ui.theme.fonts.regular, ui.theme.size(Type::small));
  if (ImGui::BeginTooltip()) {
    ImGui::PushTextWrapPos(300);
    ImGui::TextUnformatted(text.c_str());
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
  }
  ImGui::PopFont();
  ImGui::PopStyleVar();
}

bool own_key(const Item& of, ImGuiKey key) {
  const ImGuiContext& g = *ImGui::GetCurrentContext();
  if (g.NavId != of.id || g.ActiveId != 0) return false;
  ImGui::SetKeyOwner(key, of.id);
  return ImGui::IsKeyPressed(key, ImGuiInputFlags_Repeat, of.id);
}

}  // namespace gpusel::ui
