#include "ui/app/action_json.hpp"

#include "core/json/json.hpp"
#include "ui/view/action_name.hpp"

namespace gpusel::app {

namespace {

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
  action.kind = view::action_kind(name);
  if (action.kind == view::Action::Kind::none) return std::nullopt;
  action.path = text_of(*parsed, "path");
  action.text = text_of(*parsed, "text");
  if (const Value* value = parsed->find("value")) action.value = *value;
  return action;
}

}  // namespace gpusel::app
