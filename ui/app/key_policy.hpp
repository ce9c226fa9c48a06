// Which keys the canvas takes from the page that shows it. Everything else is the browser's: copy and paste, reload,
// tabs, tools.
#pragma once

#include <string_view>

namespace gpusel::app {

struct KeyPress {
  std::string_view key;  // KeyboardEvent.key
  bool shift = false, ctrl = false, alt = false, meta = false;
  bool text_active = false;  // a text field of the canvas is open
  bool tab_leaves = false;   // the focus is on the last control (first, with Shift)
};
bool canvas_takes(const KeyPress& press);

}  // namespace gpusel::app
