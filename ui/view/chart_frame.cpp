#include "ui/view/chart_frame.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "ui/view/text_width.hpp"

namespace gpusel::view {

namespace {

// 1, 2, 2.5 or 5 times a power of ten, at least `rough`.
double nice_step(double rough) {
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  for (double m : {1.0, 2.0, 2.5, 5.0})
    if (m * power >= rough * (1 - 1e-9)) return m * power;
  return 10 * power;
}

double one_two_five_after(double v) {
  const double power = std::pow(10.0, std::floor(std::log10(v) + 1e-9)), m = v / power;
  return (m < 1.5 ? 2 : m < 3 ? 5 : 10) * power;
}

double pixel(double x) { return std::round(x * 10) / 10; }

}  // namespace

double Axis::at(double value) const {
  const double share =
      log ? (std::log10(std::max(value, low * 1e-3)) - std::log10(low)) / (std::log10(high) - std::log10(low))
          : (value - low) / (high - low);
  return from + share * (to - from);
}

Axis axis_for(double smallest, double largest, double from, double to) {
  Axis a{0, 1, from, to, false};
  if (!(largest > 0)) return a;
  if (smallest > 0 && largest / smallest > 20) {
    a.log = true;
    a.low = std::pow(10.0, std::floor(std::log10(smallest) + 1e-9));
    a.high = std::pow(10.0, std::ceil(std::log10(largest) - 1e-9));
    if (a.high <= a.low) a.high = a.low * 10;
    return a;
  }
  const double step = nice_step(largest / 5);
  a.high = step * std::ceil(largest / step - 1e-9);
  return a;
}

Axis close_axis(double smallest, double largest, double from, double to) {
  Axis a{1, 10, from, to, true};
  if (!(smallest > 0)) return a;
  const double power = std::pow(10.0, std::floor(std::log10(smallest)));
  for (double m : {1.0, 2.0, 5.0})
    if (m * power <= smallest * (1 + 1e-9)) a.low = m * power;
  a.high = a.low;
  for (int i = 0; a.high < largest * (1 - 1e-9) || i == 0; ++i) a.high = one_two_five_after(a.high);
  return a;
}

std::vector<double> ticks(const Axis& axis, int most) {
  std::vector<double> out;
  if (axis.log && axis.high / axis.low <= 300) {
    for (double v = axis.low; v <= axis.high * (1 + 1e-9); v = one_two_five_after(v)) out.push_back(v);
    if (static_cast<int>(out.size()) <= most + 2) return out;
    out.clear();
  }
  if (axis.log) {
    const int decades = static_cast<int>(std::floor(std::log10(axis.high / axis.low) + 1e-9));
    const int every = std::max(1, (decades + most - 1) / most);
    for (int i = 0; i <= decades; i += every) out.push_back(axis.low * std::pow(10.0, i));
    return out;
  }
  const double step = nice_step((axis.high - axis.low) / std::max(1, most));
  for (int i = 0; axis.low + step * i <= axis.high * (1 + 1e-9); ++i) out.push_back(axis.low + step * i);
  return out;
}

std::string tick_text(double v, Lang lang) {
  const auto short_number = [&](double x) {
    std::string s = fixed(x, std::fabs(x - std::round(x)) < 1e-9 ? 0 : decimals_for(x, 2), lang);
    if (s.find('.') == std::string::npos) return s;
    while (s.back() == '0') s.pop_back();
    if (s.back() == '.') s.pop_back();
    return s;
  };
  if (lang == Lang::zh) {
    if (v >= 1e8) return short_number(v / 1e8) + " 亿";
    return v >= 1e4 ? short_number(v / 1e4) + " 万" : short_number(v);
  }
  if (v >= 1e9) return short_number(v / 1e9) + " B";
  if (v >= 1e6) return short_number(v / 1e6) + " M";
  return v >= 1e3 ? short_number(v / 1e3) + " k" : short_number(v);
}

Plot plot_area(double width, double height) {
  Plot p;
  p.left = 52;
  p.right = std::max(p.left + 40, width - 16);
  p.top = 46;
  p.bottom = std::max(p.top + 40, height - 46);
  return p;
}

Mark line_mark(double x0, double y0, double x1, double y1, std::string_view color, double width) {
  Mark m;
  m.kind = Mark::Kind::line;
  m.xy = {pixel(x0), pixel(y0), pixel(x1), pixel(y1)};
  m.color = std::string(color);
  m.width = width;
  return m;
}

Mark text_mark(double x, double baseline, std::string_view text, std::string_view color, int size,
               std::string_view anchor) {
  Mark m;
  m.kind = Mark::Kind::text;
  m.xy = {pixel(x), pixel(baseline)};
  m.text = std::string(text);
  m.color = std::string(color);
  m.size = size;
  m.anchor = std::string(anchor);
  return m;
}

Mark shape_mark(Mark::Kind kind, double x, double y, double r, std::string_view color, bool filled) {
  Mark m;
  m.kind = kind;
  m.xy = {pixel(x), pixel(y), r};
  m.color = std::string(color);
  m.filled = filled;
  m.width = 1.5;
  return m;
}

void add_axes(std::vector<Mark>& marks, const Plot& p, const AxisNames& names, Lang lang) {
  for (double v : ticks(p.y, std::max(2, static_cast<int>((p.bottom - p.top) / 56)))) {
    const double y = p.y.at(v);
    if (y < p.bottom - 0.5) marks.push_back(line_mark(p.left, y, p.right, y, "line", 1));
    marks.push_back(text_mark(p.left - 8, y + 4, names.y_prefix + tick_text(v, lang), "text2", 12, "end"));
  }
  marks.push_back(line_mark(p.left, p.bottom, p.right, p.bottom, "ctl", 1));
  std::vector<double> xs;
  if (names.x_step > 0)
    for (double v = p.x.low; v <= p.x.high; v += names.x_step) xs.push_back(v);
  else
    xs = ticks(p.x, std::max(2, static_cast<int>((p.right - p.left) / 72)));
  for (double v : xs) {
    const double x = p.x.at(v);
    const bool last = x > p.right - 14;
    marks.push_back(line_mark(x, p.bottom, x, p.bottom + 4, "ctl", 1));
    marks.push_back(text_mark(last ? p.right + 12 : x, p.bottom + 18, names.x_prefix + tick_text(v, lang), "text2", 12,
                              last ? "end" : "middle"));
  }
  marks.push_back(text_mark(8, p.top - 18, names.y, "text2"));
  marks.push_back(text_mark(p.right + 12, p.bottom + 36, names.x, "text2", 12, "end"));
}

bool Labels::free(const Box& b) const {
  if (b.x0 < left_ || b.x1 > right_ || b.y0 < top_ || b.y1 > bottom_) return false;
  return std::none_of(taken_.begin(), taken_.end(),
                      [&](const Box& t) { return b.x0 < t.x1 && t.x0 < b.x1 && b.y0 < t.y1 && t.y0 < b.y1; });
}

bool Labels::place(std::vector<Mark>& marks, double x, double y, double r, const Mark& style, bool must) {
  const double w = text_width(style.text, style.size, style.strong), h = style.size + 2.0, gap = r + 4;
  struct Spot {
    double dx, dy;  // of the text's centre, in half extents and gaps
  };
  // Left above, right above, left, right, right below, left below, above, below.
  constexpr std::array<Spot, 8> spots{{{-1, -1}, {1, -1}, {-1, 0}, {1, 0}, {1, 1}, {-1, 1}, {0, -1}, {0, 1}}};
  for (double reach : {1.0, 2.6, 4.6, 7.0}) {
    for (const Spot& s : spots) {
      const double cx = x + s.dx * (w / 2 + gap * (s.dy == 0 ? reach : 0.4 * reach)),
                   cy = y + s.dy * (h / 2 + gap * 0.5 * reach);
      const Box box{cx - w / 2, cy - h / 2, cx + w / 2, cy + h / 2};
      if (!free(box)) continue;
      if (reach > 1) {
        Mark leader = line_mark(x, y, std::clamp(x, box.x0, box.x1), std::clamp(y, box.y0, box.y1), "text3", 1);
        leader.key = style.key;
        marks.push_back(std::move(leader));
      }
      Mark label = style;
      label.kind = Mark::Kind::text;
      label.xy = {pixel(box.x0), pixel(cy + style.size * 0.35)};
      label.anchor = "start";
      marks.push_back(std::move(label));
      taken_.push_back({box.x0 - 2, box.y0 - 1, box.x1 + 2, box.y1 + 1});
      return true;
    }
    if (!must) return false;
  }
  return false;
}

}  // namespace gpusel::view
