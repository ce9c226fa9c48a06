// What one training step holds as it runs: stacked parts over the clock of one micro-step and the update, the usable
// line, and the peak. The core knows memory at the moments and the time between them; from one moment to the next
// memory is drawn as layers of equal share take or give it, and the chart says so.
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

// A stretch of the clock, from what is alive at its begin to what is alive at its end.
struct Stretch {
  Moment named;  // whose name it bears
  double begin, end;
  const PartsBytes *from, *to;
};

const PartsBytes* held_at(const std::vector<MomentBytes>& moments, Moment wanted) {
  for (const MomentBytes& m : moments)
    if (m.moment == wanted) return &m.parts;
  return nullptr;
}

std::vector<Stretch> stretches(const Report& r) {
  const std::vector<MomentBytes>& moments = r.memory.moments;
  const TrainPhases& phases = r.train->phases;
  std::vector<Stretch> out;
  const auto add = [&](Moment named, Seconds length, Moment from, Moment to) {
    const PartsBytes *a = held_at(moments, from), *b = held_at(moments, to);
    const double begin = out.empty() ? 0 : out.back().end;
    if (a && b && length.value > 0) out.push_back({named, begin, begin + length.value, a, b});
  };
  add(Moment::evaluation, phases.generation, Moment::evaluation, Moment::evaluation);
  add(Moment::forward_end, phases.forward, Moment::load, Moment::forward_end);
  add(Moment::backward_end, phases.backward, Moment::backward_start, Moment::backward_end);
  add(Moment::optimizer_step, phases.update, Moment::optimizer_step, Moment::optimizer_step);
  return out;
}

// When a moment comes, in seconds from the begin.
double time_of(const std::vector<Stretch>& all, Moment m) {
  for (const Stretch& s : all) {
    if (m == Moment::load && s.named == Moment::forward_end) return s.begin;
    if (m == Moment::backward_start && s.named == Moment::backward_end) return s.begin;
    if (m == s.named) return m == Moment::optimizer_step || m == Moment::evaluation ? s.begin : s.end;
  }
  return 0;
}

// GiB of a part, `share` of the way through a stretch. Forward only activations grow: what stays from step to step was
// there before the first. The loss comes after the last layer, and goes before the first one back.
double held(Moment named, Part part, double share, double from, double to) {
  if (part == Part::logits) return share == 0 ? from : share == 1 ? to : std::min(from, to);
  if (named == Moment::forward_end && part != Part::activations) return to;
  return from + share * (to - from);
}

void add_slice(const Plot& plot, const Stretch& s, double share, double x0, double x1, std::vector<Mark>& marks) {
  double below = 0;
  for (std::size_t i = 0; i < s.from->part.size(); ++i) {
    const double from = gib(s.from->part[i]), to = gib(s.to->part[i]);
    const double g = held(s.named, static_cast<Part>(i), share, from, to);
    if (g <= 0) continue;
    const double y0 = plot.y.at(below + g), y1 = plot.y.at(below);
    Mark part;
    part.kind = Mark::Kind::rect;
    part.xy = {x0, y0, x1 - x0, std::max(0.5, y1 - y0 - (y1 - y0 > 4 ? 1.0 : 0.0))};
    part.color = "p_" + std::string(to_string(static_cast<Part>(i)));
    part.filled = true;
    part.key = "memory/" + std::string(to_string(static_cast<Part>(i)));
    marks.push_back(std::move(part));
    below += g;
  }
}

void add_stretch(const Plot& plot, const Stretch& s, double scale, std::vector<Mark>& marks) {
  constexpr int layers = 12;
  const int n = s.from == s.to ? 1 : layers;
  const double left = plot.x.at(s.begin * scale), right = plot.x.at(s.end * scale);
  for (int i = 0; i < n; ++i) {
    const auto edge = [&](int k) { return std::round(left + (right - left) * k / n); };
    const double x0 = edge(i), x1 = std::max(edge(i + 1), i + 1 == n ? x0 + 1 : x0);
    if (x1 > x0) add_slice(plot, s, n == 1 ? 0 : static_cast<double>(i) / (n - 1), x0, x1, marks);
  }
  marks.push_back(line_mark(left, plot.top, left, plot.bottom, "ctl", 1));
}

// Names along the top, over their stretch; a short one's name moves aside.
void add_names(const Input& in, const Plot& plot, const std::vector<Stretch>& all, double scale,
               std::vector<Mark>& marks) {
  constexpr double gap = 8;
  std::vector<double> at, width;
  double taken = plot.left;
  for (const Stretch& s : all) {
    width.push_back(text_width(moment_name(in, s.named), 12));
    at.push_back(std::max(taken, plot.x.at((s.begin + s.end) / 2 * scale) - width.back() / 2));
    taken = at.back() + width.back() + gap;
  }
  double limit = plot.right + 8;
  for (std::size_t i = all.size(); i-- > 0;) {
    at[i] = std::min(at[i], limit - width[i]);
    limit = at[i] - gap;
  }
  for (std::size_t i = 0; i < all.size(); ++i)
    marks.push_back(text_mark(at[i], plot.top - 4, moment_name(in, all[i].named), "text2"));
}

void add_words(const Input& in, const Report& r, const std::vector<Stretch>& all, ChartView& out) {
  const std::vector<MomentBytes>& moments = r.memory.moments;
  out.table_head = {in.strings.text("step.moment"), in.strings.text("step.at")};
  std::vector<Part> shown;
  for (std::size_t i = 0; i < 9; ++i)
    if (std::any_of(moments.begin(), moments.end(), [&](const MomentBytes& m) { return m.parts.part[i].value > 0; }))
      shown.push_back(static_cast<Part>(i));
  for (Part p : shown) out.table_head.push_back(in.strings.text("part." + std::string(to_string(p))));
  out.table_head.push_back(in.strings.text("step.total"));
  std::string list;
  for (const MomentBytes& m : moments) {
    std::vector<std::string> row{moment_name(in, m.moment), time_text(time_of(all, m.moment), in.lang())};
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
                                 {"t", time_text(time_of(all, peak->moment), in.lang())},
                                 {"list", list}});
}

// Its value stands above it; beside it where the usable line would cross the number.
void add_peak(const Input& in, const Plot& plot, const MomentBytes& peak, double x, double usable,
              std::vector<Mark>& marks) {
  const double g = gib(peak.parts.total()), y = plot.y.at(g), line = plot.y.at(usable);
  marks.push_back(line_mark(x, y - 6, x, y, "text", 2));
  const bool crossed = line < y - 4 && line > y - 24;
  Mark value = text_mark(crossed ? x + 5 : std::max(x, plot.left + 18), crossed ? y + 4 : y - 9, fixed(g, 1, in.lang()),
                         "text", 12, crossed ? "start" : "middle");
  value.strong = true;
  marks.push_back(std::move(value));
}

}  // namespace

ChartView build_step(const Input& in) {
  ChartView out = chart_named(in, "step", "step.title");
  const Report* r = in.subject.report;
  if (!r || !r->train || r->memory.moments.size() < 2 || stretches(*r).empty()) {
    out.empty = in.strings.text("chart.few");
    return out;
  }
  const std::vector<MomentBytes>& moments = r->memory.moments;
  const std::vector<Stretch> all = stretches(*r);
  const MomentBytes& peak = *peak_of(moments);
  const double highest = gib(peak.parts.total()), usable = gib(r->memory.usable), length = all.back().end;
  const TimeUnit unit = length < 10 ? TimeUnit::ms : TimeUnit::s;
  const double scale = 1 / seconds_in(unit);
  Plot plot = plot_area(in.state.chart_width, in.state.chart_height);
  const bool with_line = usable > 0 && usable < highest * 2.5;
  plot.y = axis_for(0, (with_line ? std::max(highest, usable) : highest) * 1.12, plot.bottom, plot.top);
  plot.x = {0, length * scale, plot.left, plot.right, false};
  const std::string x_title = in.strings.text("step.x", {{"unit", unit_symbol(unit, in.lang())}});
  add_axes(out.marks, plot, {x_title, in.strings.text("step.y"), "", "", 0}, in.lang());
  for (const Stretch& s : all) add_stretch(plot, s, scale, out.marks);
  add_names(in, plot, all, scale, out.marks);
  add_peak(in, plot, peak, plot.x.at(time_of(all, peak.moment) * scale), usable, out.marks);
  if (with_line) {
    const std::string label =
        in.strings.text("mem.usable", {{"x", memory(r->memory.usable.number(), in.lang()).joined()}});
    out.marks.push_back(line_mark(plot.left, plot.y.at(usable), plot.right, plot.y.at(usable), "text", 2));
    out.marks.push_back(text_mark(plot.right, plot.y.at(usable) - 6, label, "text2", 12, "end"));
  }
  out.remarks = {in.strings.text("step.layers")};
  if (const double n = r->train->phases.micro_steps; n > 1)
    out.remarks.push_back(in.strings.text("step.micro", {{"n", fixed(n, 0, in.lang())}}));
  add_words(in, *r, all, out);
  return out;
}

}  // namespace gpusel::view
