#include "ui/panels/icons.hpp"

#include <initializer_list>
#include <iterator>

namespace gpusel::ui {

namespace {

constexpr float pi = 3.14159265F;

// Coordinates on the 16 x 16 grid of one icon.
struct Grid {
  ImDrawList& draw;
  ImVec2 origin;
  float scale;
  ImU32 color;

  ImVec2 at(float x, float y) const { return ImVec2(origin.x + x * scale, origin.y + y * scale); }
  float stroke() const { return 1.5F * scale; }
  void line(float x0, float y0, float x1, float y1) const { draw.AddLine(at(x0, y0), at(x1, y1), color, stroke()); }
  void path(std::initializer_list<ImVec2> points, bool closed = false) const {
    for (const ImVec2& p : points) draw.PathLineTo(at(p.x, p.y));
    draw.PathStroke(color, closed ? ImDrawFlags_Closed : ImDrawFlags_None, stroke());
  }
  void circle(float x, float y, float r) const { draw.AddCircle(at(x, y), r * scale, color, 0, stroke()); }
  void dot(float x, float y, float r) const { draw.AddCircleFilled(at(x, y), r * scale, color); }
  void arc(float x, float y, float r, float from, float to) const {
    draw.PathArcTo(at(x, y), r * scale, from * pi, to * pi);
    draw.PathStroke(color, 0, stroke());
  }
  void box(float x, float y, float w, float h, float radius = 1.5F) const {
    draw.AddRect(at(x, y), at(x + w, y + h), color, radius * scale, 0, stroke());
  }
};

void turn_arrow(const Grid& g, bool back) {
  const auto x = [back](float v) { return back ? v : 16 - v; };
  g.path({{x(5.5F), 2.5F}, {x(2.5F), 5.5F}, {x(5.5F), 8.5F}});
  g.draw.PathLineTo(g.at(x(2.5F), 5.5F));
  g.draw.PathLineTo(g.at(x(9.5F), 5.5F));
  g.draw.PathBezierCubicCurveTo(g.at(x(14.5F), 5.5F), g.at(x(14.5F), 13), g.at(x(9.5F), 13));
  g.draw.PathLineTo(g.at(x(6.5F), 13));
  g.draw.PathStroke(g.color, 0, g.stroke());
}

void sun(const Grid& g) {
  g.circle(8, 8, 3);
  const float rays[][4] = {{8, 1.2F, 8, 2.6F},         {8, 13.4F, 8, 14.8F},      {1.2F, 8, 2.6F, 8},
                           {13.4F, 8, 14.8F, 8},       {3.2F, 3.2F, 4.2F, 4.2F},  {11.8F, 11.8F, 12.8F, 12.8F},
                           {3.2F, 12.8F, 4.2F, 11.8F}, {11.8F, 4.2F, 12.8F, 3.2F}};
  for (const auto& r : rays) g.line(r[0], r[1], r[2], r[3]);
}

void link(const Grid& g) {
  g.draw.PathArcTo(g.at(5.2F, 10.8F), 3 * g.scale, 0.25F * pi, 1.25F * pi);
  g.draw.PathLineTo(g.at(5.4F, 6.4F));
  g.draw.PathStroke(g.color, 0, g.stroke());
  g.draw.PathArcTo(g.at(10.8F, 5.2F), 3 * g.scale, -0.75F * pi, 0.25F * pi);
  g.draw.PathLineTo(g.at(10.6F, 9.6F));
  g.draw.PathStroke(g.color, 0, g.stroke());
  g.line(7.3F, 12.9F, 9.2F, 11);
  g.line(6.8F, 5, 8.7F, 3.1F);
  g.line(6.2F, 9.8F, 9.8F, 6.2F);
}

void octagon(const Grid& g) {
  g.path({{5.4F, 1.8F},
          {10.6F, 1.8F},
          {14.2F, 5.4F},
          {14.2F, 10.6F},
          {10.6F, 14.2F},
          {5.4F, 14.2F},
          {1.8F, 10.6F},
          {1.8F, 5.4F}},
         true);
  g.line(6, 6, 10, 10);
  g.line(10, 6, 6, 10);
}

void triangle(const Grid& g) {
  g.path({{8, 2}, {14.6F, 13.6F}, {1.4F, 13.6F}}, true);
  g.line(8, 6, 8, 9.8F);
  g.dot(8, 11.7F, 0.9F);
}

void pin(const Grid& g) {
  g.path({{5, 2}, {11, 2}});
  g.path({{6, 2}, {6, 6.5F}, {3.8F, 9.5F}, {12.2F, 9.5F}, {10, 6.5F}, {10, 2}});
  g.line(8, 9.5F, 8, 14.5F);
}

void sliders(const Grid& g) {
  g.line(1.5F, 5, 8, 5);
  g.circle(10, 5, 1.9F);
  g.line(12, 5, 14.5F, 5);
  g.line(1.5F, 11, 4, 11);
  g.circle(6, 11, 1.9F);
  g.line(8, 11, 14.5F, 11);
}

void moon(const Grid& g) {
  g.draw.PathArcTo(g.at(8, 8), 6 * g.scale, -0.45F * pi, -1.9F * pi);
  g.draw.PathBezierCubicCurveTo(g.at(9.8F, 10.2F), g.at(6, 6), g.at(8.9F, 2.1F));
  g.draw.PathStroke(g.color, 0, g.stroke());
}

void grid_of_four(const Grid& g) {
  for (const float x : {2.0F, 9.2F})
    for (const float y : {2.0F, 9.2F}) g.box(x, y, 4.8F, 4.8F, 1);
}

void list_lines(const Grid& g) {
  for (const float y : {3.5F, 8.0F, 12.5F}) {
    g.dot(2.6F, y, 1);
    g.line(5.5F, y, 14.5F, y);
  }
}

void terminal(const Grid& g) {
  g.box(1.8F, 2.6F, 12.4F, 10.8F);
  g.path({{4.6F, 5.6F}, {7, 8}, {4.6F, 10.4F}});
  g.line(8, 10.6F, 11, 10.6F);
}

void external(const Grid& g) {
  g.path({{6.5F, 3}, {3, 3}, {3, 13}, {13, 13}, {13, 9.5F}});
  g.line(8, 8, 13.4F, 2.6F);
  g.path({{9.5F, 2.4F}, {13.6F, 2.4F}, {13.6F, 6.5F}});
}

void copy(const Grid& g) {
  g.box(5.5F, 5.5F, 8.5F, 8.5F);
  g.path({{10.5F, 2.8F}, {10.5F, 2}, {2, 2}, {2, 10.5F}, {2.8F, 10.5F}});
}

void text_lines(const Grid& g) {
  g.line(2, 3.5F, 14, 3.5F);
  g.line(2, 8, 14, 8);
  g.line(2, 12.5F, 9.5F, 12.5F);
}

void check(const Grid& g) {
  g.circle(8, 8, 6.3F);
  g.path({{5.2F, 8.2F}, {7.2F, 10.2F}, {10.8F, 6.2F}});
}

using Drawing = void (*)(const Grid&);

// In the order of the enum.
constexpr Drawing drawings[] = {
    [](const Grid& g) { g.circle(7, 7, 4.6F), g.line(10.4F, 10.4F, 14, 14); },
    [](const Grid& g) { turn_arrow(g, true); },
    [](const Grid& g) { turn_arrow(g, false); },
    pin,
    link,
    text_lines,
    sun,
    moon,
    [](const Grid& g) {
      g.path({{4, 6.2F}, {8, 10.2F}, {12, 6.2F}});
    },
    [](const Grid& g) {
      g.path({{6.2F, 4}, {10.2F, 8}, {6.2F, 12}});
    },
    [](const Grid& g) {
      g.path({{9.8F, 4}, {5.8F, 8}, {9.8F, 12}});
    },
    check,
    triangle,
    octagon,
    copy,
    [](const Grid& g) { g.line(4, 4, 12, 12), g.line(12, 4, 4, 12); },
    terminal,
    [](const Grid& g) { g.dot(3, 8, 1.3F), g.dot(8, 8, 1.3F), g.dot(13, 8, 1.3F); },
    [](const Grid& g) {
      g.line(8, 3, 8, 13), g.path({{4.8F, 9.8F}, {8, 13}, {11.2F, 9.8F}});
    },
    [](const Grid& g) { g.draw.AddTriangleFilled(g.at(8, 3.5F), g.at(13, 12), g.at(3, 12), g.color); },
    grid_of_four,
    list_lines,
    [](const Grid& g) {
      g.path({{2, 2}, {2, 14}, {14, 14}}), g.path({{4.6F, 10.6F}, {7.4F, 7}, {9.8F, 9}, {13.6F, 4}});
    },
    sliders,
    external,
    [](const Grid& g) {
      g.line(8, 2, 8, 10), g.path({{4.8F, 6.8F}, {8, 10}, {11.2F, 6.8F}});
      g.path({{2.5F, 10.5F}, {2.5F, 13.5F}, {13.5F, 13.5F}, {13.5F, 10.5F}});
    },
    [](const Grid& g) {
      g.path({{8, 4}, {6.5F, 3}, {1.8F, 3}, {1.8F, 12.5F}, {6.5F, 12.5F}, {8, 13.5F}});
      g.path({{8, 4}, {9.5F, 3}, {14.2F, 3}, {14.2F, 12.5F}, {9.5F, 12.5F}, {8, 13.5F}}), g.line(8, 4, 8, 13.5F);
    },
};
static_assert(std::size(drawings) == static_cast<std::size_t>(Icon::book) + 1);

}  // namespace

void draw_icon(ImDrawList& draw, Icon icon, ImVec2 centre, ImU32 color, float size) {
  const Grid g{draw, ImVec2(centre.x - size / 2, centre.y - size / 2), size / 16, color};
  drawings[static_cast<std::size_t>(icon)](g);
}

void draw_logo(ImDrawList& draw, ImVec2 top_left, ImU32 square, ImU32 bars) {
  draw.AddRectFilled(top_left, ImVec2(top_left.x + 22, top_left.y + 22), square, 4);
  const float heights[] = {5, 8.5F, 12};
  for (int i = 0; i < 3; ++i) {
    const float x = top_left.x + 5 + 4.5F * static_cast<float>(i);
    draw.AddRectFilled(ImVec2(x, top_left.y + 17 - heights[i]), ImVec2(x + 3, top_left.y + 17), bars, 1);
  }
}

}  // namespace gpusel::ui
