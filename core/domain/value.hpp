// A plain tree of JSON-like values, so that the domain can hold a config.json, a merge patch or a field's value without
// any JSON library in its headers. Objects keep their keys in order of insertion; look-ups are linear (configs have
// under 100 keys).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace gpusel {

struct Value {
  using Array = std::vector<Value>;
  using Object = std::vector<std::pair<std::string, Value>>;
  std::variant<std::nullptr_t, bool, double, std::string, Array, Object> data = nullptr;

  Value() = default;
  Value(bool b) : data(b) {}
  Value(double d) : data(d) {}
  Value(int i) : data(static_cast<double>(i)) {}
  Value(std::int64_t i) : data(static_cast<double>(i)) {}
  Value(const char* s) : data(std::string(s)) {}
  Value(std::string s) : data(std::move(s)) {}
  Value(std::string_view s) : data(std::string(s)) {}
  Value(Array a) : data(std::move(a)) {}
  Value(Object o) : data(std::move(o)) {}

  bool is_null() const { return data.index() == 0; }
  const bool* boolean() const { return std::get_if<bool>(&data); }
  const double* number() const { return std::get_if<double>(&data); }
  const std::string* string() const { return std::get_if<std::string>(&data); }
  const Array* array() const { return std::get_if<Array>(&data); }
  const Object* object() const { return std::get_if<Object>(&data); }

  // Member of an object, or nullptr (also where this is no object, or the member is null).
  const Value* find(std::string_view key) const {
    if (const Object* o = object())
      for (const auto& [k, v] : *o)
        if (k == key) return v.is_null() ? nullptr : &v;
    return nullptr;
  }
  void set(std::string_view key, Value v) {
    if (!object()) data = Object{};
    Object& o = std::get<Object>(data);
    for (auto& [k, old] : o)
      if (k == key) {
        old = std::move(v);
        return;
      }
    o.emplace_back(std::string(key), std::move(v));
  }
  bool operator==(const Value&) const = default;
};

}  // namespace gpusel
