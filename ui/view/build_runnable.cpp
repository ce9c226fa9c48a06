// What can my GPU run? The ranking turned round: a row a model with the settings that fit, on the device the scenario
// names. Choosing a row takes its model and settings into the scenario.
#include <algorithm>

#include "core/domain/order.hpp"
#include "ui/view/column_filter.hpp"
#include "ui/view/device_name.hpp"
#include "ui/view/field_view.hpp"
#include "ui/view/table_columns.hpp"

namespace gpusel::view {

namespace {

constexpr std::size_t most_rows = 80;  // without a filter; more is a catalogue, not an answer

std::string settings_text(const Input& in, const Scenario& s) {
  if (s.task == Task::serve) return choice_label(in.strings, "weights", to_string(s.serve.weights));
  return in.strings.text("method." + method_choice(s));
}

std::string longest_text(const Input& in, const Runnable& r) {
  return r.longest > 0 ? count(static_cast<double>(r.longest), in.lang()) : std::string(kDash);
}

RowView row_of(const Input& in, const Runnable& r, const std::vector<FigureColumn>& columns, std::size_t place) {
  RowView row = report_row(in, r.report, columns);
  row.key = r.model;
  row.rank = std::to_string(place);
  row.device = model_name(r.model, in.catalog) + std::string(kDot) + settings_text(in, r.scenario);
  row.cells.insert(row.cells.begin(), longest_text(in, r));
  const std::string* present = std::get_if<std::string>(&in.scenario.model);
  row.selected = present && *present == r.model;
  return row;
}

// What is typed under "Longest context": at least that many, unless a sign says otherwise.
Column longest_head(const Input& in) {
  Column out{"longest", in.strings.text(in.scenario.task == Task::serve ? "run.context" : "run.sequence"), true};
  out.filter_hint = ">";
  out.filter = typed_under(in, out.id);
  out.filter_bad = !out.filter.empty() && !read_column_filter(out.filter, 1, 1);
  return out;
}

bool passes_longest(const Input& in, const Runnable& r) {
  const std::string typed = typed_under(in, "longest");
  const std::optional<ColumnFilter> filter = typed.empty() ? std::nullopt : read_column_filter(typed, 1, 1);
  return !filter || filter->passes(static_cast<double>(r.longest));
}

double sorted_value(const Input& in, const Runnable& r, const std::vector<FigureColumn>& columns) {
  if (in.state.sort == "longest") return static_cast<double>(r.longest);
  for (const FigureColumn& c : columns)
    if (c.id == in.state.sort)
      if (const auto x = c.value(r.report, in.scenario.goal)) return x->value;
  return 0;
}

std::vector<const Runnable*> ordered(const Input& in, const std::vector<FigureColumn>& columns) {
  std::vector<const Runnable*> out;
  for (const Runnable& r : *in.runnable)
    if (passes_filter(in, model_name(r.model, in.catalog) + " " + r.model) && passes_longest(in, r) &&
        passes_columns(in, r.report, columns))
      out.push_back(&r);
  if (in.state.sort.empty()) return out;
  const auto less = [&](const Runnable* a, const Runnable* b) {
    if (in.state.sort == "device") return model_name(a->model, in.catalog) < model_name(b->model, in.catalog);
    return sorted_value(in, *a, columns) < sorted_value(in, *b, columns);
  };
  sort_stably(out.begin(), out.end(),
              [&](const Runnable* a, const Runnable* b) { return in.state.descending ? less(b, a) : less(a, b); });
  return out;
}

}  // namespace

TableView build_runnable(const Input& in) {
  TableView out;
  out.pinnable = false;
  const Accelerator* a = accelerator_of(in.scenario, in.catalog);
  const std::string device = a ? times(short_name(*a), count_of(in.scenario)) : std::string();
  out.title = in.strings.text("run.title", {{"device", device}});
  if (!in.runnable) return out;
  out.count = in.strings.text(
      "run.count", {{"a", std::to_string(in.runnable->size())}, {"n", std::to_string(in.catalog.models.size())}});
  const bool serve = in.scenario.task == Task::serve;
  out.columns = {{"rank", "#", true},
                 {"device", in.strings.text("run.model"), false},
                 head_of(in, memory_column(in, false)),
                 longest_head(in)};
  out.filter_help = in.strings.text("tbl.filter_help");
  std::vector<const Report*> all;
  for (const Runnable& r : *in.runnable) all.push_back(&r.report);
  std::vector<FigureColumn> columns;
  for (FigureColumn& c : figure_columns(in, all))
    if (c.id == "ttft" || c.id == "tpot" || c.id == "decode" || c.id == "speed" || c.id == "run" || c.id == "step" ||
        (!serve && c.id == "energy"))
      columns.push_back(std::move(c));
  for (const FigureColumn& c : columns) out.columns.push_back(head_of(in, c));
  std::vector<FigureColumn> known = columns;
  known.push_back(memory_column(in, false));
  const std::vector<const Runnable*> rows = ordered(in, known);
  std::size_t place = 0;
  for (const Runnable* r : rows) {
    if (++place > most_rows && !in.state.all_rejected) break;
    out.rows.push_back(row_of(in, *r, columns, place));
  }
  if (rows.size() > most_rows) {
    out.rejected_title = in.strings.text("run.more", {{"n", std::to_string(rows.size() - most_rows)}});
    out.show_all = in.strings.text(in.state.all_rejected ? "tbl.show_few" : "tbl.all");
    if (in.state.all_rejected) out.rejected_title.clear();
  }
  out.all_rejected_shown = in.state.all_rejected;
  out.sorted_by = in.state.sort;
  out.descending = in.state.descending;
  out.filter = in.state.filter;
  if (out.rows.empty()) out.empty = in.strings.text(in.runnable->empty() ? "run.nothing" : "tbl.none");
  return out;
}

}  // namespace gpusel::view
