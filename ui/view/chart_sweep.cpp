// The sweep as a picture: one line a device in its colour, its marker at the end; where memory is full a line ends.
// Places where two devices change their order carry a letter and are listed in words.
#include <algorithm>
#include <cmath>

#include "core/domain/order.hpp"
#include "ui/view/build.hpp"
#include "ui/view/chart_frame.hpp"
#include "ui/view/pins.hpp"
#include "ui/view/text_width.hpp"

namespace gpusel::view {

namespace {

constexpr std::size_t most_crossings = 4;
constexpr double wide_enough = 480;  // below it names stand at the lines, not beside the plot

// As links and strings call it.
const char* x_name(Setting x) {
  switch (x) {
    case Setting::micro_batch:
      return "micro_batch";
    case Setting::concurrency:
      return "concurrency";
    case Setting::input_tokens:
      return "input";
    case Setting::output_tokens:
      return "output";
    default:
      return "sequence";
  }
}
const char* y_name(SweepY y) {
  constexpr const char* names[] = {"memory", "speed", "cost"};
  return names[static_cast<int>(y)];
}

ChartOption option(const Input& in, const char* id, const std::string& value, const std::vector<const char*>& all) {
  ChartOption o{id, in.strings.text(std::string(id) + ".label"), value, {}};
  for (const char* c : all) o.choices.push_back({c, in.strings.text("sweep.by." + std::string(c))});
  return o;
}

std::string y_text(const Input& in, SweepY y, double v) {
  if (y == SweepY::memory) return fixed(v, 1, in.lang()) + " GiB";
  return y == SweepY::speed ? rate(v, in.lang()).joined() : money(v, in.lang());
}

std::string y_title(const Input& in, SweepY y) {
  if (y == SweepY::memory) return in.strings.text("step.y");
  if (y == SweepY::speed) return in.strings.text("pareto.y_speed");
  const bool run = in.scenario.task == Task::train && in.scenario.train.tokens;
  return in.strings.text(run ? "sweep.y_run" : "pareto.y_million");
}

// As wide as the longest name; short ones move nothing.
double name_column(const Sweep& s) {
  double widest = 134;
  for (const SweepLine& l : s.lines) widest = std::max(widest, text_width(l.name, 12));
  return widest;
}

Plot scales(const Input& in, const Sweep& s) {
  Plot plot = plot_area(in.state.chart_width, in.state.chart_height);
  if (in.state.chart_width >= wide_enough) plot.right -= name_column(s);
  double x0 = static_cast<double>(s.now), x1 = x0, y0 = 0, y1 = 0;
  for (const SweepLine& l : s.lines)
    for (const SweepPoint& p : l.points) {
      x0 = std::min(x0, static_cast<double>(p.x)), x1 = std::max(x1, static_cast<double>(p.x));
      y0 = y0 == 0 ? p.y : std::min(y0, p.y), y1 = std::max(y1, p.y);
    }
  plot.x = {std::exp2(std::floor(std::log2(x0))), std::exp2(std::ceil(std::log2(std::max(x1, x0 * 2)))), plot.left,
            plot.right, true};
  const bool linear = s.y == SweepY::memory || y1 < 3 * y0;
  plot.y = linear ? axis_for(0, y1, plot.bottom, plot.top) : close_axis(y0, y1, plot.bottom, plot.top);
  return plot;
}

std::string count_text(const Input& in, double x) { return fixed(std::round(x), 0, in.lang()); }

// Ticks at powers of two, as many as have room.
void add_x_axis(const Input& in, const Sweep& s, const Plot& plot, std::vector<Mark>& marks) {
  marks.push_back(line_mark(plot.left, plot.bottom, plot.right, plot.bottom, "ctl", 1));
  const int first = static_cast<int>(std::lround(std::log2(plot.x.low))),
            last = static_cast<int>(std::lround(std::log2(plot.x.high)));
  const double pitch = (plot.right - plot.left) / std::max(1, last - first);
  const double room = text_width(count_text(in, plot.x.high), 12, false) + 12;
  const int every = std::max(1, static_cast<int>(std::ceil(room / pitch)));
  for (int e = first; e <= last; e += every) {
    const double x = plot.x.at(std::exp2(e));
    marks.push_back(line_mark(x, plot.bottom, x, plot.bottom + 4, "ctl", 1));
    marks.push_back(text_mark(x, plot.bottom + 18, count_text(in, std::exp2(e)), "text2", 12, "middle"));
  }
  marks.push_back(text_mark(plot.right + 12, plot.bottom + 36,
                            in.strings.text("sweep.axis." + std::string(x_name(s.x))), "text2", 12, "end"));
}

void add_y_axis(const Input& in, const Sweep& s, const Plot& plot, std::vector<Mark>& marks) {
  const std::string prefix = s.y == SweepY::cost ? "$" : "";
  for (double v : ticks(plot.y, std::max(2, static_cast<int>((plot.bottom - plot.top) / 56)))) {
    const double y = plot.y.at(v);
    if (y < plot.bottom - 0.5) marks.push_back(line_mark(plot.left, y, plot.right, y, "line", 1));
    marks.push_back(text_mark(plot.left - 8, y + 4, prefix + tick_text(v, in.lang()), "text2", 12, "end"));
  }
  marks.push_back(text_mark(8, plot.top - 18, y_title(in, s.y), "text2"));
}

void add_now(const Input& in, const Sweep& s, const Plot& plot, Labels& labels, std::vector<Mark>& marks) {
  const double x = plot.x.at(static_cast<double>(s.now));
  marks.push_back(line_mark(x, plot.top - 6, x, plot.bottom, "text", 1.5));
  Mark label =
      text_mark(0, 0, in.strings.text("sweep.now", {{"x", count_text(in, static_cast<double>(s.now))}}), "text");
  label.strong = true;
  labels.place(marks, x, plot.top - 4, 2, label, false);
  labels.block(x - 2, plot.top, x + 2, plot.bottom);
}

void add_line(const SweepLine& line, const Plot& plot, Labels& labels, std::vector<Mark>& marks) {
  Mark curve;
  curve.kind = Mark::Kind::polyline;
  curve.color = series_color(line.place);
  curve.width = 2;
  for (const SweepPoint& p : line.points) {
    const double x = plot.x.at(static_cast<double>(p.x)), y = plot.y.at(p.y);
    if (!curve.xy.empty()) {
      const double px = curve.xy[curve.xy.size() - 2], py = curve.xy.back();
      labels.block(px, std::min(y, py) - 2, x, std::max(y, py) + 2);
    }
    curve.xy.insert(curve.xy.end(), {x, y});
  }
  marks.push_back(std::move(curve));
}

struct End {
  const SweepLine* line;
  double x, y, label_y;
};

std::string end_name(const Input& in, const SweepLine& l) {
  if (l.full_at == 0) return l.name;
  return l.name + std::string(kDot) +
         in.strings.text("sweep.full_at", {{"x", count(static_cast<double>(l.full_at), in.lang())}});
}

// Markers at the ends; names in a column beside the plot with leaders, or at the points where there is no room for it.
void add_ends(const Input& in, const Sweep& s, const Plot& plot, Labels& labels, std::vector<Mark>& marks) {
  std::vector<End> ends;
  for (const SweepLine& l : s.lines) {
    const double x = plot.x.at(static_cast<double>(l.points.back().x)), y = plot.y.at(l.points.back().y);
    ends.push_back({&l, x, y, y});
  }
  sort_stably(ends.begin(), ends.end(), [](const End& a, const End& b) { return a.y < b.y; });
  for (std::size_t i = 0; i < ends.size(); ++i)
    ends[i].label_y = std::max(i ? ends[i - 1].label_y + 18 : plot.top, ends[i].y);
  const double over = ends.empty() ? 0 : std::max(0.0, ends.back().label_y - (plot.bottom - 8));
  for (End& e : ends) e.label_y -= over;
  for (std::size_t i = ends.size(); i-- > 1;) ends[i - 1].label_y = std::min(ends[i - 1].label_y, ends[i].label_y - 18);
  const bool wide = in.state.chart_width >= wide_enough;
  for (const End& e : ends) {
    const std::string color = series_color(e.line->place);
    Mark dot = shape_mark(series_shape(e.line->place), e.x, e.y, 5, color, true);
    dot.key = e.line->key;
    if (wide) {
      const double at = plot.right + 14;
      Mark leader = line_mark(e.x + 6, e.y, at - 4, e.label_y, color, 1);
      leader.opacity = 0.7;
      marks.push_back(std::move(leader));
      Mark name = text_mark(at, e.label_y + 4, e.line->name, "text");
      name.key = e.line->key;
      marks.push_back(std::move(name));
    } else {
      Mark name = text_mark(0, 0, e.line->name, "text");
      name.key = e.line->key;
      labels.place(marks, e.x, e.y, 6, name, true);
    }
    marks.push_back(std::move(dot));
  }
}

std::string crossing_text(const Input& in, const Sweep& s, const Crossing& c) {
  return in.strings.text(c.certain ? "sweep.cross" : "sweep.cross_close",
                         {{"x", count_text(in, round_significant(c.x, 2))},
                          {"unit", in.strings.text("sweep.unit." + std::string(x_name(s.x)))},
                          {"a", s.lines[c.winner].name},
                          {"b", s.lines[c.loser].name}});
}

void add_crossings(const Input& in, const Sweep& s, const Plot& plot, ChartView& out) {
  for (std::size_t i = 0; i < std::min(s.crossings.size(), most_crossings); ++i) {
    const Crossing& c = s.crossings[i];
    const double x = plot.x.at(c.x), y = plot.y.at(c.y);
    out.marks.push_back(shape_mark(Mark::Kind::circle, x, y, 8.5, "surface", true));
    out.marks.push_back(shape_mark(Mark::Kind::circle, x, y, 8.5, "text", false));
    const std::string letter(1, static_cast<char>('A' + i));
    Mark text = text_mark(x, y + 4, letter, "text", 12, "middle");
    text.strong = true;
    out.marks.push_back(std::move(text));
    out.remarks.push_back(letter + ": " + crossing_text(in, s, c));
  }
}

void add_words(const Input& in, const Sweep& s, ChartView& out) {
  out.table_head = {in.strings.text("sweep.axis." + std::string(x_name(s.x)))};
  std::vector<Count> xs;
  for (const SweepLine& l : s.lines) {
    out.table_head.push_back(l.name);
    for (const SweepPoint& p : l.points) xs.push_back(p.x);
  }
  std::sort(xs.begin(), xs.end());
  xs.erase(std::unique(xs.begin(), xs.end()), xs.end());
  for (Count x : xs) {
    std::vector<std::string> row{count_text(in, static_cast<double>(x))};
    for (const SweepLine& l : s.lines) {
      const auto at = std::find_if(l.points.begin(), l.points.end(), [x](const SweepPoint& p) { return p.x == x; });
      row.push_back(at == l.points.end() ? std::string(kDash)
                                         : y_text(in, s.y, at->y) + " (" + y_text(in, s.y, at->low) +
                                               std::string(kDash) + y_text(in, s.y, at->high) + ")");
    }
    out.table_rows.push_back(std::move(row));
  }
  std::string list;
  for (const SweepLine& l : s.lines)
    list += (list.empty() ? "" : in.lang() == Lang::zh ? "；" : "; ") + end_name(in, l);
  out.summary = in.strings.text(
      "sweep.summary",
      {{"y", y_title(in, s.y)}, {"x", in.strings.text("sweep.by." + std::string(x_name(s.x)))}, {"list", list}});
}

}  // namespace

ChartView build_sweep(const Input& in) {
  ChartView out = chart_named(in, "sweep", "sweep.title");
  if (!in.sweep) return out;
  const Sweep& s = *in.sweep;
  const bool serve = in.scenario.task == Task::serve;
  out.options.push_back(serve ? option(in, "sweep.x", x_name(s.x), {"concurrency", "input", "output"})
                              : option(in, "sweep.x", x_name(s.x), {"sequence", "micro_batch"}));
  out.options.push_back(option(in, "sweep.y", y_name(s.y), {"memory", "speed", "cost"}));
  if (s.lines.empty()) {
    out.empty = in.strings.text("chart.few");
    return out;
  }
  const Plot plot = scales(in, s);
  add_y_axis(in, s, plot, out.marks);
  add_x_axis(in, s, plot, out.marks);
  Labels labels(plot.left, plot.top - 14, plot.right + 14, plot.bottom - 2);
  add_now(in, s, plot, labels, out.marks);
  for (const SweepLine& l : s.lines) add_line(l, plot, labels, out.marks);
  add_ends(in, s, plot, labels, out.marks);
  add_crossings(in, s, plot, out);
  for (const SweepLine& l : s.lines)
    if (l.full_at > 0)
      out.remarks.push_back(
          in.strings.text("sweep.full", {{"device", l.name}, {"x", count_text(in, static_cast<double>(l.full_at))}}));
  add_words(in, s, out);
  return out;
}

}  // namespace gpusel::view
