// Why a number is what it is: the tree of its terms, flattened; the formula and the same with the numbers put in; where
// its interval and its source come from; the cheapest way down. A why id is a figure, then part keys: "memory",
// "memory/logits", "tpot/...".
#include <algorithm>
#include <cmath>

#include "ui/view/derived_why.hpp"
#include "ui/view/device_name.hpp"
#include "ui/view/figures.hpp"
#include "ui/view/table_columns.hpp"

namespace gpusel::view {

namespace {

struct Root {
  const Why* why = nullptr;
  std::string_view label_key;  // of the figure
  std::string_view quantity;   // report path, for the interval
};

const Why* descend(const Why* node, std::string_view path) {
  while (node && !path.empty()) {
    const std::size_t slash = std::min(path.find('/'), path.size());
    const std::string_view key = path.substr(0, slash);
    const auto at = std::find_if(node->parts.begin(), node->parts.end(), [&](const Why& w) { return w.key == key; });
    node = at == node->parts.end() ? nullptr : &*at;
    path.remove_prefix(std::min(slash + 1, path.size()));
  }
  return node;
}

Root root_of(const Report& r, std::string_view figure) {
  if (figure == "memory") return {&r.memory.why, "fig.memory", "memory.allocated_bytes"};
  if (figure == "device") return {&r.memory.why_device, "mem.device", "memory.device_bytes"};
  if (r.train && figure == "run" && !r.train->why_run.parts.empty())
    return {&r.train->why_run, "why.run", "train.run_seconds"};
  if (r.train && (figure == "speed" || figure == "step" || figure == "run"))
    return {&r.train->why_step, "fig.step", "train.step_seconds"};
  if (r.serve && figure == "ttft") return {&r.serve->why_ttft, "fig.ttft", "serve.ttft_seconds"};
  if (r.serve && figure == "tpot") return {&r.serve->why_tpot, "fig.tpot", "serve.tpot_seconds"};
  if (figure == "cost_run" || figure == "cost_m") return {&r.cost.why, "fig.cost_run", "cost.run_usd"};
  if (figure == "power") return {&r.energy.why, "row.power", "energy.watts"};
  if (figure == "rent") return {descend(&r.cost.why, "cost.rent"), "row.rent", ""};
  if (figure == "price") return {descend(&r.cost.why, "cost.purchase"), "row.price", ""};
  return {};
}

// Names of the figures that derived_why() knows.
std::string_view derived_label(std::string_view figure) {
  if (figure == "decode") return "row.decode";
  if (figure == "prefill") return "row.prefill";
  if (figure == "latency") return "row.latency";
  if (figure == "requests") return "row.requests";
  if (figure == "energy") return "row.energy";
  if (figure == "usable") return "cmp.usable";
  return figure == "bandwidth" ? "cmp.bandwidth" : "";
}

bool empty(const Why& w) { return w.key.empty() && w.parts.empty(); }

// "train.step" under the i18n key "why.train.step"; unknown keys show their last word, so that nothing is blank.
std::string term(const Strings& t, const Why& w) {
  const std::size_t dot = w.key.rfind('.');
  std::string words = dot == std::string::npos ? w.key : w.key.substr(dot + 1);
  std::replace(words.begin(), words.end(), '_', ' ');
  return t.first_of({"why." + w.key, "part." + w.key, dot == std::string::npos ? "" : "part." + w.key.substr(dot + 1)},
                    words);
}

std::string rate_text(double x, std::string_view unit, Lang lang) { return scaled(x, unit, lang); }

std::string value_text(const Why& w, Lang lang) {
  switch (w.unit) {
    case WhyUnit::bytes:
      return std::fabs(w.value) < 10.7e6 ? memory_text(w.value, lang) : memory(w.value, lang, 2).joined();
    case WhyUnit::seconds:
      return w.value < 1 ? significant(w.value * 1000, 3, lang) + " ms" : time_text(w.value, lang);
    case WhyUnit::flops:
      return rate_text(w.value, "FLOP", lang);
    case WhyUnit::flops_per_second:
      return rate_text(w.value, "FLOP/s", lang);
    case WhyUnit::bytes_per_second:
      return rate_text(w.value, "B/s", lang);
    case WhyUnit::tokens_per_second:
      return rate(w.value, lang).joined();
    case WhyUnit::watts:
      return significant(w.value, 3, lang) + " W";
    case WhyUnit::joules:
      return rate_text(w.value, "J", lang);
    case WhyUnit::usd:
      return money(w.value, lang);
    case WhyUnit::usd_per_hour:
      return money(w.value, lang) + (lang == Lang::zh ? "/时" : "/h");
    case WhyUnit::ratio:
      return w.value >= 0 && w.value <= 1 ? percent(w.value, lang) : significant(w.value, 3, lang) + "x";
    case WhyUnit::count:
      return count(w.value, lang);
    case WhyUnit::none:
      return significant(w.value, 4, lang);
  }
  return {};
}

// "part.logits", "logits.elements" and "activations.prefill" belong to a part of the memory bar.
std::string part_of(std::string_view key) {
  if (key.rfind("part.", 0) == 0) key.remove_prefix(5);
  return std::string(key.substr(0, key.find('.')));
}

std::string part_color(const std::string& key) {
  const std::string name = part_of(key);
  const auto& all = names<Part>();
  return std::find(all.begin(), all.end(), name) != all.end() ? "p_" + name : std::string();
}

void flatten(const Input& in, const Why& node, const std::string& path, const std::string& color, int depth,
             std::vector<WhyRow>& out) {
  constexpr int deepest = 4;
  constexpr std::size_t most_rows = 400;
  for (const Why& part : node.parts) {
    if (out.size() >= most_rows) return;
    WhyRow row;
    row.depth = depth;
    row.id = path + "/" + part.key;
    row.label = term(in.strings, part);
    row.formula = part.formula;
    row.numbers = part.numbers;
    row.value = value_text(part, in.lang());
    const std::string own = part_color(part.key);
    row.color = own.empty() ? color : own;
    row.has_parts = !part.parts.empty();
    out.push_back(row);
    if (depth < deepest) flatten(in, part, row.id, row.color, depth + 1, out);
  }
}

std::string first_source(const Why& w) {
  if (!w.source.empty()) return w.source;
  for (const Why& part : w.parts)
    if (std::string s = first_source(part); !s.empty()) return s;
  return {};
}

// The measured rows behind an interval: the calibration's entry with the same spread as the report's.
int rows_behind(const Input& in, std::string_view quantity, double low, double estimate, double high) {
  if (estimate <= 0) return 0;
  for (const Interval& i : in.catalog.calibration.intervals)
    if (i.quantity == quantity && std::fabs(i.spread.low - low / estimate) < 0.005 &&
        std::fabs(i.spread.high - high / estimate) < 0.005)
      return i.rows;
  return 0;
}

struct Ends {
  std::string low, high;
  double l = 0, e = 0, h = 0;
};

Ends ends_of(const Input& in, const Report& r, std::string_view figure) {
  const Lang lang = in.lang();
  const auto seconds = [&](const Quantity<Seconds>& q) {
    const ShownRange s = time_range(q, lang);
    const std::string unit = " " + (s.range_unit.empty() ? s.unit : s.range_unit);
    return Ends{s.low + unit, s.high + unit, q.low.value, q.estimate.value, q.high.value};
  };
  if (figure == "memory") {
    const ShownRange s = memory_range(r.memory.need, lang);
    return {s.low + " GiB", s.high + " GiB", gib(r.memory.need.low), gib(r.memory.need.estimate),
            gib(r.memory.need.high)};
  }
  if (r.train && (figure == "speed" || figure == "step")) return seconds(r.train->step);
  if (r.train && r.train->run && figure == "run") return seconds(*r.train->run);
  if (r.serve && figure == "ttft") return seconds(r.serve->ttft);
  if (r.serve && figure == "tpot") return seconds(r.serve->tpot);
  return {};
}

std::string interval_text(const Input& in, const Report& r, const Root& root, std::string_view figure) {
  const Ends ends = ends_of(in, r, figure);
  if (ends.low.empty()) return {};
  Args args{{"lo", ends.low}, {"hi", ends.high}};
  int rows = rows_behind(in, root.quantity, ends.l, ends.e, ends.h);
  if (rows == 0 && figure == "memory") {
    const Quantity<Bytes>& a = r.memory.allocated;
    rows = rows_behind(in, root.quantity, a.low.number(), a.estimate.number(), a.high.number());
  }
  if (rows > 0) args.emplace_back("n", std::to_string(rows));
  return in.strings.text(rows > 0 ? "why.interval_fitted" : "why.interval_plain", args);
}

const Figure* shown_figure(const AnswerView& answer, std::string_view id) {
  for (const Figure& f : answer.figures)
    if (f.id == id) return &f;
  return nullptr;
}

// The figure itself is titled as the answer shows it, else as Compare does.
std::string total_text(const Input& in, const Report& r, const Why& node, std::string_view id) {
  const AnswerView answer = build_answer(in);
  if (const Figure* f = shown_figure(answer, id)) return f->unit.empty() ? f->value : f->value + " " + f->unit;
  for (const FigureColumn& c : figure_columns(in, {&r}))
    if (const std::optional<Estimate> x = c.id == id ? c.value(r, in.scenario.goal) : std::nullopt)
      return c.text(x->value, in.lang()) + " " + c.unit;
  return value_text(node, in.lang());
}

// The memory figure counts what must fit: allocator slack and the driver's context stand as rows of their own below the
// parts.
void add_device_rows(const Input& in, const Report& r, std::vector<WhyRow>& rows) {
  const Bytes beyond = r.memory.need.estimate - r.memory.allocated.estimate;
  if (beyond.value <= 0) return;
  WhyRow row;
  row.id = "memory/beyond";
  row.label = in.strings.text("why.beyond_allocated");
  row.value = memory(beyond.number(), in.lang(), 2).joined();
  row.color = "p_workspace";
  // Its terms stand here only where they add up to it (what must fit is not always what the driver will show).
  double terms = 0;
  for (const Why& w : r.memory.why_device.parts)
    if (w.key != "memory.allocated") terms += w.value;
  row.has_parts = std::fabs(terms - beyond.number()) < 0.01 * beyond.number();
  rows.push_back(row);
  if (row.has_parts) flatten(in, r.memory.why_device, "memory/beyond", row.color, 1, rows);
}

}  // namespace

std::string why_id(const Report& report, std::string_view figure, std::string_view part) {
  if (part.empty() && !derived_label(figure).empty()) return std::string(figure);
  const Root root = root_of(report, figure);
  if (!root.why || empty(*root.why)) return {};
  if (part.empty()) return std::string(figure);
  for (const Why& w : root.why->parts)
    if (part_of(w.key) == part) return std::string(figure) + "/" + w.key;
  return {};
}

WhyView build_why(const Input& in, std::string_view id) {
  WhyView out;
  out.id = std::string(id);
  const Report* r = in.subject.report;
  if (!r) return out;
  const std::string_view figure = id.substr(0, id.find('/'));
  const std::string_view path = figure.size() < id.size() ? id.substr(figure.size() + 1) : std::string_view();
  Root root = root_of(*r, figure);
  const Why derived = root.why ? Why() : derived_why(in, *r, figure);
  if (!root.why) root = {&derived, derived_label(figure), ""};
  const Why* node = path == "beyond" ? &r->memory.why_device : descend(root.why, path);
  if (!node || (empty(*node))) {
    out.title = in.strings.text("why.unknown");
    return out;
  }
  out.total = total_text(in, *r, *node, id);
  out.title = in.strings.text("why.title", {{"x", out.total}, {"device", device_name(r->scenario, in.catalog, false)}});
  // The term itself leads when it is more than a sum.
  if (!path.empty() || !node->formula.empty() || node->parts.empty()) {
    WhyRow self{0,
                std::string(id),
                path.empty() ? in.strings.text(root.label_key) : term(in.strings, *node),
                node->formula,
                node->numbers,
                value_text(*node, in.lang()),
                part_color(node->key),
                false};
    out.rows.push_back(std::move(self));
  }
  flatten(in, *node, std::string(id), part_color(node->key), 0, out.rows);
  if (figure == "memory" && path.empty()) add_device_rows(in, *r, out.rows);
  if (path.empty()) out.interval_text = interval_text(in, *r, root, figure);
  if (!out.interval_text.empty()) out.interval_title = in.strings.text("why.interval");
  out.source = first_source(*node);
  if (!out.source.empty()) out.source_title = in.strings.text("why.source");
  for (const Advice* a : ordered_advice(in)) {
    if (figure != "memory" || a->memory_delta_bytes >= 0) continue;
    out.cheapest = in.strings.text(
        "why.cheapest", {{"change", advice_label(in, *a, r->scenario)}, {"effect", advice_effect(in, *a, r->fits)}});
    break;
  }
  return out;
}

}  // namespace gpusel::view
