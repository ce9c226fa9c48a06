// Input that the page's own listeners saw (SDL's listeners take the keyboard from the whole window and the wheel from
// the page, so they are removed there). Each call becomes an SDL event, so that one path leads to Dear ImGui on every
// platform. Positions are CSS pixels from the canvas's upper left corner.
#pragma once

#include <string_view>

namespace gpusel::platform {

void push_pointer_move(float x, float y, bool touch);
void push_pointer_button(int button, bool down, float x, float y, bool touch);  // 0 left, 1 middle, 2 right
void push_pointer_leave();                                                      // also after a finger was lifted
void push_wheel(float dx, float dy);                                            // in lines, positive down and right
// `key` and `code` as in KeyboardEvent ("Enter", "a"; "Enter", "KeyA"); modifiers: 1 shift, 2 ctrl, 4 alt, 8 meta.
void push_key(std::string_view key, std::string_view code, bool down, int modifiers);
void push_text(std::string_view utf8);
void push_focus(bool focused);

}  // namespace gpusel::platform
