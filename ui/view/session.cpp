#include "ui/view/session.hpp"

#include <algorithm>

#include "core/gpusel.hpp"
#include "core/json/json.hpp"
#include "ui/view/device_name.hpp"
#include "ui/view/field_view.hpp"
#include "ui/view/history.hpp"
#include "ui/view/reduce.hpp"

namespace gpusel::view {

struct Session::State {
  const Catalog& catalog;
  Lang lang;
  Scenario scenario;
  Selection selection;
  ViewState state;
  History history;
  Subject subject;
  std::optional<Report> full;  // of the subject: with Why and advice
  std::string full_key;        // row key it belongs to; "" = out of date
  ViewModel view;
  std::string clipboard;
  std::uint64_t revision = 0;

  State(const Catalog& c, Lang l) : catalog(c), lang(l) {}
  const Strings& strings() const { return Strings::of(lang); }
  Input input() const { return {catalog, strings(), scenario, selection, state, subject}; }

  void build() {
    choose_subject();
    view = build_view(input());
    view.can_undo = history.can_undo();
    view.can_redo = history.can_redo();
    view.revision = ++revision;
  }

  // The chosen row while it exists, else the best, else the nearest miss; its full report is computed once.
  void choose_subject() {
    subject = Subject{};
    const Report* row = nullptr;
    const std::string& wanted = state.selected;
    for (std::size_t i = 0; i < selection.ranked.size() && !row; ++i)
      if (!wanted.empty() && row_key(selection.ranked[i].scenario) == wanted)
        row = &selection.ranked[i], subject.place = i;
    for (const Rejected& r : selection.rejected)
      if (!row && !wanted.empty() && row_key(r) == wanted) row = &r.report, subject.rejected = &r;
    if (!row) {
      state.selected.clear();
      if (!selection.ranked.empty())
        row = &selection.ranked.front();
      else if (!selection.rejected.empty())
        row = &selection.rejected.front().report, subject.rejected = &selection.rejected.front();
    }
    if (!row) return;
    const std::string key = subject.rejected ? row_key(*subject.rejected) : row_key(row->scenario);
    if (full_key != key) explain(*row, key);
    subject.report = full ? &*full : row;
  }

  void explain(const Report& row, const std::string& key) {
    full_key = key;
    full.reset();
    if (!row.scenario.hardware) return;
    Scenario one = scenario;
    if (!one.hardware) one.hardware = HardwareSpec{};
    one.hardware->accelerator = row.scenario.hardware->accelerator;
    one.hardware->accelerators = row.scenario.hardware->accelerators;
    one.hardware->count = row.scenario.hardware->count;
    Result<Report> answer = estimate(catalog, one);
    if (!answer) return;
    full = std::move(*answer);
    full->rank = row.rank;
    full->score = row.score;
  }

  // Takes a scenario the core can answer; an Error leaves everything as it is.
  std::optional<Error> take(Scenario next) {
    Result<Selection> answer = select(catalog, next);
    if (!answer) return answer.error();
    scenario = std::move(next);
    selection = std::move(*answer);
    full_key.clear();
    return std::nullopt;
  }

  void refuse(const Action& action, const std::string& message) {
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

  void forget_error(const std::string& path) {
    auto& all = state.field_errors;
    all.erase(std::remove_if(all.begin(), all.end(), [&](const FieldError& e) { return e.path == path; }), all.end());
  }

  void change(const Action& action) {
    state.error.clear();
    const Result<Scenario> next = reduce_scenario(scenario, action, catalog, strings());
    if (!next) {
      const bool worded = action.kind == Action::Kind::set_field || action.kind == Action::Kind::import_model;
      refuse(action, worded ? next.error().message : error_text(strings(), next.error()));
      return;
    }
    const Scenario before = scenario;
    if (*next == before) {
      forget_error(action.path);
      return;
    }
    if (const std::optional<Error> e = take(*next)) {
      refuse(action, error_text(strings(), *e));
      return;
    }
    const bool drag = action.kind == Action::Kind::set_field && action.value.number();
    history.push(before, drag ? action.path : std::string());
    if (action.kind == Action::Kind::set_field)
      forget_error(action.path);
    else
      state.field_errors.clear();
    if (action.kind == Action::Kind::load_scenario) arrive(action.path);
    state.tried = action.kind == Action::Kind::apply_patch ? action.text : std::string();
    state.search.clear();
  }

  // Refused input keeps its typed text; its message is made again in the new language.
  void speak(Lang now) {
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

  // A scenario from elsewhere: nothing is chosen yet; `pins` are the row keys it wants side by side.
  void arrive(std::string_view pins) {
    state.selected.clear();
    if (pins.empty()) return;
    state.pins.clear();
    for (std::size_t at = 0; at < pins.size();) {
      const std::size_t comma = std::min(pins.find(',', at), pins.size());
      state.pins.emplace_back(pins.substr(at, comma - at));
      at = comma + 1;
    }
  }

  void travel(bool back) {
    if (back ? !history.can_undo() : !history.can_redo()) return;
    if (take(back ? history.undo(scenario) : history.redo(scenario))) return;
    state.field_errors.clear();
    state.error.clear();
    state.tried.clear();
  }

  void copy(Action::Kind kind) {
    if (kind == Action::Kind::copy_link) clipboard = view.permalink;
    if (kind == Action::Kind::copy_markdown) clipboard = copy_markdown_text(input(), view.permalink);
    if (kind == Action::Kind::copy_json && subject.report) clipboard = write_report(*subject.report, {false, 2});
  }
};

Session::Session(const Catalog& catalog, std::string_view language, std::string_view permalink)
    : state_(std::make_unique<State>(catalog, language == "zh" ? Lang::zh : Lang::en)) {
  State& s = *state_;
  std::string refused;
  Scenario first = default_scenario(catalog);
  const bool linked = permalink.size() > 1 && permalink != "#";
  if (linked) {
    Result<Scenario> given = read_permalink(permalink, catalog);
    if (given)
      first = std::move(*given);
    else
      refused = error_text(s.strings(), given.error());
  }
  if (std::optional<Error> e = s.take(first)) {
    refused = error_text(s.strings(), *e);
    if (linked) e = s.take(default_scenario(catalog));
    if (e) s.scenario = default_scenario(catalog);
  }
  s.state.error = refused;
  s.build();
}

Session::~Session() = default;
Session::Session(Session&&) noexcept = default;

void Session::dispatch(const Action& action) {
  using K = Action::Kind;
  State& s = *state_;
  switch (action.kind) {
    case K::none:
    case K::set_view:
      return;
    case K::undo:
    case K::redo:
      s.travel(action.kind == K::undo);
      break;
    case K::copy_link:
    case K::copy_markdown:
    case K::copy_json:
      s.copy(action.kind);
      return;
    case K::set_language:
      s.speak(action.text == "zh" ? Lang::zh : Lang::en);
      break;
    default:
      if (changes_scenario(action.kind))
        s.change(action);
      else if (!reduce_state(s.state, action, s.strings()))
        return;
  }
  s.build();
}

const ViewModel& Session::view() const { return state_->view; }

void Session::set_chart_size(double width, double height) {
  State& s = *state_;
  if (width == s.state.chart_width && height == s.state.chart_height) return;
  s.state.chart_width = width;
  s.state.chart_height = height;
  s.build();
}

const Scenario& Session::scenario() const { return state_->scenario; }
const Selection& Session::selection() const { return state_->selection; }
const Report* Session::selected_report() const { return state_->subject.report; }
// With its {arguments} still in place: whoever draws it knows them.
std::string Session::text(std::string_view key) const {
  const std::string* found = state_->strings().find(key);
  return found ? *found : std::string(key);
}

std::string Session::take_clipboard() {
  std::string out = std::move(state_->clipboard);
  state_->clipboard.clear();
  return out;
}

}  // namespace gpusel::view
