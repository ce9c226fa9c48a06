// Cost against speed. Training: what a run (or the card) costs against tok/s; serving: time per token against $ per
// million tokens. The front is what nothing beats in both; it is computed on these two axes, so the steps always lie on
// the drawn points.
#include <algorithm>
#include <cmath>

#include "core/domain/order.hpp"
#include "ui/view/chart_frame.hpp"
#include "ui/view/device_name.hpp"
#include "ui/view/figures.hpp"
#include "ui/view/pins.hpp"

namespace gpusel::view {

namespace {

struct Point {
  std::size_t index = 0;  // into ranked
  double x = 0, y = 0, y_low = 0, y_high = 0, x_low = 0, x_high = 0;
  bool front = false, chosen = false;
  int place = -1;  // of a pinned device
};

enum class XKind { purchase, run, million, tpot };

struct Setup {
  XKind x = XKind::purchase;
  bool serve = false;
  std::optional<double> limit;
};

Setup setup_of(const Input& in) {
  const GoalSpec& g = in.scenario.goal;
  Setup s;
  s.serve = in.scenario.task == Task::serve;
  if (s.serve) {
    s.x = XKind::tpot;
    if (g.max_tpot_seconds) s.limit = *g.max_tpot_seconds * 1000;
  } else if (g.max_purchase_usd || (g.acquire == Acquire::buy && !g.max_total_usd)) {
    s.limit = g.max_purchase_usd;
  } else if (in.scenario.train.tokens) {
    s.x = XKind::run;
    s.limit = g.max_total_usd;
  } else {
    s.x = XKind::million;
  }
  return s;
}

template <class Q>
void set_x(Point& p, const Q& q) {
  p.x = q.estimate.value, p.x_low = q.low.value, p.x_high = q.high.value;
}

bool read_x(const Report& r, const Setup& s, const GoalSpec& goal, Point& p) {
  if (s.x == XKind::purchase) {
    if (!r.cost.purchase) return false;
    p.x = p.x_low = p.x_high = r.cost.purchase->usd;
  } else if (s.x == XKind::run) {
    const auto q = cost_of_run(r, goal);
    if (!q) return false;
    set_x(p, *q);
  } else if (s.x == XKind::million) {
    const auto q = cost_per_million(r, goal);
    if (!q) return false;
    set_x(p, *q);
  } else {
    if (!r.serve) return false;
    p.x = r.serve->tpot.estimate.value * 1000, p.x_low = r.serve->tpot.low.value * 1000,
    p.x_high = r.serve->tpot.high.value * 1000;
  }
  return p.x > 0 && std::isfinite(p.x);
}

bool read_y(const Report& r, const Setup& s, const GoalSpec& goal, Point& p) {
  if (s.serve) {
    const auto q = cost_per_million(r, goal);
    if (!q) return false;
    p.y = q->estimate.value, p.y_low = q->low.value, p.y_high = q->high.value;
  } else {
    if (!r.train) return false;
    const auto& q = r.train->tokens_per_second;
    p.y = q.estimate.value, p.y_low = q.low.value, p.y_high = q.high.value;
  }
  return p.y > 0 && std::isfinite(p.y);
}

std::vector<Point> points(const Input& in, const Setup& s) {
  std::vector<Point> out;
  for (std::size_t i = 0; i < in.selection.ranked.size(); ++i) {
    Point p;
    p.index = i;
    p.chosen = !in.subject.rejected && i == in.subject.place;
    const Report& r = in.selection.ranked[i];
    for (const Pinned& pin : in.pinned)
      if (pin.key == row_key(r.scenario)) p.place = pin.place;
    if (read_x(r, s, in.scenario.goal, p) && read_y(r, s, in.scenario.goal, p)) out.push_back(p);
  }
  sort_stably(out.begin(), out.end(), [&](const Point& a, const Point& b) {
    return a.x != b.x ? a.x < b.x : s.serve ? a.y < b.y : a.y > b.y;
  });
  bool any = false;
  double best = 0;
  for (Point& p : out) {
    p.front = !any || (s.serve ? p.y < best : p.y > best);
    if (p.front) best = p.y, any = true;
  }
  return out;
}

Plot scales(const Input& in, const Setup& s, const std::vector<Point>& all) {
  Plot plot = plot_area(in.state.chart_width, in.state.chart_height);
  double x0 = all.front().x, x1 = all.back().x, y0 = all.front().y, y1 = y0;
  for (const Point& p : all) y0 = std::min(y0, p.y), y1 = std::max(y1, p.chosen ? std::min(p.y_high, p.y * 2) : p.y);
  if (s.limit && *s.limit < x1 * 3 && *s.limit > 0) x0 = std::min(x0, *s.limit), x1 = std::max(x1, *s.limit * 1.02);
  plot.x = axis_for(x0, x1, plot.left, plot.right);
  plot.y = axis_for(y0, y1, plot.bottom, plot.top);
  return plot;
}

std::optional<double> limit_line(const Setup& s, const Plot& plot) {
  if (!s.limit) return {};
  const double x = plot.x.at(*s.limit);
  return x < plot.left || x > plot.right + 0.5 ? std::nullopt : std::optional(x);
}

void add_limit(double x, const Plot& plot, std::vector<Mark>& marks) {
  if (plot.right - x > 1) {
    Mark zone;
    zone.kind = Mark::Kind::rect;
    zone.xy = {x, plot.top, plot.right - x, plot.bottom - plot.top};
    zone.color = "noSoft";
    zone.filled = true;
    zone.opacity = 0.5;
    marks.push_back(std::move(zone));
  }
  Mark line = line_mark(x, plot.top, x, plot.bottom, "text2", 1.5);
  line.dashed = true;
  marks.push_back(std::move(line));
}

// Beside its line where no point or step stands, from the axis upwards.
void name_limit(const Input& in, double x, const Plot& plot, Labels& labels, std::vector<Mark>& marks) {
  const Mark label = text_mark(x, plot.bottom, in.strings.text("chart.limit"), "text2");
  for (double y = plot.bottom - 12; y > plot.top + 12; y -= 18)
    if (labels.place(marks, x, y, 2, label, false)) return;
}

// The steps keep names off themselves.
void add_front(const Plot& plot, const std::vector<Point>& all, Labels& labels, std::vector<Mark>& marks) {
  Mark steps;
  steps.kind = Mark::Kind::polyline;
  steps.color = "accent";
  steps.width = 1.5;
  for (const Point& p : all) {
    if (!p.front) continue;
    const double x = plot.x.at(p.x), y = plot.y.at(p.y);
    if (!steps.xy.empty()) steps.xy.insert(steps.xy.end(), {x, steps.xy.back()});
    steps.xy.insert(steps.xy.end(), {x, y});
  }
  for (std::size_t i = 0; i + 3 < steps.xy.size(); i += 2) {
    const double x0 = steps.xy[i], y0 = steps.xy[i + 1], x1 = steps.xy[i + 2], y1 = steps.xy[i + 3];
    labels.block(std::min(x0, x1) - 1, std::min(y0, y1) - 1, std::max(x0, x1) + 1, std::max(y0, y1) + 1);
  }
  if (steps.xy.size() >= 4) marks.push_back(std::move(steps));
}

void add_point(const Plot& plot, const Point& p, const std::string& key, Labels& labels, std::vector<Mark>& marks) {
  const double x = plot.x.at(p.x), y = plot.y.at(p.y);
  if (p.chosen) {  // one whisker: the others' intervals are in the table
    Mark whisker = line_mark(x, plot.y.at(p.y_low), x, plot.y.at(p.y_high), "accent", 1);
    for (std::size_t i : {1u, 3u}) whisker.xy[i] = std::clamp(whisker.xy[i], plot.top, plot.bottom);
    whisker.opacity = 0.6;
    marks.push_back(std::move(whisker));
  }
  Mark dot = shape_mark(Mark::Kind::circle, x, y,
                        p.chosen  ? 6
                        : p.front ? 4.5
                                  : 4,
                        p.front || p.chosen ? "accent" : "text3", p.front || p.chosen);
  if (p.place >= 0) dot = shape_mark(series_shape(p.place), x, y, 6, series_color(p.place), true);
  dot.key = key;
  marks.push_back(std::move(dot));
  if (p.chosen) marks.push_back(shape_mark(Mark::Kind::circle, x, y, 9, "accent", false));
  const double r = p.chosen ? 9 : 5;
  labels.block(x - r, y - r, x + r, y + r);
}

std::string point_name(const Input& in, const Point& p) {
  const Scenario& s = in.selection.ranked[p.index].scenario;
  const Accelerator* a = accelerator_of(s, in.catalog);
  return times(a ? chart_name(*a) : row_key(s), count_of(s));
}

// The chosen one first, then the front, then what fits of the rest (in rank order, so that the better ones are named).
void add_names(const Input& in, const Plot& plot, const std::vector<Point>& all, Labels& labels,
               std::vector<Mark>& marks) {
  std::vector<const Point*> order;
  for (const Point& p : all) order.push_back(&p);
  const auto turn = [](const Point* p) { return p->chosen || p->place >= 0 ? 0 : p->front ? 1 : 2; };
  sort_stably(order.begin(), order.end(), [&](const Point* a, const Point* b) {
    return turn(a) != turn(b) ? turn(a) < turn(b) : a->index < b->index;
  });
  constexpr int most_dominated = 12;
  int dominated = 0;
  for (const Point* p : order) {
    if (turn(p) == 2 && ++dominated > most_dominated) break;
    Mark label = text_mark(0, 0, point_name(in, *p), turn(p) < 2 ? "text" : "text2");
    label.strong = p->chosen;
    label.key = row_key(in.selection.ranked[p->index].scenario);
    labels.place(marks, plot.x.at(p->x), plot.y.at(p->y), p->chosen ? 9 : 5, label, turn(p) < 2);
  }
}

std::string x_text(const Setup& s, double x, Lang lang) {
  return s.serve ? fixed(x, time_decimals(x), lang) + " ms" : money(x, lang);
}
std::string y_text(const Setup& s, double y, Lang lang) { return s.serve ? money(y, lang) : rate(y, lang).joined(); }

void add_words(const Input& in, const Setup& s, const std::vector<Point>& all, ChartView& out) {
  constexpr std::size_t named = 6;
  std::string list;
  std::size_t n = 0;
  for (const Point& p : all) {
    const std::string name = device_name(in.selection.ranked[p.index].scenario, in.catalog, false);
    out.table_rows.push_back({name, x_text(s, p.x, in.lang()), y_text(s, p.y, in.lang()),
                              y_text(s, p.y_low, in.lang()) + std::string(kDash) + y_text(s, p.y_high, in.lang()),
                              in.strings.text(p.front ? "chart.yes" : "chart.no")});
    if (!p.front || n++ >= named) continue;
    const std::string one = in.strings.text(
        "pareto.point",
        {{"name", point_name(in, p)}, {"x", x_text(s, p.x, in.lang())}, {"y", y_text(s, p.y, in.lang())}});
    list += (list.empty() ? "" : in.lang() == Lang::zh ? "；" : "; ") + one;
  }
  out.summary = in.strings.text("pareto.summary", {{"list", list}});
}

}  // namespace

ChartView build_pareto(const Input& in) {
  ChartView out = chart_named(in, "pareto", "pareto.title");
  const Setup s = setup_of(in);
  const std::vector<Point> all = points(in, s);
  if (all.size() < 2) {
    out.empty = in.strings.text("chart.few");
    return out;
  }
  const char* x_key = s.x == XKind::purchase  ? "pareto.x_price"
                      : s.x == XKind::run     ? "pareto.x_run"
                      : s.x == XKind::million ? "pareto.x_million"
                                              : "pareto.x_tpot";
  AxisNames names{in.strings.text(x_key), in.strings.text(s.serve ? "pareto.y_million" : "pareto.y_speed"),
                  s.serve ? "" : "$", s.serve ? "$" : ""};
  out.table_head = {in.strings.text("col.device"), names.x, names.y, in.strings.text("chart.interval"),
                    in.strings.text("chart.front")};
  const Plot plot = scales(in, s, all);
  add_axes(out.marks, plot, names, in.lang());
  Labels labels(plot.left - 6, plot.top - 10, plot.right + 14, plot.bottom - 2);
  const std::optional<double> limit = limit_line(s, plot);
  if (limit) add_limit(*limit, plot, out.marks);
  add_front(plot, all, labels, out.marks);
  for (const Point& p : all) add_point(plot, p, row_key(in.selection.ranked[p.index].scenario), labels, out.marks);
  if (limit) name_limit(in, *limit, plot, labels, out.marks);
  add_names(in, plot, all, labels, out.marks);
  add_words(in, s, all, out);
  return out;
}

}  // namespace gpusel::view
