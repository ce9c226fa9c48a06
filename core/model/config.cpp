#include "core/model/config.hpp"

#include <cmath>

namespace gpusel {

Config::Config(const Value& document) : document_(&document) {
  for (std::string_view name : {"attn_config", "ffn_config"}) {
    const Value* part = document.find(name);
    if (part != nullptr && part->object() != nullptr) parts_[part_count_++] = part;
  }
  for (std::string_view name : {"text_config", "llm_config", "language_config", "thinker_config"}) {
    const Value* inner = document.find(name);
    if (inner == nullptr || inner->object() == nullptr) continue;
    const Value* deeper = inner->find("text_config");
    inner_ = deeper != nullptr && deeper->object() != nullptr ? deeper : inner;
    return;
  }
}

const Value* Config::find(Keys names, std::string_view* used) const {
  for (const Value* from : {inner_, document_, parts_[0], parts_[1]}) {
    if (from == nullptr) continue;
    for (std::string_view name : names) {
      const Value* found = from->find(name);
      if (found == nullptr) continue;
      if (used != nullptr) *used = name;
      return found;
    }
  }
  return nullptr;
}

void Config::fail(std::string_view code, std::string_view key, std::string message) {
  if (error_) return;
  error_ = Error{std::string(code), "/model/" + std::string(key), std::move(message), {{"field", std::string(key)}}};
}

Count Config::integer(Keys names, Count fallback, Count limit) {
  std::string_view used;
  const Value* found = find(names, &used);
  if (found == nullptr) return fallback;
  // Some configs list one value a modality or a layer; the first is the text model's.
  const Value::Array* list = found->array();
  const double* number = list != nullptr && !list->empty() ? list->front().number() : found->number();
  const std::string key(used);
  if (number == nullptr) {
    fail("wrong-type", used, key + " must be a whole number");
    return fallback;
  }
  if (!(*number >= 0) || *number > static_cast<double>(limit) || std::floor(*number) != *number) {
    fail("out-of-range", used, key + " must be a whole number from 0 to " + std::to_string(limit));
    return fallback;
  }
  return static_cast<Count>(*number);
}

Count Config::required(Keys names, Count limit) {
  const Count value = integer(names, 0, limit);
  if (value > 0 || error_) return value > 0 ? value : 1;
  const std::string key(*names.begin());
  if (has(names))
    fail("out-of-range", key, key + " must be a whole number from 1 to " + std::to_string(limit));
  else
    fail("missing", key, "a model's config needs " + key);
  return 1;
}

bool Config::boolean(Keys names, bool fallback) {
  std::string_view used;
  const Value* found = find(names, &used);
  if (found == nullptr) return fallback;
  if (const bool* flag = found->boolean()) return *flag;
  if (const double* number = found->number()) return *number != 0;
  return fallback;
}

std::string_view Config::text(Keys names, std::string_view fallback) {
  const Value* found = find(names);
  if (found == nullptr || found->string() == nullptr) return fallback;
  return *found->string();
}

const Value::Array* Config::array(Keys names) const {
  const Value* found = find(names);
  return found == nullptr ? nullptr : found->array();
}

}  // namespace gpusel
