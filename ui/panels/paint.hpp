// Drawing in the design's terms: text by role and token around a centre line, rules, boxes, and wrapping that knows
// Chinese. Vertical positions of text are centres of its line, since both the design and the fonts are measured so.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ui/panels/ui.hpp"

namespace gpusel::ui {

enum class Align { left, centre, right };

float text_width(const Ui& ui, std::string_view text, Type type);
// Returns the width drawn. Right: x is the right end.
float text_at(const Ui& ui, float x, float cy, std::string_view text, Type type, std::string_view token,
              Align align = Align::left);
// Like text_at, but a name that is wider than `width` is cut and gets an ellipsis. Never for numbers.
float name_at(const Ui& ui, float x, float cy, float width, std::string_view text, Type type, std::string_view token);
// Its brief name where the whole one has no room.
float device_at(const Ui& ui, float x, float cy, float width, std::string_view name, std::string_view brief, Type type);

struct Run {
  std::string_view text;
  Type type = Type::body;
  std::string_view token = "text2";
};
// Sets runs of text in lines of `width` from the first line's top `y`; returns the height. `paint` false only measures.
float paragraph(const Ui& ui, float x, float y, float width, float line, const std::vector<Run>& runs,
                bool paint = true);

void fill(const Ui& ui, const Rect& r, std::string_view token, float radius = 0, double opacity = 1);
void outline(const Ui& ui, const Rect& r, std::string_view token, float radius = 0, float width = 1);
void rule(const Ui& ui, float x0, float x1, float y, std::string_view token = "line", float width = 1);
void column_rule(const Ui& ui, float x, float y0, float y1, std::string_view token = "line");
void dotted_underline(const Ui& ui, float x0, float x1, float y, std::string_view token = "ctl");
// surface, line, radius 6
void card(const Ui& ui, const Rect& r);

}  // namespace gpusel::ui
