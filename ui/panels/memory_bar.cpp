#include "ui/panels/memory_bar.hpp"

#include <algorithm>
#include <cmath>

#include "ui/panels/widgets.hpp"

namespace gpusel::ui {

namespace {

constexpr float lane_gap = 9;

float at(const BarPlace& p, double fraction) { return p.x + p.width * static_cast<float>(fraction); }

void draw_segment(const Ui& ui, const view::Segment& s, const BarPlace& p) {
  const float x0 = at(p, s.from);
  const float x1 = std::max(x0 + 1.5F, at(p, s.to) - 1.5F);
  const Rect r{x0, p.y, x1 - x0, p.height};
  fill(ui, r, s.color, 2);
  if (ui.state.hovered_part == s.part) outline(ui, r.inset(-1, -1), "text", 3, 2);
  const std::string words = s.label + " " + s.value;
  if (text_width(ui, words, Type::body_strong) + 16 <= r.w)
    text_at(ui, x0 + 8, r.cy(), words, Type::body_strong, "on_" + s.color);
}

// Where the estimate passes the usable line, the part beyond it is outlined.
void draw_overflow(const Ui& ui, const view::MemoryView& m, const BarPlace& p) {
  if (m.estimate <= m.usable) return;
  const Rect over{at(p, m.usable), p.y - 1, at(p, m.estimate) - at(p, m.usable), p.height + 2};
  outline(ui, over, "no", 2, 2);
}

void whisker(const Ui& ui, float x0, float x1, float cy, std::string_view token, float thickness) {
  const ImU32 color = ui.color(token);
  ui.draw->AddRectFilled(ImVec2(x0, cy - thickness / 2), ImVec2(x1, cy + thickness / 2), color);
}

void whisker_end(const Ui& ui, float x, float cy, float half, std::string_view token) {
  ui.draw->AddRectFilled(ImVec2(x - 0.75F, cy - half), ImVec2(x + 0.75F, cy + half), ui.color(token));
}

void draw_lane(const Ui& ui, const view::MemoryView& m, const BarPlace& p) {
  const float cy = p.y + p.height + lane_gap;
  const float low = at(p, m.low);
  const float high = std::max(low + 10, at(p, m.high));
  whisker(ui, low, high, cy, "text", 1.5F);
  const bool past = m.high > m.usable;
  const std::string_view past_token = m.estimate > m.usable ? "no" : "tight";
  if (past) whisker(ui, std::max(low, at(p, m.usable)), high, cy, past_token, 4);
  whisker_end(ui, low, cy, 4, "text");
  whisker_end(ui, high, cy, 4, past ? past_token : "text");
  ui.draw->AddCircleFilled(ImVec2(std::clamp(at(p, m.estimate), low + 3, high - 3), cy), 3.5F, ui.color("text"));
}

}  // namespace

void draw_memory_bar(const Ui& ui, const view::MemoryView& m, const BarPlace& p) {
  const Rect outline_box{p.x, p.y, p.width * static_cast<float>(m.card), p.height};
  outline(ui, outline_box, "ctl", 3);
  for (const view::Segment& s : m.segments) draw_segment(ui, s, p);
  draw_overflow(ui, m, p);
  const float line = std::round(at(p, m.usable));
  ui.draw->AddRectFilled(ImVec2(line - 1, p.y - 4), ImVec2(line + 1, p.y + p.height + 4), ui.color("text"));
  draw_lane(ui, m, p);
}

void draw_bar_labels(const Ui& ui, const view::MemoryView& m, const BarPlace& p) {
  const float lane = p.y + p.height + lane_gap;
  const float right = p.x + p.width;
  const float low = at(p, m.low);
  const float high = std::max(low + 10, at(p, m.high));
  const float interval = text_width(ui, m.interval_label, Type::small);
  const bool interval_left = low - 8 - interval >= p.x;
  const float interval_end = interval_left ? high : high + 8 + interval;
  text_at(ui, interval_left ? low - 8 : high + 8, lane, m.interval_label, Type::small, "text2",
          interval_left ? Align::right : Align::left);
  const float free_width = text_width(ui, m.free_label, Type::small);
  const float card_width = text_width(ui, m.card_label, Type::small);
  float used = interval_end;
  if (interval_end + 8 + free_width <= right) {
    text_at(ui, interval_end + 8, lane, m.free_label, Type::small, m.estimate > m.usable ? "no" : "text2");
    used = interval_end + 8 + free_width;
  }
  const bool card_below = used + 12 + card_width <= right;
  if (card_below) text_at(ui, right, lane, m.card_label, Type::small, "text2", Align::right);
  const std::string above = card_below || m.card_label.empty() ? m.usable_label : m.usable_label + " / " + m.card_label;
  const float width = text_width(ui, above, Type::small);
  const float line = at(p, m.usable);
  const float end = std::clamp(line - 6, p.x + width, right);
  text_at(ui, end, p.y - 11, above, Type::small, "text", Align::right);
}

void draw_mini_bar(const Ui& ui, const view::RowView& row, float x, float cy, float width) {
  const BarPlace p{x, cy - 4, width, 8};
  const double top = std::max({1.0, row.bar, row.bar_high});
  const auto place = [&](double share) { return at(p, share / top); };
  outline(ui, {p.x, p.y, place(1.0) - p.x, p.height}, "ctl", 2);
  const std::string_view token = row.fits == Fits::yes ? "p_weights" : status_token(row.fits);
  fill(ui, {p.x, p.y, std::max(2.0F, place(row.bar) - p.x), p.height}, token, 2);
  const float low = place(row.bar_low);
  const float high = std::max(low + 3, place(row.bar_high));
  whisker(ui, low, high, cy, "text", 1.5F);
  whisker_end(ui, high, cy, 4, "text");
}

}  // namespace gpusel::ui
