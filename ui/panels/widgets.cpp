#include "ui/panels/widgets.hpp"

#include <algorithm>

namespace gpusel::ui {

float button_width(const Ui& ui, const std::string& label, bool icon) {
  const float pad = ui.theme.touch ? 16.0F : 12.0F;
  return text_width(ui, label, Type::body_strong) + 2 * pad + (icon ? 24.0F : 0.0F);
}

namespace {

void button_face(const Ui& ui, const Rect& r, const Item& it, ButtonKind kind, bool enabled) {
  const bool lit = enabled && it.hovered;
  if (kind == ButtonKind::primary) {
    fill(ui, r, "accentFill", 4);
  } else if (kind == ButtonKind::plain) {
    fill(ui, r, it.held ? "accentSoft" : lit ? "hover" : "raised", 4);
    outline(ui, r, "line", 4);
  } else if (lit) {
    fill(ui, r, it.held ? "accentSoft" : "hover", 4);
  }
}

}  // namespace

bool button(Ui& ui, const Rect& r, const std::string& label, ButtonKind kind, std::optional<Icon> icon, bool enabled) {
  const Item it = item(ui, r, label);
  if (!it.visible) return false;
  button_face(ui, r, it, kind, enabled);
  const Type type = kind == ButtonKind::primary ? Type::body_strong : Type::body;
  const std::string_view token = kind == ButtonKind::primary ? "onAccent"
                                 : !enabled                  ? "text3"
                                 : kind == ButtonKind::quiet ? "text2"
                                                             : "text";
  const float width = text_width(ui, label, type) + (icon ? 24.0F : 0.0F);
  float x = r.cx() - width / 2;
  if (icon) {
    draw_icon(*ui.draw, *icon, ImVec2(x + 8, r.cy()), ui.color(token), ui.theme.touch ? 20.0F : 16.0F);
    x += 24;
  }
  text_at(ui, x, r.cy(), label, type, token);
  return it.pressed && enabled;
}

bool icon_button(Ui& ui, const Rect& r, Icon icon, const std::string& name, std::string_view token, bool framed) {
  const Item it = item(ui, r, name);
  if (!it.visible) return false;
  button_face(ui, r, it, framed ? ButtonKind::plain : ButtonKind::quiet, true);
  draw_icon(*ui.draw, icon, ImVec2(r.cx(), r.cy()), ui.color(token), ui.theme.touch ? 20.0F : 16.0F);
  hint(ui, it, name);
  return it.pressed;
}

bool link_at(Ui& ui, float right, float cy, const std::string& label) {
  const float width = text_width(ui, label, Type::body);
  const Rect hit = Rect::centred(right - width / 2, cy, width + 8, ui.theme.touch ? 40.0F : 24.0F);
  const Item it = item(ui, hit, label);
  if (!it.visible) return false;
  text_at(ui, right, cy, label, Type::body, "accent", Align::right);
  if (it.hovered) rule(ui, right - width, right, cy + 8, "accent");
  return it.pressed;
}

int segmented(Ui& ui, const Rect& r, const std::string& id, const std::vector<view::Choice>& choices,
              std::string_view selected) {
  int chosen = -1;
  if (choices.empty()) return chosen;
  fill(ui, r, "field", 4);
  outline(ui, r, "line", 4);
  ImGui::PushID(id.c_str());
  float wanted = 0;
  for (const view::Choice& c : choices) wanted += text_width(ui, c.label, Type::body_strong);
  const float spare = (r.w - 6 - wanted) / static_cast<float>(choices.size());
  const float even = (r.w - 6) / static_cast<float>(choices.size());
  const bool fits_evenly = std::all_of(choices.begin(), choices.end(), [&](const view::Choice& c) {
    return text_width(ui, c.label, Type::body_strong) + 8 <= even;
  });
  float x = r.x + 3;
  for (std::size_t i = 0; i < choices.size(); ++i) {
    const float width = fits_evenly ? even : text_width(ui, choices[i].label, Type::body_strong) + spare;
    const Rect part{x, r.y + 3, width, r.h - 6};
    const bool on = choices[i].value == selected;
    const Item it = item(ui, part, choices[i].label, {3, false, true});
    if (on || it.hovered) fill(ui, part, on ? "accentSoft" : "hover", 3);
    text_at(ui, part.cx(), part.cy(), choices[i].label, on ? Type::body_strong : Type::body, on ? "accent" : "text2",
            Align::centre);
    if (it.pressed && !on) chosen = static_cast<int>(i);
    x += width;
  }
  ImGui::PopID();
  return chosen;
}

bool checkbox(Ui& ui, const Rect& r, const std::string& label, bool on) {
  const Item it = item(ui, r, label);
  if (!it.visible) return false;
  const Rect box = Rect::centred(r.x + 8, r.cy(), 16, 16);
  fill(ui, box, on ? "accentFill" : it.hovered ? "hover" : "field", 3);
  if (!on) outline(ui, box, "ctl", 3);
  if (on) {
    const ImVec2 tick[] = {{box.x + 4, box.cy()}, {box.x + 7, box.cy() + 3}, {box.x + 12, box.cy() - 3.5F}};
    ui.draw->AddPolyline(tick, 3, ui.color("onAccent"), 0, 1.5F);
  }
  text_at(ui, r.x + 24, r.cy(), label, Type::body, "text2");
  return it.pressed;
}

int tab_line(Ui& ui, const Rect& r, const std::vector<std::string>& tabs, int active) {
  float wanted = 0;
  for (const std::string& tab : tabs) wanted += text_width(ui, tab, Type::body_strong);
  const float spare = r.w - 32 - wanted;
  const float gap = tabs.size() < 2 ? 0 : std::clamp(spare / static_cast<float>(tabs.size() - 1), 6.0F, 20.0F);
  float x = r.x + 16;
  int chosen = -1;
  rule(ui, r.x, r.right(), r.bottom() - 1);
  for (std::size_t i = 0; i < tabs.size(); ++i) {
    const bool on = static_cast<int>(i) == active;
    const float width = text_width(ui, tabs[i], Type::body_strong);
    const Rect hit{x - gap / 2, r.y + 4, width + gap, r.h - 8};
    const Item it = item(ui, hit, tabs[i]);
    text_at(ui, x + width / 2, r.cy(), tabs[i], on ? Type::body_strong : Type::body,
            on || it.hovered ? "text" : "text2", Align::centre);
    if (on) rule(ui, x - 2, x + width + 2, r.bottom() - 2, "accent", 2);
    if (it.pressed && !on) chosen = static_cast<int>(i);
    x += width + gap;
  }
  return chosen;
}

std::string_view status_token(Fits fits) { return fits == Fits::yes ? "fit" : fits == Fits::tight ? "tight" : "no"; }

void status_icon(const Ui& ui, ImVec2 centre, Fits fits, float size) {
  const Icon icon = fits == Fits::yes ? Icon::check : fits == Fits::tight ? Icon::triangle : Icon::octagon;
  draw_icon(*ui.draw, icon, centre, ui.color(status_token(fits)), size);
}

float chip(const Ui& ui, float x, float cy, Fits fits, const std::string& word) {
  const float width = text_width(ui, word, Type::body_strong) + 34;
  const Rect r = {x, cy - 11, width, 22};
  fill(ui, r, fits == Fits::yes ? "fitSoft" : fits == Fits::tight ? "tightSoft" : "noSoft", 3);
  status_icon(ui, ImVec2(x + 15, cy), fits);
  text_at(ui, x + 26, cy, word, Type::body_strong, status_token(fits));
  return width;
}

}  // namespace gpusel::ui
