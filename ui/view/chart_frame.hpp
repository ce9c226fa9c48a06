// What every chart shares (design section 7): axes and ticks, the plot area inside the card, and labels that find a
// free place. CSS pixels from the card's upper left corner, y downwards. No rotated text: the y title stands above the
// axis at its left end.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ui/view/format.hpp"
#include "ui/view/view_model.hpp"

namespace gpusel::view {

struct Axis {
  double low = 0, high = 1;  // values
  double from = 0, to = 1;   // pixels
  bool log = false;
  double at(double value) const;
};

// Zero-based and linear, or logarithmic over whole decades where the values pass a ratio of 20; `high` is the last
// tick.
Axis axis_for(double smallest, double largest, double from, double to);
// Logarithmic and close around the values: ends are 1, 2 or 5 times a power of ten.
Axis close_axis(double smallest, double largest, double from, double to);
// Round values inside the axis, at most `most`.
std::vector<double> ticks(const Axis& axis, int most);
std::string tick_text(double value, Lang lang);  // "3 k", "500", "0.5"; zh: 1 万

struct Plot {
  Axis x, y;
  double left = 0, right = 0, top = 0, bottom = 0;
};
Plot plot_area(double width, double height);
struct AxisNames {
  std::string x, y;                // titles
  std::string x_prefix, y_prefix;  // "$" before every tick
  double x_step = 0;               // between ticks of x; 0: round values
};
// Grid, axis line, ticks and titles; later marks draw over them.
void add_axes(std::vector<Mark>& marks, const Plot& plot, const AxisNames& names, Lang lang);

Mark line_mark(double x0, double y0, double x1, double y1, std::string_view color, double width);
Mark text_mark(double x, double baseline, std::string_view text, std::string_view color, int size = 12,
               std::string_view anchor = "start");
Mark shape_mark(Mark::Kind kind, double x, double y, double r, std::string_view color, bool filled);

// Labels beside points: 8 positions in a fixed order, the first without collision wins; then a leader line, or nothing.
class Labels {
 public:
  Labels(double left, double top, double right, double bottom)
      : left_(left), top_(top), right_(right), bottom_(bottom) {}
  void block(double x0, double y0, double x1, double y1) { taken_.push_back({x0, y0, x1, y1}); }
  // True when placed. `must` allows a leader line to a free place further off.
  bool place(std::vector<Mark>& marks, double x, double y, double r, const Mark& style, bool must);

 private:
  struct Box {
    double x0, y0, x1, y1;
  };
  bool free(const Box& b) const;
  double left_, top_, right_, bottom_;
  std::vector<Box> taken_;
};

}  // namespace gpusel::view
