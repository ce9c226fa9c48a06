#include "ui/panels/fields.hpp"
#include "ui/panels/panels.hpp"

namespace gpusel::ui {

namespace {

// Typed text goes to the session as it is: "8k", "2^14" and full-width digits are read there, for the text view too.
void commit(Ui& ui, const view::FieldView& f, const std::string& typed) {
  ui.set_field(f.id, typed.empty() ? Value() : Value(typed));
}

EditBox box_of(const view::FieldView& f) {
  EditBox box;
  box.id = f.id;
  box.label = f.label;
  box.shown = f.text;
  box.unit = f.unit;
  box.input = f.input;
  box.error = !f.error.empty();
  if (box.error) box.shown = f.input;
  if (box.shown.empty()) {
    box.placeholder = true;
    box.shown = f.placeholder;
    box.unit.clear();
  }
  return box;
}

void draw_label(Ui& ui, const view::FieldView& f, float x, float cy, float width) {
  if (!f.is_default) {
    const Rect dot = Rect::centred(x - 8, cy, 14, ui.theme.control());
    const Item it = item(ui, dot, "##reset " + f.label, {3, false, false});
    ui.draw->AddCircleFilled(ImVec2(x - 8, cy), it.hovered ? 4.0F : 2.5F, ui.color("accent"));
    hint(ui, it, ui.text("form.reset"));
    if (it.pressed) ui.set_field(f.id, Value());
  }
  const float used = name_at(ui, x, cy, width, f.label, Type::body, "text2");
  if (f.help.empty() || ui.theme.touch) return;
  const Rect words{x, cy - 10, used, 20};
  if (words.contains(ImGui::GetIO().MousePos))
    hint(ui, item(ui, words, "##help " + f.label, {3, false, false}), f.help);
}

float draw_error(Ui& ui, const view::FieldView& f, float x, float y, float width) {
  if (f.error.empty()) return 0;
  status_icon(ui, ImVec2(x + 8, y + 8), Fits::no, 14);
  return paragraph(ui, x + 20, y, width - 20, 16, {{f.error, Type::small, "no"}}) + 6;
}

float draw_number(Ui& ui, const view::FieldView& f, float x, float y, float width) {
  const float h = ui.theme.control();
  const float box_width = f.type == "integer" || f.type == "number" ? 104.0F : 140.0F;
  draw_label(ui, f, x, y + h / 2, width - box_width - 8);
  if (const auto typed = edit_box(ui, {x + width - box_width, y, box_width, h}, box_of(f))) commit(ui, f, *typed);
  float used = h + 4;
  if (f.slider) {
    const float track = ui.theme.touch ? 28.0F : 18.0F;
    const auto value =
        slider(ui, {x, y + h + 1, width, track}, f.label, f.number, f.low, f.high, f.step, f.logarithmic);
    if (value) ui.set_field(f.id, *value);
    used = h + track + 4;
  }
  return used + draw_error(ui, f, x, y + used - 2, width);
}

float draw_limit(Ui& ui, const view::FieldView& f, float x, float y, float width) {
  const float h = ui.theme.control();
  const bool set = !f.input.empty() && f.error.empty();
  EditBox box = box_of(f);
  box.right_aligned = false;
  box.unit.clear();
  box.strong_edge = set;
  const Rect r{x + width - 140, y, 140, h};
  draw_label(ui, f, x, r.cy(), width - 148);
  const bool editing = ui.state.editing == f.id;
  const Rect field = set && !editing ? Rect{r.x, r.y, r.w - h, r.h} : r;
  if (const auto typed = edit_box(ui, field, box)) commit(ui, f, *typed);
  if (set && !editing) {
    fill(ui, {field.right() - 6, r.y + 1, h + 5, r.h - 2}, "field");
    outline(ui, r, "accent", 4);
    const Rect cross{r.right() - h, r.y, h, h};
    const Item it = item(ui, cross, "##clear " + f.label);
    draw_icon(*ui.draw, Icon::close, ImVec2(cross.cx(), cross.cy()), ui.color(it.hovered ? "text" : "text2"), 12);
    if (it.pressed) ui.set_field(f.id, Value());
  }
  return h + 6 + draw_error(ui, f, x, y + h + 4, width);
}

// A choice too long for its box stands under its label, as wide as the panel.
float draw_choice(Ui& ui, const view::FieldView& f, float x, float y, float width) {
  const float h = ui.theme.control();
  const std::string& shown = f.text.empty() ? f.placeholder : f.text;
  const bool under = text_width(ui, shown, Type::body) > 140 - dropdown_margins;
  const float box_width = under ? width : 140;
  const float top = under ? y + h - 4 : y;
  draw_label(ui, f, x, y + h / 2, under ? width : width - box_width - 8);
  const Rect box{x + width - box_width, top, box_width, h};
  const int chosen = dropdown(ui, box, "##" + f.label, shown, f.choices, f.input);
  if (chosen >= 0) {
    const std::string& value = f.choices[static_cast<std::size_t>(chosen)].value;
    ui.set_field(f.id, value.empty() ? Value() : Value(value));
  }
  return top - y + h + 4 + draw_error(ui, f, x, top + h + 2, width);
}

float draw_device(Ui& ui, const view::FieldView& f, float x, float y, float width) {
  const float h = ui.theme.control();
  const float box_width = 176;
  draw_label(ui, f, x, y + h / 2, width - box_width - 8);
  draw_device_box(ui, {x + width - box_width, y, box_width, h});
  return h + 4 + draw_error(ui, f, x, y + h + 2, width);
}

float draw_boolean(Ui& ui, const view::FieldView& f, float x, float y, float width) {
  const float h = ui.theme.control();
  const bool on = f.input == "true" || f.number != 0;
  if (checkbox(ui, {x, y, width, h}, f.label, on)) ui.set_field(f.id, !on);
  return h + 4;
}

// What the search found scrolls into sight and is marked for a moment.
void spotlight(Ui& ui, const view::FieldView& f, float x, float y, float width) {
  if (ui.state.reveal == f.id) {
    ui.state.reveal.clear();
    ImGui::SetScrollFromPosY(y - ImGui::GetWindowPos().y, 0.4F);
    ui.state.spotlight = f.id;
    ui.state.spotlight_until = ImGui::GetTime() + 1.5;
  }
  const double left = ui.state.spotlight_until - ImGui::GetTime();
  if (ui.state.spotlight != f.id || left <= 0) return;
  fill(ui, {x - 8, y - 3, width + 16, ui.theme.control() + 6}, "accentSoft", 4);
  ui.wake_in(static_cast<float>(left) + 0.02F);
}

}  // namespace

float draw_field(Ui& ui, const view::FieldView& f, float x, float y, float width) {
  ImGui::PushID(f.id.c_str());
  float used = 0;
  spotlight(ui, f, x, y, width);
  if (f.segmented) {
    const float h = ui.theme.touch ? 44.0F : 29.0F;
    const int chosen = segmented(ui, {x, y, width, h}, f.id, f.choices, f.input);
    if (chosen >= 0) ui.set_field(f.id, f.choices[static_cast<std::size_t>(chosen)].value);
    used = h + 11;
  } else if (f.type == "limit") {
    used = draw_limit(ui, f, x, y, width);
  } else if (f.type == "accelerator") {
    used = draw_device(ui, f, x, y, width);
  } else if (!f.choices.empty()) {
    used = draw_choice(ui, f, x, y, width);
  } else if (f.type == "boolean") {
    used = draw_boolean(ui, f, x, y, width);
  } else {
    used = draw_number(ui, f, x, y, width);
  }
  ImGui::PopID();
  return used;
}

}  // namespace gpusel::ui
