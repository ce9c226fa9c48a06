// Members of nested objects by dotted path: "train.lora.rank". Objects on the way are made where they are missing.
#pragma once

#include <string_view>
#include <utility>

#include "core/domain/value.hpp"

namespace gpusel {

inline void set_path(Value& root, std::string_view path, Value v) {
  const std::size_t dot = path.find('.');
  if (dot == std::string_view::npos) return root.set(path, std::move(v));
  const std::string_view head = path.substr(0, dot);
  const Value* inner = root.find(head);
  if (!inner || !inner->object()) root.set(head, Value(Value::Object{}));
  for (auto& [key, member] : *std::get_if<Value::Object>(&root.data))
    if (key == head) return set_path(member, path.substr(dot + 1), std::move(v));
}

inline const Value* find_path(const Value& root, std::string_view path) {
  const std::size_t dot = path.find('.');
  if (dot == std::string_view::npos) return root.find(path);
  const Value* inner = root.find(path.substr(0, dot));
  return inner ? find_path(*inner, path.substr(dot + 1)) : nullptr;
}

}  // namespace gpusel
