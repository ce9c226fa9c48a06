// How the canvas looks: colours by token name, type sizes, control heights and Dear ImGui's style values (design
// sections 9 and 10). Sizes are Dear ImGui's, which measures ascent + descent: IBM Plex Sans at 13 CSS px is 17 here
// (x 1.300, rounded).
#pragma once

#include <imgui.h>

#include <string>
#include <string_view>

namespace gpusel::ui {

struct Fonts {
  ImFont* regular = nullptr;
  ImFont* semibold = nullptr;
};

// The roles of text; each has one size and one weight.
enum class Type { figure, title, sheet, heading, body, body_strong, unit, small, small_strong };

struct Theme {
  bool dark = true;
  bool touch = false;
  Fonts fonts;

  ImU32 color(std::string_view token, double opacity = 1) const;
  float size(Type type) const;
  ImFont* face(Type type) const;
  float control() const { return touch ? 40.0F : 28.0F; }  // height of a field or button
  float row() const { return touch ? 44.0F : 30.0F; }      // height of a list row
  float target() const { return touch ? 44.0F : 28.0F; }   // side of an icon button
};

void apply_style(const Theme& theme);

}  // namespace gpusel::ui
