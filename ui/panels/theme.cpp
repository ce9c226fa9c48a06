#include "ui/panels/theme.hpp"

#include <algorithm>
#include <cmath>

#include "ui/view/tokens.hpp"

namespace gpusel::ui {

ImU32 Theme::color(std::string_view token, double opacity) const {
  const view::Rgb c = view::color(token, dark);
  return IM_COL32(c.r, c.g, c.b, static_cast<int>(std::lround(std::clamp(opacity, 0.0, 1.0) * 255.0)));
}

float Theme::size(Type type) const {
  switch (type) {
    case Type::figure:
      return 31;
    case Type::title:
      return 26;
    case Type::sheet:
      return 21;
    case Type::heading:
      return touch ? 21.0F : 17.0F;
    case Type::body:
    case Type::body_strong:
      return touch ? 18.0F : 17.0F;
    case Type::unit:
      return 18;
    case Type::small:
    case Type::small_strong:
      return 16;
  }
  return 17;
}

ImFont* Theme::face(Type type) const {
  switch (type) {
    case Type::body:
    case Type::unit:
    case Type::small:
      return fonts.regular;
    default:
      return fonts.semibold;
  }
}

namespace {

void apply_metrics(ImGuiStyle& s, bool touch) {
  s.WindowPadding = ImVec2(16, 12);
  s.FramePadding = touch ? ImVec2(12, 11) : ImVec2(8, 5.5F);
  s.ItemSpacing = ImVec2(8, 8);
  s.ItemInnerSpacing = touch ? ImVec2(8, 8) : ImVec2(8, 4);
  s.CellPadding = touch ? ImVec2(8, 12) : ImVec2(8, 6.5F);
  s.TouchExtraPadding = touch ? ImVec2(6, 6) : ImVec2(0, 0);
  s.IndentSpacing = 16;
  s.ScrollbarSize = 10;
  s.ScrollbarRounding = 5;
  s.GrabMinSize = 12;
  s.GrabRounding = 6;
  s.WindowRounding = 0;
  s.ChildRounding = 6;
  s.PopupRounding = 6;
  s.FrameRounding = 4;
  s.TabRounding = 0;
  s.WindowBorderSize = 0;
  s.ChildBorderSize = 1;
  s.PopupBorderSize = 1;
  s.FrameBorderSize = 1;
  s.TabBorderSize = 0;
  s.TabBarBorderSize = 1;
  s.TabBarOverlineSize = 0;
  s.SeparatorTextBorderSize = 1;
  s.DisabledAlpha = 1;
  s.HoverDelayShort = 0.14F;
  s.HoverDelayNormal = 0.35F;
  s.HoverStationaryDelay = 0.10F;
  s.CircleTessellationMaxError = 0.2F;
}

struct ColorRole {
  ImGuiCol slot;
  std::string_view token;
};
constexpr ColorRole color_roles[] = {
    {ImGuiCol_Text, "text"},
    {ImGuiCol_TextDisabled, "text3"},
    {ImGuiCol_WindowBg, "bg"},
    {ImGuiCol_ChildBg, "surface"},
    {ImGuiCol_PopupBg, "surface"},
    {ImGuiCol_Border, "ctl"},
    {ImGuiCol_FrameBg, "field"},
    {ImGuiCol_FrameBgHovered, "field"},
    {ImGuiCol_FrameBgActive, "field"},
    {ImGuiCol_Header, "accentSoft"},
    {ImGuiCol_HeaderHovered, "hover"},
    {ImGuiCol_HeaderActive, "accentSoft"},
    {ImGuiCol_Button, "raised"},
    {ImGuiCol_ButtonHovered, "hover"},
    {ImGuiCol_ButtonActive, "accentSoft"},
    {ImGuiCol_CheckMark, "accent"},
    {ImGuiCol_NavCursor, "accent"},
    {ImGuiCol_SliderGrab, "text"},
    {ImGuiCol_ScrollbarGrab, "ctl"},
    {ImGuiCol_ScrollbarGrabHovered, "text3"},
    {ImGuiCol_ScrollbarGrabActive, "text3"},
    {ImGuiCol_TableHeaderBg, "bg"},
    {ImGuiCol_TableBorderStrong, "line"},
    {ImGuiCol_TableBorderLight, "line"},
    {ImGuiCol_TextSelectedBg, "accentSoft"},
    {ImGuiCol_InputTextCursor, "text"},
};

}  // namespace

void apply_style(const Theme& theme) {
  ImGuiStyle& style = ImGui::GetStyle();
  style = ImGuiStyle();
  style.FontSizeBase = 17;
  apply_metrics(style, theme.touch);
  for (const ColorRole& role : color_roles)
    style.Colors[role.slot] = ImGui::ColorConvertU32ToFloat4(theme.color(role.token));
  for (const ImGuiCol slot :
       {ImGuiCol_ScrollbarBg, ImGuiCol_ModalWindowDimBg, ImGuiCol_NavWindowingDimBg, ImGuiCol_TableRowBgAlt})
    style.Colors[slot] = ImVec4(0, 0, 0, 0);
}

}  // namespace gpusel::ui
