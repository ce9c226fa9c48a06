// The roofline of one device: what its memory and its arithmetic allow at each FLOP/byte, and where this job's phases
// stand. Williams, Waterman, Patterson: Roofline, CACM 52(4), 2009.
#include <algorithm>
#include <cmath>

#include "ui/view/chart_frame.hpp"
#include "ui/view/device_name.hpp"
#include "ui/view/figures.hpp"

namespace gpusel::view {

namespace {

constexpr double kTera = 1e12;

struct Roof {
  double peak = 0, bandwidth = 0;  // TFLOP/s, TB/s
  double ridge() const { return peak / bandwidth; }
};

std::vector<const PhaseBound*> drawable(const Report& r) {
  std::vector<const PhaseBound*> out;
  for (const PhaseBound& p : r.bound_by)
    if (p.flop_per_byte > 0 && p.reached_flops_per_second > 0 && p.bandwidth_bytes_per_second > 0 &&
        p.peak_flops_per_second > 0)
      out.push_back(&p);
  return out;
}

double decade_below(double x) { return std::pow(10.0, std::floor(std::log10(x) + 1e-9)); }
double decade_above(double x) { return std::pow(10.0, std::ceil(std::log10(x) - 1e-9)); }

Plot scales(const Input& in, const Roof& roof, const std::vector<const PhaseBound*>& phases) {
  Plot plot = plot_area(in.state.chart_width, in.state.chart_height);
  double x0 = roof.ridge() / 3, x1 = roof.ridge() * 2, y0 = roof.peak, y1 = roof.peak * 1.2;
  for (const PhaseBound* p : phases) {
    x0 = std::min(x0, p->flop_per_byte);
    x1 = std::max(x1, p->flop_per_byte);
    y0 = std::min(y0, p->reached_flops_per_second / kTera);
  }
  // Two decades at least, so that slopes look like slopes and names have room.
  plot.x = {decade_below(x0), std::max(decade_above(x1), decade_below(x0) * 100), plot.left, plot.right, true};
  plot.y = {std::min(decade_below(y0), decade_above(y1) / 100), decade_above(y1), plot.bottom, plot.top, true};
  return plot;
}

void add_roof(const Input& in, const Plot& plot, const Roof& roof, Labels& labels, std::vector<Mark>& marks) {
  // From where the slope enters the plot: at the left edge, or on the axis where it is too low there.
  const double start = std::max(plot.x.low, plot.y.low / roof.bandwidth);
  Mark line;
  line.kind = Mark::Kind::polyline;
  line.color = "text";
  line.width = 1.5;
  line.xy = {
      plot.x.at(start),    plot.y.at(start * roof.bandwidth), plot.x.at(roof.ridge()), plot.y.at(roof.peak), plot.right,
      plot.y.at(roof.peak)};
  marks.push_back(std::move(line));
  const double ridge = plot.x.at(roof.ridge());
  marks.push_back(line_mark(ridge, plot.bottom - 10, ridge, plot.bottom, "text", 1.5));
  labels.place(marks, ridge, plot.bottom - 8, 4,
               text_mark(0, 0, in.strings.text("roofline.ridge", {{"x", fixed(roof.ridge(), 0, in.lang())}}), "text2"),
               false);
  const std::string peak = in.strings.text("roofline.peak", {{"x", scaled(roof.peak * kTera, "FLOP/s", in.lang())}});
  marks.push_back(text_mark(plot.right, plot.y.at(roof.peak) - 8, peak, "text2", 12, "end"));
  labels.block(plot.right - 160, plot.y.at(roof.peak) - 22, plot.right, plot.y.at(roof.peak) + 3);
  const double middle = std::sqrt(start * roof.ridge());
  Mark slope = text_mark(
      0, 0, in.strings.text("roofline.bandwidth", {{"x", scaled(roof.bandwidth * kTera, "B/s", in.lang())}}), "text2");
  labels.place(marks, plot.x.at(middle), plot.y.at(middle * roof.bandwidth), 4, slope, false);
}

struct Style {
  Mark::Kind kind;
  const char* color;
};
Style style_of(std::string_view phase) {
  if (phase == "decode") return {Mark::Kind::circle, "p_kv_cache"};
  if (phase == "prefill") return {Mark::Kind::square, "p_activations"};
  return {Mark::Kind::triangle, "p_weights"};
}

void add_phase(const Input& in, const Plot& plot, const PhaseBound& p, Labels& labels, std::vector<Mark>& marks) {
  const double reached = p.reached_flops_per_second / kTera;
  const double roof = (p.roof_flops_per_second > 0
                           ? p.roof_flops_per_second
                           : std::min(p.peak_flops_per_second, p.flop_per_byte * p.bandwidth_bytes_per_second)) /
                      kTera;
  const double x = plot.x.at(p.flop_per_byte), y = plot.y.at(reached);
  const Style style = style_of(p.phase);
  marks.push_back(line_mark(x, y, x, plot.y.at(std::max(roof, reached)), style.color, 1.5));
  Mark dot = shape_mark(style.kind, x, y, 6, style.color, true);
  dot.key = p.phase == "decode" ? "tpot" : p.phase == "prefill" ? "ttft" : "speed";
  marks.push_back(std::move(dot));
  const std::string share = percent(roof > 0 ? reached / roof : 0, in.lang());
  Mark name = text_mark(0, 0, in.strings.text("phase." + p.phase), "text", 13);
  name.strong = true;
  labels.place(marks, x, y, 6, name, true);
  labels.place(
      marks, x, y, 6,
      text_mark(0, 0, in.strings.text("roofline.share", {{"x", significant(reached, 3, in.lang())}, {"p", share}}),
                "text2"),
      true);
}

std::string bound_name(const Input& in, Bound b) { return in.strings.text("bound.name." + std::string(to_string(b))); }

void add_words(const Input& in, const std::vector<const PhaseBound*>& phases, ChartView& out) {
  out.table_head = {in.strings.text("roofline.phase"), in.strings.text("roofline.x"),
                    in.strings.text("roofline.reached"), in.strings.text("roofline.roof"),
                    in.strings.text("roofline.bound")};
  std::vector<std::string> sentences;
  for (const PhaseBound* p : phases) {
    const double roof = p->roof_flops_per_second > 0
                            ? p->roof_flops_per_second
                            : std::min(p->peak_flops_per_second, p->flop_per_byte * p->bandwidth_bytes_per_second);
    const std::string name = in.strings.text("phase." + p->phase), x = significant(p->flop_per_byte, 3, in.lang());
    const std::string reached = scaled(p->reached_flops_per_second, "FLOP/s", in.lang()),
                      top = scaled(roof, "FLOP/s", in.lang());
    out.table_rows.push_back({name, x, reached, top, bound_name(in, p->bound)});
    sentences.push_back(in.strings.text(
        "roofline.sentence",
        {{"phase", name}, {"reached", reached}, {"roof", top}, {"x", x}, {"bound", bound_name(in, p->bound)}}));
  }
  out.summary = join_sentences(sentences, in.lang());
}

}  // namespace

ChartView build_roofline(const Input& in) {
  ChartView out = chart_named(in, "roofline", "chart.roofline");
  const Report* r = in.subject.report;
  const std::vector<const PhaseBound*> phases = r ? drawable(*r) : std::vector<const PhaseBound*>();
  if (phases.empty()) {
    out.empty = in.strings.text("roofline.none");
    return out;
  }
  if (r) out.title += std::string(kDot) + device_name(r->scenario, in.catalog, false);
  Roof roof;
  for (const PhaseBound* p : phases) {
    roof.peak = std::max(roof.peak, p->peak_flops_per_second / kTera);
    roof.bandwidth = std::max(roof.bandwidth, p->bandwidth_bytes_per_second / kTera);
  }
  const Plot plot = scales(in, roof, phases);
  add_axes(out.marks, plot, {in.strings.text("roofline.x"), in.strings.text("roofline.y"), "", ""}, in.lang());
  Labels labels(plot.left, plot.top - 10, plot.right + 14, plot.bottom - 2);
  // The roof's own line keeps labels off it.
  for (double at = plot.x.low; at < plot.x.high; at *= 1.03) {
    const double x = plot.x.at(at), y = plot.y.at(std::min(roof.peak, at * roof.bandwidth));
    if (y <= plot.bottom) labels.block(x - 2, y - 2, x + 2, y + 2);
  }
  for (const PhaseBound* p : phases) {  // and the phases' marks and stems
    const double x = plot.x.at(p->flop_per_byte);
    labels.block(x - 8, plot.y.at(std::min(roof.peak, p->flop_per_byte * roof.bandwidth)), x + 8,
                 plot.y.at(p->reached_flops_per_second / kTera) + 8);
  }
  add_roof(in, plot, roof, labels, out.marks);
  for (const PhaseBound* p : phases) add_phase(in, plot, *p, labels, out.marks);
  add_words(in, phases, out);
  return out;
}

}  // namespace gpusel::view
