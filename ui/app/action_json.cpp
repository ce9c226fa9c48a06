#include "ui/app/action_json.hpp"

#include <array>

#include "core/json/json.hpp"

namespace gpusel::app {

namespace {

using Kind = view::Action::Kind;

// In the order of the enum; a static_assert below keeps the two in step.
constexpr std::array<std::string_view, 26> kinds = {
    "none",          "set_field",  "reset_fields", "apply_patch",   "load_scenario", "import_model", "undo",
    "redo",          "select_row", "pin",          "unpin",         "sort",          "filter",       "show_rejected",
    "toggle_more",   "open_why",   "close_why",    "search",        "chart_tab",     "set_language", "set_theme",
    "set_phone_tab", "set_view",   "copy_link",    "copy_markdown", "copy_json"};
static_assert(static_cast<int>(Kind::copy_json) == 25 && static_cast<int>(Kind::toggle_more) == 14);

std::string text_of(const Value& object, std::string_view key) {
  const Value* member = object.find(key);
  return member && member->string() ? *member->string() : std::string();
}

}  // namespace

std::optional<view::Action> read_action(std::string_view json) {
  const Result<Value> parsed = parse_json(json);
  if (!parsed || !parsed->object()) return std::nullopt;
  const std::string name = text_of(*parsed, "kind");
  view::Action action;
  for (std::size_t i = 0; i < kinds.size(); ++i)
    if (!name.empty() && kinds[i] == name) action.kind = static_cast<Kind>(i);
  if (action.kind == Kind::none) return std::nullopt;
  action.path = text_of(*parsed, "path");
  action.text = text_of(*parsed, "text");
  if (const Value* value = parsed->find("value")) action.value = *value;
  return action;
}

}  // namespace gpusel::app
