#include "core/catalog/search.hpp"
#include "core/json/check.hpp"
#include "core/json/json.hpp"
#include "core/json/text.hpp"
#include "core/json/value_path.hpp"

namespace gpusel {
namespace {

bool starts_with_block(std::string_view path, std::string_view block) {
  return path.size() > block.size() + 1 && path.substr(0, block.size()) == block && path[block.size()] == '.';
}

bool is_block(std::string_view path) {
  for (const Field& f : fields())
    if (starts_with_block(f.path, path)) return true;
  return false;
}

class Reader {
 public:
  explicit Reader(const Catalog& catalog) : catalog_(catalog) {}

  // Empty where all went well.
  std::optional<Error> block(const Value& object, const std::string& path) {
    if (!object.object())
      return Error{"wrong-type",
                   pointer_of(path),
                   (path.empty() ? std::string("a scenario") : path) + " must be an object",
                   {{"field", path}}};
    if (path == "hardware" && !scenario.hardware) scenario.hardware.emplace();
    for (const auto& [key, value] : *object.object())
      if (auto error = member(path, key, value)) return error;
    return std::nullopt;
  }

  Scenario scenario;

 private:
  std::optional<Error> member(const std::string& block_path, const std::string& key, const Value& value) {
    const std::string path = block_path.empty() ? key : block_path + "." + key;
    const bool plain = key.find('.') == std::string::npos;
    if (const Field* field = plain ? find_field(path) : nullptr) {
      if (auto error = check_value(*field, value, catalog_)) return error;
      if (!value.is_null()) field->set(scenario, value);
      return std::nullopt;
    }
    if (plain && is_block(path)) return value.is_null() ? std::nullopt : block(value, path);
    unknown(block_path, key);
    return std::nullopt;
  }

  void unknown(const std::string& block_path, const std::string& key) {
    const std::string near = nearest_field(block_path, key);
    std::string message =
        "unknown field \"" + key + "\"" + (block_path.empty() ? "" : " in " + block_path) + " is ignored";
    if (!near.empty()) message += "; the nearest is \"" + near + "\"";
    scenario.notes.push_back({"unknown-field",
                              std::move(message),
                              pointer_of(block_path) + "/" + pointer_token(key),
                              {{"field", key}, {"nearest", near}}});
  }

  const Catalog& catalog_;
};

Error missing(std::string_view path, const std::string& what) {
  return {"missing", pointer_of(path), std::string(path) + " is required: " + what, {{"field", std::string(path)}}};
}

bool belongs(const Scenario& s, std::string_view path) {
  const std::string_view other = s.task == Task::train ? "serve" : "train";
  if (starts_with_block(path, other)) return false;
  return path != "hardware.count" || !s.hardware || s.hardware->accelerators.empty();
}

}  // namespace

std::string nearest_field(std::string_view block, std::string_view name) {
  std::vector<std::string_view> siblings;
  for (const Field& f : fields()) {
    if (!block.empty() && !starts_with_block(f.path, block)) continue;
    std::string_view rest = block.empty() ? f.path : f.path.substr(block.size() + 1);
    rest = rest.substr(0, rest.find('.'));
    if (siblings.empty() || siblings.back() != rest) siblings.push_back(rest);
  }
  const std::string near = nearest(name, siblings);
  if (!near.empty()) return block.empty() ? near : std::string(block) + "." + near;
  // The right name in the wrong block: "rank" beside "lora" is train.lora.rank.
  for (const Field& f : fields())
    if (f.path.substr(f.path.rfind('.') + 1) == name) return std::string(f.path);
  return "";
}

Result<Scenario> read_scenario(const Value& value, const Catalog& catalog) {
  Reader reader(catalog);
  if (auto error = reader.block(value, "")) return *error;
  if (!value.find("model")) return missing("model", "a catalogue id, or an object with a config.json's keys");
  if (!value.find("task")) return missing("task", "train or serve");
  if (auto error = check_scenario(reader.scenario, catalog)) return *error;
  return std::move(reader.scenario);
}

Result<Scenario> read_scenario(std::string_view text, const Catalog& catalog) {
  const Result<Value> value = parse_json(text);
  if (!value) return value.error();
  return read_scenario(*value, catalog);
}

Value scenario_value(const Scenario& scenario) {
  Value out(Value::Object{});
  for (const Field& f : fields()) {
    if (!belongs(scenario, f.path)) continue;
    Value v = f.get(scenario);
    const bool empty_list = v.array() && v.array()->empty();
    if (!v.is_null() && !empty_list) set_path(out, f.path, std::move(v));
  }
  return out;
}

std::string write_scenario(const Scenario& scenario, int indent) {
  return write_json(scenario_value(scenario), indent);
}

Result<Scenario> set_field(const Scenario& scenario, std::string_view path, const Value& value,
                           const Catalog& catalog) {
  const Field* field = find_field(path);
  if (!field) {
    const std::size_t dot = path.rfind('.');
    const std::string_view block = dot == std::string_view::npos ? std::string_view() : path.substr(0, dot);
    const std::string near = nearest_field(block, dot == std::string_view::npos ? path : path.substr(dot + 1));
    std::string message = "no field \"" + std::string(path) + "\"";
    if (!near.empty()) message += "; the nearest is \"" + near + "\"";
    return Error{
        "unknown-field", pointer_of(path), std::move(message), {{"field", std::string(path)}, {"nearest", near}}};
  }
  if (auto error = check_value(*field, value, catalog)) return *error;
  if (value.is_null() && (path == "model" || path == "task")) return missing(path, expected(*field));
  Scenario changed = scenario;
  field->set(changed, value);
  if (auto error = check_scenario(changed, catalog)) return *error;
  return changed;
}

Result<Value> field_from_text(const Field& field, std::string_view text) {
  const std::string word(text);
  const bool json = !text.empty() && (text[0] == '{' || text[0] == '[');
  if (json) return parse_json(text);
  if (text == "null" || text.empty()) return Value();
  if (field.type == FieldType::boolean && (word == "true" || word == "false")) return Value(word == "true");
  const bool numeric =
      field.type == FieldType::integer || field.type == FieldType::number || field.type == FieldType::choice;
  if (numeric && field.high > field.low)
    if (const auto x = parse_number(text)) return Value(*x);
  if (field.type != FieldType::names) return Value(word);
  if (!field.choices.empty() && field.path == "train.lora.targets" && text.find(',') == std::string_view::npos)
    for (std::string_view choice : field.choices)
      if (choice == text) return Value(word);
  Value::Array names;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t comma = std::min(text.find(',', at), text.size());
    names.emplace_back(text.substr(at, comma - at));
    at = comma + 1;
  }
  return Value(std::move(names));
}

}  // namespace gpusel
