// What one training step holds at its moments: stacked parts, the usable line, and the peak. Moments stand side by side
// at equal widths: the core times a step and its optimizer, not its forward and backward pass, so they are an order,
// not a clock, and the chart says so.
#include <algorithm>
#include <cmath>

#include "ui/view/build.hpp"
#include "ui/view/chart_frame.hpp"
#include "ui/view/device_name.hpp"
#include "ui/view/text_width.hpp"

namespace gpusel::view {

namespace {

std::string moment_name(const Input& in, Moment m) {
  return in.strings.text("moment.short." + std::string(to_string(m)));
}

const MomentBytes* peak_of(const std::vector<MomentBytes>& moments) {
  return &*std::max_element(moments.begin(), moments.end(), [](const MomentBytes& a, const MomentBytes& b) {
    return a.parts.total() < b.parts.total();
  });
}

void add_column(const Plot& plot, const MomentBytes& m, double x0, double x1, std::vector<Mark>& marks) {
  double below = 0;
  for (std::size_t i = 0; i < m.parts.part.size(); ++i) {
    const double g = gib(m.parts.part[i]);
    if (g <= 0) continue;
    const double y0 = plot.y.at(below + g), y1 = plot.y.at(below);
    Mark part;
    part.kind = Mark::Kind::rect;
    part.xy = {std::round(x0), y0, std::round(x1 - x0), std::max(0.5, y1 - y0 - (y1 - y0 > 4 ? 1.0 : 0.0))};
    part.color = "p_" + std::string(to_string(static_cast<Part>(i)));
    part.filled = true;
    part.key = "memory/" + std::string(to_string(static_cast<Part>(i)));
    marks.push_back(std::move(part));
    below += g;
  }
}

void add_words(const Input& in, const Report& r, ChartView& out) {
  const std::vector<MomentBytes>& moments = r.memory.moments;
  out.table_head = {in.strings.text("step.moment")};
  std::vector<Part> shown;
  for (std::size_t i = 0; i < 9; ++i)
    if (std::any_of(moments.begin(), moments.end(), [&](const MomentBytes& m) { return m.parts.part[i].value > 0; }))
      shown.push_back(static_cast<Part>(i));
  for (Part p : shown) out.table_head.push_back(in.strings.text("part." + std::string(to_string(p))));
  out.table_head.push_back(in.strings.text("step.total"));
  std::string list;
  for (const MomentBytes& m : moments) {
    std::vector<std::string> row{moment_name(in, m.moment)};
    for (Part p : shown) row.push_back(memory(m.parts[p].number(), in.lang(), 2).value);
    row.push_back(memory(m.parts.total().number(), in.lang(), 2).joined());
    if (&m != peak_of(moments))
      list += (list.empty()            ? ""
               : in.lang() == Lang::zh ? "，"
                                       : ", ") +
              row.front() + " " + memory(m.parts.total().number(), in.lang()).value;
    out.table_rows.push_back(std::move(row));
  }
  const MomentBytes* peak = peak_of(moments);
  out.summary = in.strings.text(list.empty() ? "step.summary_one" : "step.summary",
                                {{"x", memory(peak->parts.total().number(), in.lang()).joined()},
                                 {"moment", moment_name(in, peak->moment)},
                                 {"list", list}});
}

// Ticks without an x axis: moments are named, not measured.
void add_grid(const Input& in, const Plot& plot, std::vector<Mark>& marks) {
  for (double v : ticks(plot.y, std::max(2, static_cast<int>((plot.bottom - plot.top) / 56)))) {
    if (v > 0) marks.push_back(line_mark(plot.left, plot.y.at(v), plot.right, plot.y.at(v), "line", 1));
    marks.push_back(text_mark(plot.left - 8, plot.y.at(v) + 4, tick_text(v, in.lang()), "text2", 12, "end"));
  }
  marks.push_back(text_mark(8, plot.top - 18, in.strings.text("step.y"), "text2"));
}

void add_columns(const Input& in, const Plot& plot, const std::vector<MomentBytes>& moments, std::vector<Mark>& marks) {
  for (std::size_t i = 0; i < moments.size(); ++i) {
    const double x0 = plot.x.at(static_cast<double>(i)) + 4, x1 = plot.x.at(static_cast<double>(i + 1)) - 4;
    add_column(plot, moments[i], x0, x1, marks);
    // Names alternate between two lines where they would run into each other.
    const std::string name = moment_name(in, moments[i].moment);
    const bool crowded = text_width(name, 12) > x1 - x0 + 4;
    marks.push_back(
        text_mark((x0 + x1) / 2, plot.bottom + (crowded && i % 2 == 1 ? 34 : 18), name, "text2", 12, "middle"));
    const double total = gib(moments[i].parts.total());
    Mark value = text_mark((x0 + x1) / 2, plot.y.at(total) - 6, fixed(total, 1, in.lang()), "text", 12, "middle");
    value.strong = &moments[i] == peak_of(moments);
    marks.push_back(std::move(value));
  }
  marks.push_back(line_mark(plot.left, plot.bottom, plot.right, plot.bottom, "ctl", 1));
}

}  // namespace

ChartView build_step(const Input& in) {
  ChartView out = chart_named(in, "step", "step.title");
  const Report* r = in.subject.report;
  if (!r || r->memory.moments.size() < 2) {
    out.empty = in.strings.text("chart.few");
    return out;
  }
  const std::vector<MomentBytes>& moments = r->memory.moments;
  const double highest = gib(peak_of(moments)->parts.total()), usable = gib(r->memory.usable);
  Plot plot = plot_area(in.state.chart_width, in.state.chart_height);
  const bool with_line = usable > 0 && usable < highest * 2.5;
  plot.y = axis_for(0, with_line ? std::max(highest, usable) * 1.03 : highest * 1.03, plot.bottom, plot.top);
  plot.x = {0, static_cast<double>(moments.size()), plot.left, plot.right, false};
  add_grid(in, plot, out.marks);
  add_columns(in, plot, moments, out.marks);
  if (with_line) {
    const std::string label =
        in.strings.text("mem.usable", {{"x", memory(r->memory.usable.number(), in.lang()).joined()}});
    out.marks.push_back(line_mark(plot.left, plot.y.at(usable), plot.right, plot.y.at(usable), "text", 2));
    out.marks.push_back(text_mark(plot.right, plot.y.at(usable) - 6, label, "text2", 12, "end"));
  }
  out.remarks = {in.strings.text("step.order")};
  add_words(in, *r, out);
  return out;
}

}  // namespace gpusel::view
