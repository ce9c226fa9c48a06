// The pinned devices side by side: a column a device, every figure of the task a row, each against the baseline's. The
// best of a row is marked among those that fit and keep every limit; memory bars share one scale.
#include <algorithm>
#include <cmath>

#include "ui/view/device_name.hpp"
#include "ui/view/figures.hpp"
#include "ui/view/pins.hpp"
#include "ui/view/table_columns.hpp"

namespace gpusel::view {

namespace {

bool in_order(const Pinned& p) { return !p.rejected && p.report->fits != Fits::no; }

std::size_t baseline_of(const Input& in) {
  for (std::size_t i = 0; i < in.pinned.size(); ++i)
    if (in.pinned[i].key == in.state.baseline) return i;
  return 0;
}

CompareColumn column(const Input& in, const Pinned& p, double full) {
  const Report& r = *p.report;
  CompareColumn c;
  c.key = p.key;
  c.device = device_name(r.scenario, in.catalog, false);
  c.layout = layout_text(in, r);
  if (c.layout.empty()) c.layout = in.strings.text("cmp.one_device");
  c.series = p.place + 1;
  c.fits = p.rejected ? Fits::no : r.fits;
  c.verdict = p.rejected ? rejected_reason(in, *p.rejected) : verdict_word(in.strings, r.fits);
  c.memory = memory_bar(in, r, full);
  return c;
}

std::string beside(const Input& in, const Estimate& x, const std::optional<Estimate>& base, bool is_base,
                   const std::string& low, const std::string& high) {
  if (in.state.intervals) return x.low < x.high ? low + std::string(kDash) + high : in.strings.text("cmp.fact");
  if (is_base) return in.strings.text("cmp.is_baseline");
  return base ? difference(x.value / base->value, in.strings.text("cmp.same"), in.lang()) : std::string();
}

// Places of the best among the admissible; none where fewer than two have a number, or all are the same.
std::vector<bool> best_of(const Input& in, const std::vector<std::optional<Estimate>>& values, int better) {
  std::vector<bool> out(values.size(), false);
  std::optional<double> best;
  bool differ = false;
  int known = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!values[i] || !in_order(in.pinned[i])) continue;
    ++known;
    const double x = values[i]->value;
    differ = differ || (best && std::fabs(x / *best - 1) > 0.005);
    if (!best || (better > 0 ? x > *best : x < *best)) best = x;
  }
  if (better == 0 || known < 2 || !differ) return out;
  for (std::size_t i = 0; i < values.size(); ++i)
    out[i] = values[i] && in_order(in.pinned[i]) && std::fabs(values[i]->value / *best - 1) <= 0.005;
  return out;
}

template <class Text>
void add_row(const Input& in, CompareView& out, const char* id, const std::string& label, const std::string& unit,
             int better, const std::vector<std::optional<Estimate>>& values, const Text& text) {
  const std::size_t base = baseline_of(in);
  const std::vector<bool> best = best_of(in, values, better);
  CompareRow row{id, label, {}};
  bool differs = false, any = false;
  for (std::size_t i = 0; i < values.size(); ++i) {
    CompareCell cell;
    cell.value = values[i] ? text(values[i]->value) : std::string(kDash);
    if (values[i]) {
      cell.why = id;  // its terms are worked out when asked
      cell.unit = unit;
      cell.beside = beside(in, *values[i], values[base], i == base, text(values[i]->low), text(values[i]->high));
      any = true;
    }
    cell.best = best[i];
    row.cells.push_back(std::move(cell));
    differs = differs || row.cells.back().value != row.cells.front().value;
  }
  if (any && (differs || !in.state.differs)) out.rows.push_back(std::move(row));
}

template <class F>
std::vector<std::optional<Estimate>> values_of(const Input& in, const F& of) {
  std::vector<std::optional<Estimate>> out;
  for (const Pinned& p : in.pinned) out.push_back(of(p));
  return out;
}

Estimate gib_of(const Quantity<Bytes>& q) {
  constexpr double gib = 1073741824.0;
  return {q.estimate.number() / gib, q.low.number() / gib, q.high.number() / gib};
}

std::optional<Estimate> fact(double x) { return x > 0 ? std::optional(Estimate{x, x, x}) : std::nullopt; }

void add_memory_rows(const Input& in, CompareView& out) {
  const auto one = [&](double x) { return fixed(x, 1, in.lang()); };
  const auto device = [&](const Pinned& p) { return accelerator_of(p.report->scenario, in.catalog); };
  add_row(in, out, "memory", in.strings.text("fig.memory"), "GiB", 0,
          values_of(in, [&](const Pinned& p) { return std::optional(gib_of(p.report->memory.need)); }), one);
  add_row(in, out, "usable", in.strings.text("cmp.usable"), "GiB", 1,
          values_of(in, [&](const Pinned& p) { return fact(p.report->memory.usable.number() / 1073741824.0); }), one);
  add_row(in, out, "bandwidth", in.strings.text("cmp.bandwidth"), "TB/s", 1,
          values_of(in,
                    [&](const Pinned& p) {
                      const Accelerator* a = device(p);
                      return a ? fact(a->bandwidth.value / 1e12) : std::nullopt;
                    }),
          [&](double x) { return fixed(x, 2, in.lang()); });
}

void add_bound_row(const Input& in, CompareView& out) {
  CompareRow row{"bound", in.strings.text("cmp.bound"), {}};
  bool differs = false;
  for (const Pinned& p : in.pinned) {
    const PhaseBound* phase = binding_phase(*p.report);
    CompareCell cell;
    cell.value = phase ? in.strings.text("cmp.bound." + std::string(to_string(phase->bound))) : std::string(kDash);
    row.cells.push_back(std::move(cell));
    differs = differs || row.cells.back().value != row.cells.front().value;
  }
  if (differs || !in.state.differs) out.rows.push_back(std::move(row));
}

void ask_which_to_replace(const Input& in, CompareView& out) {
  if (in.state.wants_pin.empty()) return;
  out.full = in.strings.text("cmp.full");
  for (const std::string& pin : in.state.pins) {
    const Accelerator* a = in.catalog.accelerator(device_of_key(pin));
    Action action;
    action.kind = Action::Kind::replace_pin;
    action.text = pin;
    out.replace.push_back({"replace-" + pin, a ? times(short_name(*a), pinned_device_count(pin)) : pin, action, false});
  }
  Action keep;
  keep.kind = Action::Kind::replace_pin;
  out.replace.push_back({"replace-none", in.strings.text("cmp.keep"), keep, false});
}

}  // namespace

CompareView build_compare(const Input& in) {
  CompareView out;
  const std::size_t n = in.pinned.size();
  out.title = in.strings.text("cmp.title", {{"n", std::to_string(n)}});
  out.subtitle = scenario_name(in) + std::string(kDot) + summary_line(in);
  out.intervals = in.state.intervals;
  out.differs = in.state.differs;
  ask_which_to_replace(in, out);
  if (n < 2) out.empty = in.strings.text(n == 0 ? "cmp.two_more" : "cmp.one_more");
  if (n == 0) return out;
  double full = 1;
  for (const Pinned& p : in.pinned) full = std::max(full, memory_scale(*p.report));
  out.bar_label = in.strings.text("cmp.bar");
  out.bar_range = in.strings.text("cmp.bar_range", {{"x", memory(full, in.lang(), 0).joined()}});
  for (const Pinned& p : in.pinned) out.columns.push_back(column(in, p, full));
  out.columns[baseline_of(in)].baseline = true;
  add_memory_rows(in, out);
  std::vector<const Report*> reports;
  for (const Pinned& p : in.pinned) reports.push_back(p.report);
  for (const FigureColumn& c : figure_columns(in, reports))
    add_row(in, out, c.id.c_str(), c.name, c.unit, c.better,
            values_of(in, [&](const Pinned& p) { return c.value(*p.report, in.scenario.goal); }),
            [&](double x) { return c.text(x, in.lang()); });
  add_bound_row(in, out);
  std::vector<std::string> keys;
  for (const Pinned& p : in.pinned) keys.push_back(p.key);
  out.note = h100_note(in, keys);
  return out;
}

}  // namespace gpusel::view
