#include "core/json/import.hpp"

#include "core/json/json.hpp"
#include "core/json/objects.hpp"

namespace gpusel {
namespace {

// Python writes NaN and Infinity into config.json; outside strings they become null, which reads as "not given".
std::string without_infinities(std::string_view text) {
  std::string out;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted && c == '\\') {
      out += text.substr(i, 2);
      ++i;
      continue;
    }
    if (c == '"') quoted = !quoted;
    std::size_t skip = 0;
    for (std::string_view word : {"-Infinity", "Infinity", "NaN"})
      if (!quoted && skip == 0 && text.substr(i, word.size()) == word) skip = word.size();
    if (skip > 0)
      out += "null";
    else
      out += c;
    i += skip > 0 ? skip - 1 : 0;
  }
  return out;
}

bool looks_like_model(const Value& config) {
  for (std::string_view key :
       {"model_type", "architectures", "hidden_size", "d_model", "n_embd", "_class_name", "text_config"})
    if (config.find(key)) return true;
  return false;
}

}  // namespace

Result<Model> import_config(std::string_view text) {
  const Result<Value> value = parse_json(without_infinities(text));
  if (!value) return value.error();
  if (!value->object()) return import_error("wrong-type", "a config.json holds an object");
  if (value->find("weight_map"))
    return import_error("unknown-file",
                        "this is an index of shards; import the model's config.json, which says the whole model");
  if (value->find("model") && value->find("task"))
    return import_error("unknown-file", "this is a scenario, not a config.json; run it with estimate");
  if (!looks_like_model(*value))
    return import_error("unknown-file",
                        "this JSON has none of a config.json's keys (model_type, architectures, hidden_size ...)");
  Result<Model> model = read_model(*value, "");
  if (!model) return model;
  const Value* path = value->find("_name_or_path");
  const std::string* name = path ? path->string() : nullptr;
  if (model->name.empty() && name && !name->empty()) model->name = *name;
  return model;
}

Result<Model> import_model(std::string_view bytes, std::string_view file_name) {
  if (bytes.substr(0, 4) == "GGUF") return import_gguf(bytes);
  if (bytes.size() > 8 && bytes[8] == '{') return import_safetensors(bytes, file_name);
  std::size_t first = bytes.substr(0, 3) == "\xEF\xBB\xBF" ? 3 : 0;
  first = bytes.find_first_not_of(" \t\r\n", first);
  if (first != std::string_view::npos && bytes[first] == '{') return import_config(bytes);
  return import_error("unknown-file", "this file is not a config.json, safetensors or GGUF");
}

}  // namespace gpusel
