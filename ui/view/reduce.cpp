#include "ui/view/reduce.hpp"

#include <algorithm>
#include <cctype>

#include "core/catalog/search.hpp"
#include "core/json/json.hpp"
#include "ui/view/field_view.hpp"
#include "ui/view/pins.hpp"

namespace gpusel::view {

namespace {

Result<Scenario> patched(const Scenario& present, const Value& patch, const Catalog& catalog) {
  return read_scenario(merge_patch(scenario_value(present), patch), catalog);
}

// The other task's settings stand by, so that a look at serving does not cost someone the training they described.
Result<Scenario> to_task(const Scenario& present, std::string_view choice, const Catalog& catalog) {
  Scenario base = present;
  base.task = choice == "serve" ? Task::serve : Task::train;
  Result<Scenario> next = patched(base, task_patch(choice, present), catalog);
  if (!next) return next;
  if (base.task == Task::serve)
    next->train = present.train;
  else
    next->serve = present.serve;
  return next;
}

bool same_name(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) {
    return std::tolower(static_cast<unsigned char>(x)) == std::tolower(static_cast<unsigned char>(y));
  });
}

// A display name or nickname typed in full stands for its id; anything else goes to the core as it is, which names the
// nearest.
Value resolved_name(const Field& field, const Value& value, const Catalog& catalog) {
  const std::string* text = value.string();
  if (!text) return value;
  const bool model = field.type == FieldType::model;
  if (model ? catalog.model(*text) != nullptr : catalog.accelerator(*text) != nullptr) return value;
  for (const Found& f : search(catalog, *text, 20)) {
    if ((f.kind == Found::Kind::model) != model) continue;
    const std::string& id = model ? catalog.models[f.index].id : catalog.accelerators[f.index].id;
    const std::string& name = model ? catalog.models[f.index].name : catalog.accelerators[f.index].name;
    const std::vector<std::string>& aliases =
        model ? catalog.models[f.index].aliases : catalog.accelerators[f.index].aliases;
    const bool alias =
        std::any_of(aliases.begin(), aliases.end(), [&](const std::string& a) { return same_name(a, *text); });
    if (same_name(id, *text) || same_name(name, *text) || alias) return Value(id);
  }
  return value;
}

// A hardware block with nothing in it would still be a filter.
Scenario without_empty_hardware(Scenario s) {
  if (s.hardware && *s.hardware == HardwareSpec{}) s.hardware.reset();
  return s;
}

Result<Scenario> set(const Scenario& present, const Action& action, const Catalog& catalog, const Strings& strings) {
  if (const std::string* choice = action.value.string()) {
    if (action.path == "task" && (*choice == "finetune" || *choice == "pretrain" || *choice == "serve"))
      return to_task(present, *choice, catalog);
    if (action.path == "train.method" && *choice == "qlora")
      return patched(present, method_patch(*choice, present), catalog);
    if (action.path == "train.method" && parse_enum<Method>(*choice))
      return patched(present, method_patch(*choice, present), catalog);
  }
  const Field* field = find_field(action.path);
  if (!field) return Error{"unknown-field", action.path, action.path, {}};
  Value value = action.value.string() ? typed_value(*field, *action.value.string()) : action.value;
  if (field->type == FieldType::model || field->type == FieldType::accelerator)
    value = resolved_name(*field, value, catalog);
  Result<Scenario> next = set_field(present, action.path, value, catalog);
  if (!next) {
    Error e = next.error();
    e.message = field_error_text(strings, *field, e);
    return e;
  }
  // One device asked for by name: the blocks of unequal devices do not stand beside it, and without a name no block
  // stands at all.
  Scenario s = std::move(*next);
  if (action.path == "hardware.accelerator" && value.is_null()) s.hardware.reset();
  return without_empty_hardware(std::move(s));
}

Result<Scenario> import(const Scenario& present, const Action& action, const Strings& strings) {
  Result<Model> model = import_model(action.text, action.path);
  if (!model) {
    Error e = model.error();
    e.message = e.code == "syntax" || e.code == "unknown-format" ? strings.text("err.import") : error_text(strings, e);
    return e;
  }
  Scenario next = present;
  next.model = std::move(*model);
  return next;
}

Scenario reset(const Scenario& present) {
  Scenario next = baseline(present);
  next.train.objective = present.train.objective;
  next.goal = present.goal;
  next.hardware = present.hardware;
  next.serve = present.task == Task::serve ? ServeSpec{} : present.serve;
  if (present.task == Task::serve) next.train = present.train;
  return next;
}

void sort_by(ViewState& state, const std::string& column) {
  const bool big_first =
      column == "speed" || column == "decode" || column == "prefill" || column == "requests" || column == "longest";
  if (column == "rank" || column.empty()) {
    state.sort.clear();
  } else if (state.sort != column) {
    state.sort = column;
    state.descending = big_first;
  } else if (state.descending == big_first) {
    state.descending = !big_first;
  } else {
    state.sort.clear();
  }
  if (state.sort.empty()) state.descending = false;
}

void show(ViewState& state, const Action& action) {
  const bool* on = action.value.boolean();
  if (action.path == "compare.intervals") state.intervals = on ? *on : !state.intervals;
  if (action.path == "compare.differs") state.differs = on ? *on : !state.differs;
  if (action.path == "letters") state.letters = on ? *on : !state.letters;
  if (action.path == "launch") state.launch = action.text;
  if (action.path == "sweep.x") state.sweep_x = action.text;
  if (action.path == "sweep.y") state.sweep_y = action.text;
}

// One of the six makes room for the seventh, in its place.
void replace_pin(ViewState& state, const std::string& key) {
  const auto at = std::find(state.pins.begin(), state.pins.end(), key);
  if (!key.empty() && at != state.pins.end() && !state.wants_pin.empty()) *at = state.wants_pin;
  state.wants_pin.clear();
}

void keep_saved(ViewState& state, const Value& list) {
  state.saved.clear();
  if (!list.array()) return;
  for (const Value& one : *list.array()) {
    const Value *name = one.find("name"), *link = one.find("link");
    if (name && link && name->string() && link->string()) state.saved.push_back({*link->string(), *name->string()});
  }
}

void filter_by(ViewState& state, const Action& action) {
  if (action.path.empty()) {
    state.filter = action.text;
    return;
  }
  auto& all = state.where;
  all.erase(std::remove_if(all.begin(), all.end(), [&](const Choice& c) { return c.value == action.path; }), all.end());
  if (!action.text.empty()) all.push_back({action.path, action.text});
}

void choose_columns(ViewState& state, const std::string& list) {
  state.columns.clear();
  for (std::size_t at = 0; at < list.size();) {
    const std::size_t comma = std::min(list.find(',', at), list.size());
    state.columns.push_back(list.substr(at, comma - at));
    at = comma + 1;
  }
}

}  // namespace

Scenario default_scenario(const Catalog& catalog) {
  Scenario s;
  const char* llama = "meta-llama/Meta-Llama-3-8B";
  s.model = catalog.model(llama) || catalog.models.empty() ? std::string(llama) : catalog.models.front().id;
  s.train.tokens = 20e6;
  s.goal.max_purchase_usd = 2000;
  s.goal.max_count = 1;
  return s;
}

bool changes_scenario(Action::Kind kind) {
  using K = Action::Kind;
  return kind == K::set_field || kind == K::reset_fields || kind == K::apply_patch || kind == K::load_scenario ||
         kind == K::import_model;
}

Result<Scenario> reduce_scenario(const Scenario& present, const Action& action, const Catalog& catalog,
                                 const Strings& strings) {
  switch (action.kind) {
    case Action::Kind::set_field:
      return set(present, action, catalog, strings);
    case Action::Kind::reset_fields:
      return reset(present);
    case Action::Kind::import_model:
      return import(present, action, strings);
    case Action::Kind::apply_patch: {
      Result<Scenario> next = patched(present, action.value, catalog);
      return next ? Result<Scenario>(without_empty_hardware(std::move(*next))) : next;
    }
    case Action::Kind::load_scenario: {
      const std::size_t first = action.text.find_first_not_of(" \t\r\n");
      const bool json = first != std::string::npos && action.text[first] == '{';
      return json ? read_scenario(std::string_view(action.text), catalog) : read_permalink(action.text, catalog);
    }
    default:
      return present;
  }
}

bool reduce_state(ViewState& state, const Action& action) {
  // How the page looks and what it keeps have nothing to do with what was refused: the message stays.
  const bool of_the_page = action.kind == Action::Kind::set_theme || action.kind == Action::Kind::set_phone_tab ||
                           action.kind == Action::Kind::set_saved || action.path == "letters";
  if (!of_the_page) state.error.clear();
  switch (action.kind) {
    case Action::Kind::select_row:
      state.selected = action.text;
      return true;
    case Action::Kind::pin:
      if (!add_pin(state.pins, action.text)) state.wants_pin = action.text;
      return true;
    case Action::Kind::unpin:
      remove_pin(state.pins, action.text);
      return true;
    case Action::Kind::replace_pin:
      replace_pin(state, action.text);
      return true;
    case Action::Kind::set_mode:
      if (state.mode != action.text) state.sort.clear(), state.filter.clear(), state.where.clear();
      state.mode = action.text;
      return true;
    case Action::Kind::compare_with:
      state.baseline = action.text;
      return true;
    case Action::Kind::show_option:
      show(state, action);
      return true;
    case Action::Kind::set_columns:
      choose_columns(state, action.text);
      return true;
    case Action::Kind::set_saved:
      keep_saved(state, action.value);
      return true;
    case Action::Kind::my_card:
      state.adapter = action.text.substr(0, 200);
      return true;
    case Action::Kind::sort:
      sort_by(state, action.text);
      return true;
    case Action::Kind::filter:
      filter_by(state, action);
      return true;
    case Action::Kind::show_rejected:
      state.all_rejected = action.value.boolean() ? *action.value.boolean() : !state.all_rejected;
      return true;
    case Action::Kind::toggle_more:
      state.more_open = !state.more_open;
      return true;
    case Action::Kind::open_why:
      if (!action.path.empty()) state.selected = action.path;
      state.why = action.text;
      return true;
    case Action::Kind::close_why:
      state.why.clear();
      return true;
    case Action::Kind::search:
      state.search = action.text;
      return true;
    case Action::Kind::chart_tab:
      state.chart = action.text;
      return true;
    case Action::Kind::set_theme:
      state.theme = action.text;
      return true;
    case Action::Kind::set_phone_tab:
      state.phone_tab = action.text;
      return true;
    default:
      return false;
  }
}

}  // namespace gpusel::view
