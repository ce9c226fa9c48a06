// The panels without a window: a Dear ImGui context whose renderer draws nothing, events fed by hand, and a map from
// every control's label to its rectangle (Dear ImGui's test-engine hooks, implemented in stage.cpp).
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "ui/panels/ui.hpp"

namespace gpusel::stage {

// What a renderer must do for the atlas between frames, without drawing; `last`: everything goes.
void answer_texture_requests(bool last = false);

struct Control {
  std::string label;  // without a leading "##"
  ui::Rect box;
  bool tab_stop = false, overlap = false, visible = false;
};

class Stage {
 public:
  Stage(float width, float height, bool touch = false);
  ~Stage();
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;

  void frame();
  void frames(int count) {
    for (int i = 0; i < count; ++i) frame();
  }
  const Control* find(const std::string& label, int nth = 0) const;
  bool click(const std::string& label, int nth = 0);  // false: no such control
  void press(float x, float y);
  void release();
  void move(float x, float y);
  void key(ImGuiKey key, ImGuiKey modifier = ImGuiKey_None);  // pressed and released, with frames between
  void type(const char* text);

  view::ViewModel vm;
  ui::UiState state;
  std::vector<view::Action> actions;  // everything emitted so far
  std::vector<Control> controls;      // of the last frame
  float wake_after = -1;              // of the last frame

 private:
  ui::Theme theme_;
  ImGuiContext* context_;
};

}  // namespace gpusel::stage
