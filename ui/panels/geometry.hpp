// Rectangles in CSS pixels, and the arithmetic of laying them out. No Dear ImGui type but its vector.
#pragma once

#include <imgui.h>

namespace gpusel::ui {

struct Rect {
  float x = 0, y = 0, w = 0, h = 0;

  float right() const { return x + w; }
  float bottom() const { return y + h; }
  float cx() const { return x + w / 2; }
  float cy() const { return y + h / 2; }
  ImVec2 min() const { return ImVec2(x, y); }
  ImVec2 max() const { return ImVec2(x + w, y + h); }
  bool contains(ImVec2 p) const { return p.x >= x && p.x < right() && p.y >= y && p.y < bottom(); }
  Rect inset(float dx, float dy) const { return {x + dx, y + dy, w - 2 * dx, h - 2 * dy}; }
  Rect moved(float dx, float dy) const { return {x + dx, y + dy, w, h}; }
  static Rect centred(float cx, float cy, float w, float h) { return {cx - w / 2, cy - h / 2, w, h}; }
};

}  // namespace gpusel::ui
