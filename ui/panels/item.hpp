// One interactive rectangle: pointer, keyboard focus with its ring, a label for tests and hints. All widgets are made
// of it.
#pragma once

#include <string>

#include "ui/panels/icons.hpp"
#include "ui/panels/paint.hpp"

namespace gpusel::ui {

struct Item {
  bool visible = false, hovered = false, held = false, pressed = false, focused = false;
  ImGuiID id = 0;
};
struct ItemStyle {
  float radius = 4;
  bool ring_inside = false;  // table rows
  bool tab_stop = true;
  bool overlap = false;  // other items lie on it (a row with a pin)
};
// `label` identifies the item within the current ImGui id scope and is what tests click by.
Item item(Ui& ui, const Rect& r, const std::string& label, const ItemStyle& style = {});

// Marks where the content of a scrolling child ends, so that it can scroll there.
void end_content(float bottom);
// Lets a finger scroll the current child window by dragging anywhere but on a slider.
void scroll_by_touch(Ui& ui);
// A hint under the last item after the pointer has rested on it; names icon-only buttons.
void hint(Ui& ui, const Item& of, const std::string& text);
// `fraction` 0..1 of a focused item moved by the keyboard is the widget's own business; this keeps the keys from the
// focus.
bool own_key(const Item& of, ImGuiKey key);

}  // namespace gpusel::ui
