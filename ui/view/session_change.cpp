// Actions that change the Scenario, and what undo, a link and a language do to the rest.
#include <algorithm>

#include "core/json/json.hpp"
#include "ui/view/field_view.hpp"
#include "ui/view/link_state.hpp"
#include "ui/view/pins.hpp"
#include "ui/view/session_state.hpp"

namespace gpusel::view {

void Session::State::refuse(const Action& action, const std::string& message) {
  if (action.kind != Action::Kind::set_field) {
    state.error = message;
    return;
  }
  const std::string typed = action.value.string()   ? *action.value.string()
                            : action.value.number() ? write_json(action.value)
                                                    : "";
  forget_error(action.path);
  state.field_errors.push_back({action.path, typed, message});
}

void Session::State::forget_error(const std::string& path) {
  auto& all = state.field_errors;
  all.erase(std::remove_if(all.begin(), all.end(), [&](const FieldError& e) { return e.path == path; }), all.end());
}

void Session::State::change(const Action& action) {
  state.error.clear();
  const Result<Scenario> next = reduce_scenario(scenario, action, catalog, strings());
  if (!next) {
    const bool worded = action.kind == Action::Kind::set_field || action.kind == Action::Kind::import_model;
    refuse(action, worded ? next.error().message : error_text(strings(), next.error()));
    return;
  }
  const bool loads = action.kind == Action::Kind::load_scenario;
  Step before{scenario, std::nullopt};
  if (loads) before.look = link_state(state);
  if (*next == before.scenario) {
    forget_error(action.path);
    if (loads) arrive(action.text);
    return;
  }
  if (const std::optional<Error> e = take(*next)) {
    refuse(action, error_text(strings(), *e));
    return;
  }
  if (scenario.task != before.scenario.task) state.columns.clear(), state.where.clear();  // other figures
  const bool drag = action.kind == Action::Kind::set_field && action.value.number();
  history.push(std::move(before), drag ? action.path : std::string());
  if (action.kind == Action::Kind::set_field)
    forget_error(action.path);
  else
    state.field_errors.clear();
  if (loads) arrive(action.text);
  state.tried = action.kind == Action::Kind::apply_patch ? action.text : std::string();
  state.search.clear();
}

bool Session::State::choose_model(const std::string& id) {
  if (state.mode != "runnable" || !runnable) return false;
  const auto row = std::find_if(runnable->begin(), runnable->end(), [&](const Runnable& r) { return r.model == id; });
  if (row == runnable->end()) return false;
  Scenario next = scenario;
  next.model = row->model;
  next.train.method = row->scenario.train.method;
  next.train.weights = row->scenario.train.weights;
  next.train.compute = row->scenario.train.compute;
  next.serve.weights = row->scenario.serve.weights;
  next.serve.kv_cache = scenario.serve.kv_cache ? row->scenario.serve.kv_cache : scenario.serve.kv_cache;
  next.serve.speculative.reset();
  if (next == scenario) return true;
  std::vector<Runnable> same = std::move(*runnable);  // the list does not depend on what is chosen from it
  Step before{scenario, std::nullopt};
  if (const std::optional<Error> e = take(std::move(next)))
    state.error = error_text(strings(), *e);
  else
    history.push(std::move(before));
  runnable = std::move(same);
  state.selected.clear();
  return true;
}

// Refused input keeps its typed text; its message is made again in the new language.
void Session::State::speak(Lang now) {
  lang = now;
  state.error.clear();
  state.tried.clear();
  const std::vector<FieldError> refused = state.field_errors;
  for (const FieldError& e : refused) {
    Action again;
    again.kind = Action::Kind::set_field;
    again.path = e.path;
    again.value = e.typed;
    change(again);
  }
}

// A scenario from elsewhere: nothing is chosen yet. A link also says how it wants to be shown.
void Session::State::arrive(std::string_view link) {
  state.selected.clear();
  if (link.empty() || link.front() == '{') return;
  look(link);
}

void Session::State::look(std::string_view link) {
  const ViewState usual;
  state.mode = usual.mode;
  state.pins = usual.pins;
  state.baseline = usual.baseline;
  state.sort = usual.sort;
  state.descending = usual.descending;
  state.filter = usual.filter;
  state.where = usual.where;
  state.columns = usual.columns;
  state.chart = usual.chart;
  state.sweep_x = usual.sweep_x;
  state.sweep_y = usual.sweep_y;
  read_link_state(link, state);
}

void Session::State::travel(bool back) {
  if (back ? !history.can_undo() : !history.can_redo()) return;
  Step present{scenario, link_state(state)};
  Step step = back ? history.undo(std::move(present)) : history.redo(std::move(present));
  if (take(std::move(step.scenario))) return;
  if (step.look) look(*step.look);
  state.field_errors.clear();
  state.error.clear();
  state.tried.clear();
}

void Session::State::copy(Action::Kind kind) {
  if (kind == Action::Kind::copy_link) clipboard = view.permalink;
  if (kind == Action::Kind::copy_markdown) clipboard = copy_markdown_text(input(), view.permalink);
  if (kind == Action::Kind::copy_launch && view.launch) clipboard = view.launch->text;
  if (kind == Action::Kind::copy_csv) clipboard = table_csv(view.table);
  if (kind == Action::Kind::copy_json && subject.report) clipboard = write_report(*subject.report, {false, 2});
}

}  // namespace gpusel::view
