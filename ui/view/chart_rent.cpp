// Renting against buying over three years: what has been paid by each month, the rented line straight from zero, the
// bought one from the boards and their host on, with power. Where they cross buying starts to pay. Dashed lines: the
// 90 % interval of the prices.
#include <algorithm>
#include <array>
#include <cmath>

#include "ui/view/build.hpp"
#include "ui/view/chart_frame.hpp"
#include "ui/view/pins.hpp"
#include "ui/view/text_width.hpp"

namespace gpusel::view {

namespace {

constexpr double months_shown = 36;
constexpr double hours_a_month = 8766.0 / 12;
constexpr double seconds_a_month = hours_a_month * 3600;

enum End { low, estimate, high };

struct Way {
  const char* name;  // i18n key
  int series;
  std::array<double, 3> at_first, an_hour;  // by End, USD
  double paid(End end, double months) const { return at_first[end] + an_hour[end] * hours_a_month * months; }
};

std::array<double, 3> ends_of(const Quantity<Usd>& q) { return {q.low.value, q.estimate.value, q.high.value}; }

std::array<Way, 2> ways_of(const CostLife& life) {
  const double power = life.owned_usd_per_hour;
  return {{{"rent.rented", 1, {0, 0, 0}, ends_of(*life.rented_usd_per_hour)},
           {"rent.bought", 2, ends_of(life.capital), {power, power, power}}}};
}

void add_way(const Input& in, const Plot& plot, const Way& way, Labels& labels, std::vector<Mark>& marks) {
  const std::string color = series_color(way.series);
  const auto line = [&](End end, double width) {
    return line_mark(plot.left, plot.y.at(way.paid(end, 0)), plot.right, plot.y.at(way.paid(end, months_shown)), color,
                     width);
  };
  for (const auto end : {low, high}) {
    Mark bound = line(end, 1);
    bound.dashed = true;
    bound.opacity = 0.6;
    marks.push_back(std::move(bound));
  }
  marks.push_back(line(estimate, 2));
  Mark name = text_mark(0, 0, in.strings.text(way.name), color);
  name.strong = true;
  labels.place(marks, plot.right, plot.y.at(way.paid(estimate, months_shown)), 3, name, true);
}

std::string months_text(const Input& in, Seconds t) {
  const double months = t.value / seconds_a_month;
  return std::isfinite(months) ? fixed(months, months < 10 ? 1 : 0, in.lang()) : in.strings.text("rent.no_end");
}

std::string summary(const Input& in, const CostLife& life) {
  const std::string use = percent(in.scenario.goal.utilization, in.lang());
  if (!life.break_even) return in.strings.text("rent.never", {{"use", use}});
  const Quantity<Seconds>& t = *life.break_even;
  return in.strings.text("rent.summary",
                         {{"x", months_text(in, t.estimate)},
                          {"lo", months_text(in, t.low)},
                          {"hi", months_text(in, t.high)},
                          {"use", use},
                          {"h", fixed(t.estimate.value / 3600 * in.scenario.goal.utilization, 0, in.lang())}});
}

void add_table(const Input& in, const std::array<Way, 2>& ways, ChartView& out) {
  out.table_head = {in.strings.text("rent.months")};
  for (const Way& w : ways) out.table_head.push_back(in.strings.text(w.name));
  for (const double months : {0.0, 3.0, 6.0, 12.0, 18.0, 24.0, 30.0, 36.0}) {
    std::vector<std::string> row{fixed(months, 0, in.lang())};
    for (const Way& w : ways)
      row.push_back(money(w.paid(estimate, months), in.lang()) + " (" + money(w.paid(low, months), in.lang()) +
                    std::string(kDash) + money(w.paid(high, months), in.lang()) + ")");
    out.table_rows.push_back(std::move(row));
  }
}

void add_crossing(const Input& in, const Plot& plot, const Way& rented, Seconds at, Labels& labels, ChartView& out) {
  const double months = at.value / seconds_a_month;
  if (months > months_shown) return;
  const double x = plot.x.at(months), y = plot.y.at(rented.paid(estimate, months));
  out.marks.push_back(shape_mark(Mark::Kind::circle, x, y, 8.5, "text", false));
  Mark label = text_mark(0, 0, in.strings.text("rent.cross", {{"x", months_text(in, at)}}), "text");
  label.strong = true;
  labels.place(out.marks, x, y, 9, label, true);
}

}  // namespace

ChartView build_rent(const Input& in) {
  ChartView out = chart_named(in, "rent", "rent.title");
  const Report* r = in.subject.report;
  if (!r || !r->cost.life || !r->cost.life->rented_usd_per_hour) {
    out.empty = in.strings.text("rent.no_price");
    return out;
  }
  const CostLife& life = *r->cost.life;
  const std::array<Way, 2> ways = ways_of(life);
  Plot plot = plot_area(in.state.chart_width, in.state.chart_height);
  double most = 0;
  for (const Way& w : ways) most = std::max(most, w.paid(high, months_shown));
  plot.y = axis_for(0, most, plot.bottom, plot.top);
  for (const double v : ticks(plot.y, 8))
    plot.left = std::max(plot.left, text_width("$" + tick_text(v, in.lang()), 12, false) + 12);
  plot.x = {0, months_shown, plot.left, plot.right, false};
  add_axes(out.marks, plot, {in.strings.text("rent.months"), in.strings.text("rent.y"), "", "$", 6}, in.lang());
  Labels labels(plot.left, plot.top - 14, plot.right + 14, plot.bottom - 2);
  for (const Way& w : ways) add_way(in, plot, w, labels, out.marks);
  if (life.break_even) add_crossing(in, plot, ways.front(), life.break_even->estimate, labels, out);
  out.summary = summary(in, life);
  if (!life.break_even || life.break_even->estimate.value > months_shown * seconds_a_month) out.remarks = {out.summary};
  add_table(in, ways, out);
  return out;
}

}  // namespace gpusel::view
