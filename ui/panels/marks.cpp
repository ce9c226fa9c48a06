#include "ui/panels/marks.hpp"

#include <cmath>

#include "ui/panels/paint.hpp"

namespace gpusel::ui {

namespace {

using view::Mark;

ImVec2 point(const Mark& m, std::size_t i, ImVec2 o) {
  return ImVec2(o.x + static_cast<float>(m.xy[2 * i]), o.y + static_cast<float>(m.xy[2 * i + 1]));
}

void dashed_line(ImDrawList& draw, ImVec2 a, ImVec2 b, ImU32 color, float width) {
  const float length = std::hypot(b.x - a.x, b.y - a.y);
  if (length < 1) return;
  const ImVec2 unit((b.x - a.x) / length, (b.y - a.y) / length);
  for (float at = 0; at < length; at += 7) {
    const float end = std::fmin(at + 4, length);
    draw.AddLine(ImVec2(a.x + unit.x * at, a.y + unit.y * at), ImVec2(a.x + unit.x * end, a.y + unit.y * end), color,
                 width);
  }
}

// One-pixel lines along an axis sit on whole pixels.
void straight_line(ImDrawList& draw, const Mark& m, ImVec2 a, ImVec2 b, ImU32 color) {
  const float width = static_cast<float>(m.width);
  if (m.dashed) return dashed_line(draw, a, b, color, width);
  if (a.y == b.y)
    draw.AddRectFilled(ImVec2(a.x, std::round(a.y - width / 2)), ImVec2(b.x, std::round(a.y - width / 2) + width),
                       color);
  else if (a.x == b.x)
    draw.AddRectFilled(ImVec2(std::round(a.x - width / 2), std::fmin(a.y, b.y)),
                       ImVec2(std::round(a.x - width / 2) + width, std::fmax(a.y, b.y)), color);
  else
    draw.AddLine(a, b, color, width);
}

void polyline(const Ui& ui, const Mark& m, ImVec2 o, ImU32 color) {
  const std::size_t count = m.xy.size() / 2;
  if (m.dashed) {
    for (std::size_t i = 0; i + 1 < count; ++i)
      dashed_line(*ui.draw, point(m, i, o), point(m, i + 1, o), color, static_cast<float>(m.width));
    return;
  }
  for (std::size_t i = 0; i < count; ++i) ui.draw->PathLineTo(point(m, i, o));
  if (m.filled)
    ui.draw->PathFillConcave(color);
  else
    ui.draw->PathStroke(color, 0, static_cast<float>(m.width));
}

void closed_shape(const Ui& ui, const Mark& m, ImVec2 c, float r, ImU32 color) {
  const float width = static_cast<float>(m.width);
  if (m.kind == Mark::Kind::circle) {
    if (m.filled)
      ui.draw->AddCircleFilled(c, r, color);
    else
      ui.draw->AddCircle(c, r, color, 0, width);
    return;
  }
  if (m.kind == Mark::Kind::square) {
    const ImVec2 a(c.x - r, c.y - r), b(c.x + r, c.y + r);
    if (m.filled)
      ui.draw->AddRectFilled(a, b, color);
    else
      ui.draw->AddRect(a, b, color, 0, 0, width);
    return;
  }
  ImVec2 corners[4];
  int count = 3;
  const float flip = m.kind == Mark::Kind::triangle_down ? -1.0F : 1.0F;
  corners[0] = ImVec2(c.x, c.y - flip * r * 1.1F);
  corners[1] = ImVec2(c.x + r, c.y + flip * r * 0.8F);
  corners[2] = ImVec2(c.x - r, c.y + flip * r * 0.8F);
  if (m.kind == Mark::Kind::diamond) {
    count = 4;
    const float d = r * 1.25F;
    corners[0] = ImVec2(c.x, c.y - d), corners[1] = ImVec2(c.x + d, c.y);
    corners[2] = ImVec2(c.x, c.y + d), corners[3] = ImVec2(c.x - d, c.y);
  }
  if (m.kind == Mark::Kind::cross) {
    const float d = r * 0.85F;
    ui.draw->AddLine(ImVec2(c.x - d, c.y - d), ImVec2(c.x + d, c.y + d), color, 2.5F);
    ui.draw->AddLine(ImVec2(c.x - d, c.y + d), ImVec2(c.x + d, c.y - d), color, 2.5F);
  } else if (m.filled) {
    ui.draw->AddConvexPolyFilled(corners, count, color);
  } else {
    ui.draw->AddPolyline(corners, count, color, ImDrawFlags_Closed, width);
  }
}

void text(const Ui& ui, const Mark& m, ImVec2 o) {
  const Type type =
      m.size >= 13 ? (m.strong ? Type::body_strong : Type::body) : (m.strong ? Type::small_strong : Type::small);
  const Align align = m.anchor == "middle" ? Align::centre : m.anchor == "end" ? Align::right : Align::left;
  // A mark gives the baseline; Plex's is 0.375 em under the centre of its line.
  const float cy = o.y + static_cast<float>(m.xy[1]) - 0.375F * static_cast<float>(m.size);
  text_at(ui, o.x + static_cast<float>(m.xy[0]), cy, m.text, type, m.color, align);
}

void draw_mark(const Ui& ui, const Mark& m, ImVec2 o, bool lit) {
  const ImU32 color = ui.color(m.color, m.opacity);
  switch (m.kind) {
    case Mark::Kind::line:
      if (m.xy.size() >= 4) straight_line(*ui.draw, m, point(m, 0, o), point(m, 1, o), color);
      break;
    case Mark::Kind::polyline:
      polyline(ui, m, o, color);
      break;
    case Mark::Kind::rect:
      if (m.xy.size() < 4) break;
      if (m.filled)
        fill(ui,
             {o.x + static_cast<float>(m.xy[0]), o.y + static_cast<float>(m.xy[1]), static_cast<float>(m.xy[2]),
              static_cast<float>(m.xy[3])},
             m.color, 0, m.opacity);
      else
        outline(ui,
                {o.x + static_cast<float>(m.xy[0]), o.y + static_cast<float>(m.xy[1]), static_cast<float>(m.xy[2]),
                 static_cast<float>(m.xy[3])},
                m.color, 0, static_cast<float>(m.width));
      break;
    case Mark::Kind::text:
      if (m.xy.size() >= 2) text(ui, m, o);
      break;
    default:
      if (m.xy.size() < 3) break;
      closed_shape(ui, m, point(m, 0, o), static_cast<float>(m.xy[2]), color);
      if (lit) ui.draw->AddCircle(point(m, 0, o), static_cast<float>(m.xy[2]) + 4, ui.color("accent"), 0, 1.5F);
  }
}

bool is_point(const Mark& m) { return m.xy.size() >= 3 && m.kind >= Mark::Kind::circle && m.kind <= Mark::Kind::cross; }

}  // namespace

void draw_marks(const Ui& ui, const std::vector<Mark>& marks, ImVec2 origin, std::string_view highlighted) {
  for (const Mark& m : marks) draw_mark(ui, m, origin, !m.key.empty() && m.key == highlighted && is_point(m));
}

std::string nearest_key(const std::vector<Mark>& marks, float x, float y, float reach) {
  std::string best;
  double distance = static_cast<double>(reach);
  for (const Mark& m : marks) {
    if (m.key.empty() || !is_point(m)) continue;
    const double d = std::hypot(m.xy[0] - static_cast<double>(x), m.xy[1] - static_cast<double>(y));
    if (d <= distance) {
      distance = d;
      best = m.key;
    }
  }
  return best;
}

}  // namespace gpusel::ui
