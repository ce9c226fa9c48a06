#include <algorithm>

#include "ui/panels/memory_bar.hpp"
#include "ui/panels/panels.hpp"

namespace gpusel::ui {

namespace {

std::string spoken_part(const view::Segment& s) { return s.label + " " + s.value; }

// The whole of a legend entry opens the part's Why.
Item legend_hit(Ui& ui, const view::Segment& s, const Rect& r) {
  const Item it = item(ui, r, spoken_part(s));
  if (it.hovered) ui.state.hovered_part = s.part;
  if (it.pressed && !s.why.empty()) open_why(ui, r, s.why);
  return it;
}

void legend_row(Ui& ui, float x, float right, float y) {
  const std::vector<view::Segment>& parts = ui.vm.memory.segments;
  float used = 0;
  for (const view::Segment& s : parts) used += 16 + text_width(ui, s.label, Type::small);
  const float gap =
      parts.size() < 2 ? 0 : std::clamp((right - x - used) / static_cast<float>(parts.size() - 1), 8.0F, 60.0F);
  for (const view::Segment& s : parts) {
    const float width = 16 + std::max(text_width(ui, s.label, Type::small), text_width(ui, s.value, Type::small));
    legend_hit(ui, s, {x - 3, y - 10, width + 6, 38});
    fill(ui, Rect::centred(x + 5, y, 10, 10), s.color, 2);
    text_at(ui, x + 16, y, s.label, Type::small, "text2");
    const float value = text_at(ui, x + 16, y + 17, s.value, Type::small, "text");
    if (!s.why.empty()) dotted_underline(ui, x + 16, x + 16 + value, y + 25);
    x += 16 + text_width(ui, s.label, Type::small) + gap;
  }
}

// Phone: columns of equal width, values at their right ends.
void legend_grid(Ui& ui, const Rect& r, int columns) {
  const float column = r.w / static_cast<float>(columns);
  int i = 0;
  for (const view::Segment& s : ui.vm.memory.segments) {
    const int row = i / columns;
    const float x = r.x + column * static_cast<float>(i % columns);
    const float y = r.y + 24 * static_cast<float>(row) + 12;
    const float end = x + column - (i % columns == columns - 1 ? 0.0F : 12.0F);
    legend_hit(ui, s, {x - 2, y - 12, end - x + 4, 24});
    fill(ui, Rect::centred(x + 5, y, 10, 10), s.color, 2);
    text_at(ui, x + 16, y, s.label, Type::small, "text2");
    text_at(ui, end, y, s.value, Type::small, "text", Align::right);
    ++i;
  }
}

int legend_columns(const Ui& ui, float width) {
  float widest = 0;
  for (const view::Segment& s : ui.vm.memory.segments)
    widest =
        std::max(widest, 16 + text_width(ui, s.label, Type::small) + 8 + text_width(ui, s.value, Type::small) + 12);
  return std::clamp(static_cast<int>((width + 12) / std::max(widest, 1.0F)), 1, 3);
}

}  // namespace

float memory_height(const Ui& ui, float width) {
  if (!ui.phone()) return ui.breakpoint == Breakpoint::wide ? 168.0F : 158.0F;
  const int columns = legend_columns(ui, width - 32);
  const int rows = (static_cast<int>(ui.vm.memory.segments.size()) + columns - 1) / columns;
  return 118.0F + 24.0F * static_cast<float>(rows);
}

void draw_memory(Ui& ui, const Rect& r) {
  ui.begin_region(Region::memory);
  ui.state.hovered_part.clear();
  ImGui::PushID("memory");
  card(ui, r);
  const view::MemoryView& m = ui.vm.memory;
  const float x = r.x + 16;
  const float title = text_at(ui, x, r.y + 21, m.title, Type::heading, "text");
  name_at(ui, x + title + 8, r.y + 21, r.w - 40 - title, m.when, ui.phone() ? Type::small : Type::body, "text3");
  if (!m.segments.empty()) {
    const BarPlace place{x, r.y + (ui.phone() ? 53.0F : 51.0F), r.w - 33, ui.phone() ? 36.0F : 32.0F};
    draw_memory_bar(ui, m, place);
    draw_bar_labels(ui, m, place);
    if (ui.phone())
      legend_grid(ui, {x, r.y + 106, r.w - 33, 0}, legend_columns(ui, r.w - 32));
    else
      legend_row(ui, x, r.right() - 17, r.y + 116);
  }
  ImGui::PopID();
}

namespace {

constexpr float changes_head = 39, change_pitch = 39, largest_head = 28;

float largest_pitch(const Ui& ui) { return ui.phone() ? 48.0F : 26.0F; }

// How wide the numbers of one column are, its head included.
float largest_column(const Ui& ui, const std::string& head, std::string view::InverseView::*value) {
  float width = text_width(ui, head, Type::small);
  for (const view::InverseView& line : ui.vm.largest) width = std::max(width, text_width(ui, line.*value, Type::body));
  return width;
}

// How far each setting could go on this device, by the estimate and for sure; a button takes what is sure.
float draw_largest(Ui& ui, float x, float y, float width) {
  if (ui.vm.largest.empty()) return 0;
  constexpr float gap = 12;
  const float row = largest_pitch(ui), top = y;
  const float button_w = button_width(ui, ui.text("act.try"), false) - (ui.phone() ? 0.0F : 6.0F);
  const std::string about = ui.text("largest.about"), sure = ui.text("largest.sure");
  const float sure_right = x + width - button_w - gap;
  const float about_right = sure_right - largest_column(ui, sure, &view::InverseView::value) - gap;
  const float names = about_right - largest_column(ui, about, &view::InverseView::about) - gap - x;
  rule(ui, x, x + width, y);
  name_at(ui, x, y + 15, names, ui.text("largest.title"), Type::small_strong, "text3");
  text_at(ui, about_right, y + 15, about, Type::small, "text3", Align::right);
  text_at(ui, sure_right, y + 15, sure, Type::small, "text3", Align::right);
  y += largest_head;
  const float h = ui.phone() ? 40.0F : 24.0F;
  for (const view::InverseView& line : ui.vm.largest) {
    ImGui::PushID(line.id.c_str());
    name_at(ui, x, y + row / 2, names, line.label, Type::body, "text2");
    text_at(ui, about_right, y + row / 2, line.about, Type::body, "text2", Align::right);
    text_at(ui, sure_right, y + row / 2, line.value, Type::body, "text", Align::right);
    const Rect take{x + width - button_w, y + (row - h) / 2, button_w, h};
    if (!line.take.label.empty() && button(ui, take, line.take.label)) ui.emit(line.take.action);
    ImGui::PopID();
    y += row;
  }
  return y - top + 6;
}

float change_button_width(const Ui& ui, const view::ChangeView& change) {
  if (change.button.label.empty()) return 0;
  return std::max(36.0F, button_width(ui, change.button.label, false) - (ui.phone() ? 0.0F : 6.0F));
}

float change_height(const Ui& ui, const view::ChangeView& change, float width, float pitch) {
  const float effect = change.effect.empty() ? 0
                                             : paragraph(ui, 0, 0, width - change_button_width(ui, change) - 12, 16,
                                                         {{change.effect, Type::small, "text2"}}, false);
  return change.label.empty() ? std::max(pitch - 9, effect + 6) : std::max(pitch, effect + 24);
}

// One change at (x, y); an effect that does not fit one line takes two, since it carries numbers. Returns the height.
float draw_change(Ui& ui, const view::ChangeView& change, float x, float y, float width, float pitch) {
  const float button_w = change_button_width(ui, change);
  const float text_w = width - button_w - 12;
  const float label = change.label.empty() ? 0.0F : 18.0F;
  const float effect =
      change.effect.empty() ? 0 : paragraph(ui, 0, 0, text_w, 16, {{change.effect, Type::small, "text2"}}, false);
  const float height = change_height(ui, change, width, pitch);
  const float top = y + (height - label - effect) / 2;
  rule(ui, x, x + width, y);
  if (label > 0) name_at(ui, x, top + 9, text_w, change.label, Type::body, "text");
  paragraph(ui, x, top + label, text_w, 16, {{change.effect, Type::small, "text2"}});
  const float button_h = ui.phone() ? 40.0F : 24.0F;
  const ButtonKind kind = change.button.primary ? ButtonKind::primary : ButtonKind::plain;
  const Rect place{x + width - button_w, y + (height - button_h) / 2, button_w, button_h};
  if (!change.button.label.empty() && button(ui, place, change.button.label, kind)) ui.emit(change.button.action);
  return height;
}

}  // namespace

// On a desk three changes have their place whether or not there are three; more take what they need.
float changes_height(const Ui& ui, float width) {
  const float largest =
      ui.vm.largest.empty() ? 0.0F : largest_head + 6 + largest_pitch(ui) * static_cast<float>(ui.vm.largest.size());
  const float pitch = ui.phone() ? 56.0F : change_pitch;
  float items = 0;
  for (const view::ChangeView& change : ui.vm.changes.items) items += change_height(ui, change, width - 32, pitch);
  if (ui.vm.changes.items.empty()) items = 44;
  if (!ui.phone()) return changes_head + std::max(3 * change_pitch, items) + largest + 2;
  return 44 + items + largest + 6;
}

void draw_changes(Ui& ui, const Rect& r) {
  ui.begin_region(Region::changes);
  ImGui::PushID("changes");
  card(ui, r);
  const view::ChangesView& c = ui.vm.changes;
  text_at(ui, r.x + 16, r.y + 21, c.title, Type::heading, "text");
  {
    ScrollArea area(ui, "list", {r.x + 1, r.y + changes_head, r.w - 2, r.h - changes_head - 1});
    const float pitch = ui.phone() ? 56.0F : change_pitch;
    float y = area.top();
    if (c.items.empty()) {
      rule(ui, r.x + 16, r.right() - 16, y);
      paragraph(ui, r.x + 16, y + 9, r.w - 32, 20, {{c.empty, Type::body, "text2"}});
    }
    for (const view::ChangeView& change : c.items) {
      ImGui::PushID(change.label.empty() ? change.effect.c_str() : change.label.c_str());
      y += draw_change(ui, change, r.x + 16, y, r.w - 32, pitch);
      ImGui::PopID();
    }
    if (c.items.empty()) y += 44;
    y += draw_largest(ui, r.x + 16, y, r.w - 32);
    if (y > area.top() + r.h - changes_head) end_content(y);
  }
  ImGui::PopID();
}

}  // namespace gpusel::ui
