// The answer: rank, device, verdict, four figures with their intervals, one sentence that names what binds, and the
// actions.
#include <algorithm>
#include <array>
#include <cmath>

#include "core/plan/rank.hpp"
#include "ui/view/device_name.hpp"
#include "ui/view/figures.hpp"
#include "ui/view/pins.hpp"

namespace gpusel::view {

namespace {

std::string kicker(const Input& in) {
  const Strings& t = in.strings;
  if (in.subject.own) return t.text("answer.own");
  if (in.subject.rejected) return in.selection.ranked.empty() ? t.text("answer.nearest") : t.text("answer.rejected");
  const std::string n = std::to_string(device_rows(in.selection.ranked).size());
  if (in.subject.place > 0)
    return t.text("answer.selected", {{"i", std::to_string(device_place(in.selection, in.subject.place))}, {"n", n}});
  switch (in.scenario.goal.objective) {
    case RankBy::cost:
      return t.text("answer.cheapest", {{"n", n}});
    case RankBy::speed:
      return t.text("answer.fastest", {{"n", n}});
    case RankBy::latency:
      return t.text(in.scenario.task == Task::serve ? "answer.soonest" : "answer.fastest", {{"n", n}});
    case RankBy::energy:
      return t.text("answer.frugal", {{"n", n}});
    case RankBy::balanced:
      return t.text("answer.best", {{"n", n}});
  }
  return {};
}

Figure figure(const Input& in, std::string_view id, std::string_view label_key, const ShownRange& r,
              const Args& args = {}) {
  Figure f;
  f.id = std::string(id);
  f.label = in.strings.text(label_key, args);
  f.value = r.value;
  f.unit = r.unit;
  f.rough = r.rough;
  const std::string high = r.range_unit.empty() ? r.high : r.high + " " + r.range_unit;
  f.interval = in.strings.text("fig.interval", {{"lo", r.low}, {"hi", high}});
  if (r.rough) f.note = in.strings.text("verdict.rough");
  f.why = why_id(*in.subject.report, id);
  return f;
}

Figure unknown(const Input& in, std::string_view id, std::string_view label_key, std::string_view note_key,
               const Args& args = {}) {
  Figure f;
  f.id = std::string(id);
  f.label = in.strings.text(label_key, args);
  f.value = std::string(kDash);
  f.note = in.strings.text(note_key);
  return f;
}

Figure memory_figure(const Input& in) {
  const Report& r = *in.subject.report;
  return figure(in, "memory", count_of(r.scenario) > 1 ? "fig.memory_dev" : "fig.memory",
                memory_range(r.memory.need, in.lang()));
}

std::string paid_note(const Input& in, bool rented) {
  const CostReport& cost = in.subject.report->cost;
  const std::optional<PricedUsd>& price = rented ? cost.usd_per_hour : cost.purchase;
  return in.strings.text(std::string(rented ? "fig.rented" : "fig.owned") + (price && price->own ? "_own" : ""));
}

Figure per_million(const Input& in) {
  const auto q = cost_per_million(*in.subject.report, in.scenario.goal);
  if (!q) return unknown(in, "cost_m", "fig.cost_m", "fig.no_price");
  Figure f = figure(in, "cost_m", "fig.cost_m", money_range(q->estimate.value, q->low.value, q->high.value, in.lang()));
  f.note = paid_note(in, q == in.subject.report->cost.per_million_tokens);
  return f;
}

void train_figures(const Input& in, std::vector<Figure>& out) {
  const Report& r = *in.subject.report;
  const TrainReport& t = *r.train;
  out.push_back(figure(in, "speed", "fig.speed", rate_range(t.tokens_per_second, in.lang())));
  if (!t.run) {
    out.push_back(figure(in, "step", "fig.step", time_range(t.step, in.lang())));
    out.push_back(per_million(in));
    return;
  }
  const Args tokens{{"n", count(in.scenario.train.tokens.value_or(0), in.lang())}};
  out.push_back(figure(in, "run", "fig.run", time_range(*t.run, in.lang()), tokens));
  const auto cost = cost_of_run(r, in.scenario.goal);
  if (!cost) {
    out.push_back(unknown(in, "cost_run", "fig.cost_run", "fig.no_price"));
    return;
  }
  out.push_back(figure(in, "cost_run", "fig.cost_run",
                       money_range(cost->estimate.value, cost->low.value, cost->high.value, in.lang())));
  out.back().note = paid_note(in, cost == r.cost.run);
}

void serve_figures(const Input& in, std::vector<Figure>& out) {
  const ServeReport& s = *in.subject.report->serve;
  out.push_back(figure(in, "ttft", "fig.ttft", time_range(s.ttft, in.lang())));
  out.push_back(figure(in, "tpot", "fig.tpot", time_range(s.tpot, in.lang())));
  out.push_back(per_million(in));
}

// A device no public figure gives the speed of: the places stay, with the reason.
void unknown_figures(const Input& in, std::vector<Figure>& out) {
  const bool serve = in.scenario.task == Task::serve;
  for (const char* key :
       serve ? std::array{"fig.ttft", "fig.tpot", "fig.cost_m"} : std::array{"fig.speed", "fig.step", "fig.cost_m"})
    out.push_back(unknown(in, std::string(key).substr(4), key, "fig.no_speed"));
}

// Best of the ranked in one respect, so that the sentence can say so; smaller `value` is better.
template <class F>
bool is_first_in(const Input& in, F value) {
  const std::optional<double> mine = value(*in.subject.report);
  if (!mine) return false;
  return std::all_of(in.selection.ranked.begin(), in.selection.ranked.end(), [&](const Report& r) {
    const std::optional<double> other = value(r);
    return !other || *other >= *mine * (1 - 1e-9);
  });
}

std::string standing(const Input& in) {
  if (in.subject.rejected || in.subject.place >= in.selection.ranked.size()) return {};
  const Args n{{"n", std::to_string(device_rows(in.selection.ranked).size())}};
  if (in.selection.ranked.size() < 2) return {};
  const auto slowness = [](const Report& r) -> std::optional<double> { return -speed_of(r); };
  const auto cost = [&](const Report& r) { return cost_value(r, in.scenario.goal); };
  const auto energy = [](const Report& r) -> std::optional<double> {
    return r.energy.joules_per_token ? std::optional(r.energy.joules_per_token->estimate.value) : std::nullopt;
  };
  const bool fastest = is_first_in(in, slowness), cheapest = is_first_in(in, cost);
  if (fastest && cheapest) return in.strings.text("reason.both", n);
  if (cheapest) return in.strings.text("reason.cheapest", n);
  if (fastest) return in.strings.text("reason.fastest", n);
  return is_first_in(in, energy) ? in.strings.text("reason.frugal", n) : std::string();
}

// "640 tok/s in all": what the four figures of serving leave out.
std::string throughput(const Input& in) {
  const Report& r = *in.subject.report;
  if (!r.serve) return {};
  return in.strings.text("reason.decode", {{"x", rate(r.serve->decode.estimate.value, in.lang()).joined()},
                                           {"n", std::to_string(r.serve->max_concurrency)}});
}

std::string bound_sentence(const Input& in) {
  const Report& r = *in.subject.report;
  const PhaseBound* phase = binding_phase(r);
  if (!phase) return {};
  if (phase->bound == Bound::compute && phase->peak_flops_per_second > 0)
    return in.strings.text("bound.compute",
                           {{"p", percent(phase->reached_flops_per_second / phase->peak_flops_per_second, in.lang())},
                            {"peak", scaled(phase->peak_flops_per_second, "FLOP/s", in.lang())}});
  switch (phase->bound) {
    case Bound::compute:
      return in.strings.text("bound.compute_plain");
    case Bound::memory_bandwidth:
      return in.strings.text(r.serve ? "bound.decode_bandwidth" : "bound.bandwidth");
    case Bound::network:
      return in.strings.text("bound.network");
    case Bound::latency:
      return in.strings.text("bound.latency");
  }
  return {};
}

// What follows the colon, western or Chinese, of "Compute-bound: 58% of 209 TFLOP/s."; the text keeps the rest.
std::string cut_after_colon(std::string& text) {
  for (const std::string_view colon : {":", "："})
    if (const std::size_t at = text.find(colon); at != std::string::npos) {
      std::string detail = text.substr(at + colon.size());
      text.resize(at + colon.size());
      return detail;
    }
  return {};
}

std::vector<Button> buttons(const Input& in, Fits fits, const std::string& key) {
  std::vector<Button> out;
  const Strings& t = in.strings;
  const Advice* fix = nullptr;
  const std::vector<const Advice*> advice = fits == Fits::yes ? std::vector<const Advice*>() : ordered_advice(in);
  if (in.subject.rejected && in.subject.rejected->nearest_fix)
    fix = &*in.subject.rejected->nearest_fix;
  else if (!advice.empty())
    fix = advice.front();
  if (std::optional<Button> nearest = nearest_change(in))
    out.push_back(std::move(*nearest));
  else if (fix)
    out.push_back({"answer-fix", advice_label(in, *fix, in.subject.report->scenario),
                   advice_action(in, *fix, in.subject.report->scenario), true});
  Action launch;
  launch.kind = Action::Kind::show_option;
  launch.path = "launch";
  launch.text = "first";
  out.push_back({"answer-launch", t.text("act.launch"), launch, out.empty()});
  const bool chosen =
      !in.state.selected.empty() && (in.subject.rejected ? !in.selection.ranked.empty() : in.subject.place > 0);
  if (chosen) {
    Action back;
    back.kind = Action::Kind::select_row;
    out.push_back({"answer-back", t.text("answer.back"), back, false});
  }
  const bool pinned = is_pinned(in.state.pins, key);
  Action pin;
  pin.kind = pinned ? Action::Kind::unpin : Action::Kind::pin;
  pin.text = key;
  out.push_back({"answer-pin", t.text(pinned ? "act.unpin" : "act.pin"), pin, false});
  Action copy;
  copy.kind = Action::Kind::copy_markdown;
  out.push_back({"answer-copy", t.text("act.md"), copy, false});
  return out;
}

std::vector<std::string> notes(const Input& in) {
  std::vector<std::string> out;
  const auto add = [&](const std::vector<Note>& list) {
    for (const Note& n : list) {
      std::string text = note_line(in, n);
      if (std::find(out.begin(), out.end(), text) == out.end()) out.push_back(std::move(text));
    }
  };
  // What ties with the first is said beside the first only.
  const bool first = !in.subject.rejected && in.subject.place == 0;
  std::vector<Note> warnings;
  for (const Note& n : in.selection.warnings)
    if (first || n.code != "tied-with-first") warnings.push_back(n);
  add(warnings);
  add(in.subject.report->scenario.notes);
  add(in.subject.report->warnings);
  add(in.subject.report->assumptions);
  return out;
}

}  // namespace

std::string note_line(const Input& in, const Note& note) {
  return with_short_names(in.catalog, note_text(in.strings, note));
}

AnswerView build_answer(const Input& in) {
  AnswerView out;
  if (!in.state.field_errors.empty()) out.stale = in.strings.text("answer.stale");
  const Report* r = in.subject.report;
  if (!r) {
    out.kicker = in.strings.text("answer.no_device");
    return out;
  }
  out.kicker = kicker(in);
  out.device = device_name(r->scenario, in.catalog, true);
  out.brief = device_name(r->scenario, in.catalog, false);
  out.layout = layout_text(in, *r);
  out.fits = r->fits;
  out.verdict =
      in.subject.rejected && r->fits != Fits::no ? rejected_reason(in, *in.subject.rejected) : verdict_text(in, *r);
  if (in.subject.rejected) out.fits = Fits::no;
  out.figures.push_back(memory_figure(in));
  if (r->train) train_figures(in, out.figures);
  if (r->serve) serve_figures(in, out.figures);
  if (!r->train && !r->serve) unknown_figures(in, out.figures);
  out.reason = join_sentences({standing(in), throughput(in), possible_instead(in)}, in.lang());
  out.reason_strong = bound_sentence(in);
  out.reason_detail = cut_after_colon(out.reason_strong);
  if (!in.subject.rejected && !in.subject.own && in.subject.place > 0)
    out.stepper =
        in.strings.text("answer.selected", {{"i", std::to_string(device_place(in.selection, in.subject.place))},
                                            {"n", std::to_string(device_rows(in.selection.ranked).size())}});
  out.buttons = buttons(in, r->fits, row_key(r->scenario));
  out.notes = notes(in);
  if (std::string h100 = h100_note(in, {row_key(r->scenario)}); !h100.empty())
    out.notes.insert(out.notes.begin(), std::move(h100));
  if (in.reasons && !in.subject.rejected) {
    for (const Note& n : *in.reasons)
      if (!is_turn(n)) out.order.push_back(note_line(in, n));
    if (!out.order.empty())
      out.order_label = in.strings.text(in.subject.place == 0 ? "answer.why_first" : "answer.why_not_first");
  }
  out.notes_label = in.strings.text("answer.notes", {{"n", std::to_string(out.notes.size())}});
  return out;
}

}  // namespace gpusel::view
