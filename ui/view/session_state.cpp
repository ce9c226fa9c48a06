#include "ui/view/session_state.hpp"

#include <algorithm>

#include "core/gpusel.hpp"
#include "core/plan/plan.hpp"
#include "core/plan/rank.hpp"
#include "core/plan/verdict.hpp"
#include "ui/view/device_name.hpp"
#include "ui/view/link_state.hpp"
#include "ui/view/pins.hpp"

namespace gpusel::view {

namespace {

bool names_device(const Scenario& s) { return s.hardware && s.hardware->accelerator; }

// The question every device is asked where the scenario names one: without that device and how many of it stand where.
Scenario asked_of_all(Scenario s) {
  if (!names_device(s)) return s;
  HardwareSpec open;
  open.offload = s.hardware->offload;
  s.hardware.reset();
  if (!(open == HardwareSpec{})) s.hardware = open;
  return s;
}

Scenario on_device(Scenario s, const std::string& id, Count count) {
  if (!s.hardware) s.hardware.emplace();
  s.hardware->accelerator = id;
  s.hardware->count = count;
  return s;
}

// Why an estimate is out, if it is.
std::optional<Rejected> verdict_on(const Catalog& catalog, const GoalSpec& goal, const Report& r) {
  const Accelerator* a = accelerator_of(r.scenario, catalog);
  if (!a) return std::nullopt;
  if (r.fits == Fits::no) return reject_memory(*a, r);
  if (const std::optional<BrokenLimit> broken = broken_limit(goal, r)) return reject_limit(*a, r, *broken);
  return std::nullopt;
}

}  // namespace

Input Session::State::input() const {
  Input in{catalog, strings(), scenario, selection, state, subject};
  for (std::size_t slot = 0; slot < state.pins.size(); ++slot) {
    const std::string& key = state.pins[slot];
    Pinned pin{key, static_cast<int>(slot), nullptr, nullptr};
    for (const Report& r : selection.ranked)
      if (!key.empty() && row_key(r.scenario) == key) pin.report = &r;
    for (const Rejected& r : selection.rejected)
      if (!key.empty() && !pin.report && row_key(r) == key) pin.report = &r.report, pin.rejected = &r;
    if (const auto at = others.find(key); !pin.report && at != others.end()) {
      pin.report = &at->second.report;
      if (at->second.rejected) pin.rejected = &*at->second.rejected;
    }
    if (pin.report) in.pinned.push_back(pin);
  }
  in.sweep = sweep ? &*sweep : nullptr;
  in.reasons = &reasons;
  in.runnable = runnable ? &*runnable : nullptr;
  in.largest = largest ? &*largest : nullptr;
  return in;
}

void Session::State::build() {
  choose_subject();
  look_up_pins();
  compare_with_first();
  look_up_largest();
  sweep_if_shown();
  if (state.mode == "runnable" && !runnable && names_device(scenario)) {
    Result<std::vector<Runnable>> rows = gpusel::runnable(catalog, scenario);
    if (rows) runnable = std::move(*rows);
  }
  view = build_view(input());
  view.permalink += link_state(state);
  view.can_undo = history.can_undo();
  view.can_redo = history.can_redo();
  view.revision = ++revision;
}

void Session::State::sweep_if_shown() {
  const bool shown = state.all_charts || state.chart == "sweep" || state.mode == "compare";
  if (shown && !sweep) sweep = make_sweep(input());
}

void Session::State::lay_out_charts() {
  sweep_if_shown();
  view.charts = build_charts(input());
  view.revision = ++revision;
}

// Searching them takes longer than all the rest of the view.
void Session::State::look_up_largest() {
  std::string of = subject.report ? row_key(subject.report->scenario) + (subject.own ? "!" : "") : std::string();
  if (largest && largest_of == of) return;
  largest = find_largest(input());
  largest_of = std::move(of);
}

bool Session::State::choose_row(const std::string& key) {
  if (key.empty()) return false;
  for (std::size_t i = 0; i < selection.ranked.size(); ++i) {
    if (row_key(selection.ranked[i].scenario) != key) continue;
    subject.report = &selection.ranked[i], subject.place = i;
    return true;
  }
  for (const Rejected& r : selection.rejected) {
    if (row_key(r) != key) continue;
    subject.report = &r.report, subject.rejected = &r;
    return true;
  }
  return false;
}

// The chosen row while it exists, else the device the scenario names, else the best, else the nearest miss; its full
// report is computed once.
void Session::State::choose_subject() {
  subject = Subject{};
  if (!choose_row(state.selected)) {
    state.selected.clear();
    if (own) {
      choose_row(row_key(own->scenario));  // its place in the ranking
      subject.own = true;
      subject.report = &*own;
      subject.rejected = own_rejected ? &*own_rejected : nullptr;
      if (subject.rejected || !(subject.place < selection.ranked.size()) ||
          row_key(selection.ranked[subject.place].scenario) != row_key(own->scenario))
        subject.place = static_cast<std::size_t>(-1);
      return;
    }
    if (!selection.ranked.empty())
      subject.report = &selection.ranked.front();
    else if (!selection.rejected.empty())
      subject.report = &selection.rejected.front().report, subject.rejected = &selection.rejected.front();
  }
  if (!subject.report) return;
  const std::string key = subject.rejected ? row_key(*subject.rejected) : row_key(subject.report->scenario);
  if (full_key != key) explain(*subject.report, key);
  if (full) subject.report = &*full;
}

void Session::State::explain(const Report& row, const std::string& key) {
  full_key = key;
  full.reset();
  if (!row.scenario.hardware) return;
  Scenario one = asked_of_all(scenario);
  if (!one.hardware) one.hardware.emplace();
  one.hardware->accelerator = row.scenario.hardware->accelerator;
  one.hardware->accelerators = row.scenario.hardware->accelerators;
  one.hardware->count = row.scenario.hardware->count;
  if (scenario.serve.engine) {  // the planner may have replaced it
    one.serve.engine = row.scenario.serve.engine;
    one.serve.memory_utilization = row.scenario.serve.memory_utilization;
  }
  Result<Report> answer = estimate(catalog, one);
  if (!answer) return;
  full = std::move(*answer);
  full->rank = row.rank;
  full->score = row.score;
}

// A pinned device keeps its column although the ranking has another count of it, or none.
void Session::State::look_up_pins() {
  for (const std::string& key : state.pins) {
    const std::size_t slash = key.rfind('/');
    if (slash == std::string::npos || others.count(key) != 0) continue;
    const auto same = [&](const auto& r) { return row_key(r) == key; };
    const auto ranked = [&](const Report& r) { return row_key(r.scenario) == key; };
    if (std::any_of(selection.ranked.begin(), selection.ranked.end(), ranked) ||
        std::any_of(selection.rejected.begin(), selection.rejected.end(), same))
      continue;
    const Count count = pinned_device_count(key);
    if (count < 1 || !catalog.accelerator(key.substr(0, slash))) continue;
    Result<Report> r =
        estimate(catalog, on_device(asked_of_all(scenario), key.substr(0, slash), count), {false, false});
    if (!r) continue;
    std::optional<Rejected> no = verdict_on(catalog, scenario.goal, *r);
    others.emplace(key, Judged{std::move(*r), std::move(no)});
  }
}

// The first against the next device; another ranked device against the first. Another count of the first is no rival.
void Session::State::compare_with_first() {
  const std::vector<DeviceRow> rows = device_rows(selection.ranked);
  const bool ranked = !subject.rejected && subject.report && subject.place < selection.ranked.size();
  std::size_t rival = 0;
  if (ranked && rows.size() > 1) {
    const std::string device = device_of_key(row_key(selection.ranked[subject.place].scenario));
    rival = device == device_of_key(row_key(selection.ranked[0].scenario)) ? rows[1].index : subject.place;
  }
  const std::string key = rival ? row_key(selection.ranked[rival].scenario) : std::string();
  if (key == reasons_of) return;
  reasons_of = key;
  reasons.clear();
  if (rival) reasons = gpusel::reasons(catalog, selection.scenario, selection.ranked[0], selection.ranked[rival]);
}

// The scenario's own device against its limits: the ranking may hold another count of it.
std::optional<Error> Session::State::judge_own() {
  own.reset();
  own_rejected.reset();
  if (!names_device(scenario)) return std::nullopt;
  Result<Report> answer = estimate(catalog, scenario);
  if (!answer) return answer.error();
  own = std::move(*answer);
  own_rejected = verdict_on(catalog, scenario.goal, *own);
  return std::nullopt;
}

std::optional<Error> Session::State::take(Scenario next) {
  Result<Selection> answer = select(catalog, asked_of_all(next));
  if (!answer) return answer.error();
  std::swap(scenario, next);
  if (std::optional<Error> e = judge_own()) {
    scenario = std::move(next);
    judge_own();
    return e;
  }
  selection = std::move(*answer);
  full_key.clear();
  others.clear();
  reasons_of.clear();
  reasons.clear();
  sweep.reset();
  runnable.reset();
  largest.reset();
  if (!names_device(scenario) && state.mode == "runnable") state.mode.clear();
  return std::nullopt;
}

}  // namespace gpusel::view
