// One field of the needs form: label, dot and reset where it was changed, the control its type asks for, the message
// under it.
#pragma once

#include <string>

#include "ui/panels/widgets.hpp"

namespace gpusel::ui {

// Draws at (x, y) in `width`; returns the height it took, gap included.
float draw_field(Ui& ui, const view::FieldView& field, float x, float y, float width);

// A box with a text that becomes an editor when it is clicked or Enter is pressed on it.
struct EditBox {
  std::string id;           // also what state.editing holds
  std::string label;        // for tests and the text view's name
  std::string shown, unit;  // formatted, while not edited
  std::string input;        // raw, the editor starts with it
  bool right_aligned = true, placeholder = false, error = false, strong_edge = false;
};
// The text that was committed (Enter or leaving the field), if it differs from `input`.
std::optional<std::string> edit_box(Ui& ui, const Rect& r, const EditBox& box);
// The new value while the thumb is dragged, the track clicked or a key pressed.
std::optional<double> slider(Ui& ui, const Rect& r, const std::string& label, double value, double low, double high,
                             double step, bool logarithmic);

}  // namespace gpusel::ui
