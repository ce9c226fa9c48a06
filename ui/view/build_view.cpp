#include <set>

#include "ui/view/build.hpp"

#include "core/json/json.hpp"
#include "ui/view/device_name.hpp"
#include "ui/view/field_view.hpp"
#include "ui/view/figures.hpp"
#include "ui/view/pins.hpp"

namespace gpusel::view {

namespace {

std::string foot(const Input& in) {
  std::set<std::string> devices;  // a device counts once, whatever its counts
  for (const Report& r : in.selection.ranked) devices.insert(device_of_key(row_key(r.scenario)));
  for (const Rejected& r : in.selection.rejected) devices.insert(r.accelerator);
  const std::size_t n = devices.size();
  if (in.catalog.prices_date.empty()) return in.strings.text("foot.checked_no_prices", {{"n", std::to_string(n)}});
  return in.strings.text("foot.checked", {{"n", std::to_string(n)}, {"date", date(in.catalog.prices_date, in.lang())}});
}

// "RTX 5090 32GB fits, 20.5 of 31.3 GiB, 2,640 tokens per second, 1.14 dollars."
std::string announcement(const Input& in) {
  const Report* r = in.subject.report;
  if (!r) return in.strings.text("answer.no_device");
  const MemoryReport& m = r->memory;
  Args args{{"device", device_name(r->scenario, in.catalog, false)},
            {"verdict", verdict_word(in.strings, in.subject.rejected ? Fits::no : r->fits)},
            {"x", memory(m.need.estimate.number(), in.lang()).value},
            {"usable", memory(m.usable.number(), in.lang()).value},
            {"speed", rate(speed_of(*r), in.lang()).value}};
  if (!r->train && !r->serve) return in.strings.text("live.memory", args);
  const std::optional<double> cost = cost_value(*r, in.scenario.goal);
  if (cost) args.emplace_back("cost", fixed(*cost, money_decimals(*cost), in.lang()));
  return in.strings.text(cost ? "live.answer" : "live.answer_no_price", args);
}

}  // namespace

ChartView chart_named(const Input& in, const char* id, const char* title_key) {
  ChartView out;
  out.id = id;
  out.tab = in.strings.text("chart." + out.id);
  if (title_key) out.title = in.strings.text(title_key);
  return out;
}

// Every tab has its name; what is not shown is not drawn.
std::vector<ChartView> build_charts(const Input& in) {
  struct Tab {
    const char* id;
    ChartView (*build)(const Input&);
  };
  constexpr Tab tabs[] = {{"pareto", build_pareto},
                          {"roofline", build_roofline},
                          {"step", build_step},
                          {"sweep", build_sweep},
                          {"rent", build_rent}};
  std::vector<ChartView> out;
  for (const Tab& tab : tabs) {
    if (std::string_view(tab.id) == "step" && in.scenario.task != Task::train) continue;
    if (in.state.all_charts || in.state.chart == tab.id || in.state.mode == "compare") {
      out.push_back(tab.build(in));
    } else {
      out.push_back(chart_named(in, tab.id));
    }
  }
  return out;
}

std::string scenario_name(const Input& in) {
  const std::string task = task_choice(in.scenario);
  const std::string model = model_name(in.scenario.model, in.catalog);
  if (task == "finetune") return in.strings.text("name." + method_choice(in.scenario), {{"model", model}});
  return in.strings.text("name." + task, {{"model", model}});
}

std::string summary_line(const Input& in) {
  const Scenario& s = in.scenario;
  const auto n = [&](Count c) { return fixed(static_cast<double>(c), 0, in.lang()); };
  if (s.task == Task::train) {
    std::string line =
        in.strings.text("summary.train", {{"seq", n(s.train.sequence_length)}, {"batch", n(s.train.micro_batch)}});
    if (s.train.tokens)
      line += std::string(kDot) + in.strings.text("summary.tokens", {{"n", count(*s.train.tokens, in.lang())}});
    return line;
  }
  const std::string requests = s.serve.concurrency ? n(*s.serve.concurrency) : in.strings.text("field.requests_max");
  return in.strings.text("summary.serve",
                         {{"requests", requests},
                          {"in", n(s.serve.input_tokens)},
                          {"out", n(s.serve.output_tokens)},
                          {"weights", choice_label(in.strings, "weights", to_string(s.serve.weights))}});
}

ViewModel build_view(const Input& in) {
  ViewModel v;
  v.lang = in.lang() == Lang::zh ? "zh" : "en";
  v.theme = in.state.theme;
  v.scenario_name = scenario_name(in);
  v.summary_line = summary_line(in);
  v.needs = build_needs(in);
  v.model = build_model_card(in);
  for (const FieldError& e : in.state.field_errors)
    if (e.path == "model") v.model_error = e.message, v.model.query = e.typed;
  v.answer = build_answer(in);
  v.memory = build_memory(in);
  v.changes = build_changes(in);
  v.table = in.state.mode == "runnable" ? build_runnable(in) : build_table(in);
  v.charts = build_charts(in);
  v.chart = in.state.chart;
  if (!in.state.why.empty()) v.why = build_why(in, in.state.why);
  v.starts = build_starts(in);
  v.search_results = build_search(in);
  v.search_query = in.state.search;
  v.foot = foot(in);
  v.announcement = announcement(in);
  v.error = in.state.error;
  v.permalink = write_permalink(in.scenario, in.catalog);
  v.phone_tab = in.state.phone_tab;
  v.pinned = pin_count(in.state.pins);
  v.mode = in.state.mode;
  v.compare = build_compare(in);
  v.card = build_card(in);
  v.largest = build_largest(in);
  v.launch = build_launch(in);
  v.exports = build_exports(in);
  v.keys = build_keys(in);
  v.letters = in.state.letters;
  v.saved = in.state.saved;
  v.more_open = in.state.more_open;
  return v;
}

}  // namespace gpusel::view
