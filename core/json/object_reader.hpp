// Reads the members of one JSON object into typed variables, keeping the first error. Every getter leaves its target
// alone where the member is absent or null.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/domain/result.hpp"
#include "core/domain/value.hpp"
#include "core/json/text.hpp"

namespace gpusel {

class ObjectReader {
 public:
  ObjectReader(const Value& object, std::string_view pointer) : object_(object), pointer_(pointer) {}

  bool has(std::string_view key) const { return object_.find(key) != nullptr; }
  void text(std::string_view key, std::string& out) {
    if (const Value* v = object_.find(key)) {
      if (v->string())
        out = *v->string();
      else
        fail(key, "wrong-type", "a string");
    }
  }
  void flag(std::string_view key, bool& out) {
    if (const Value* v = object_.find(key)) {
      if (v->boolean())
        out = *v->boolean();
      else
        fail(key, "wrong-type", "true or false");
    }
  }
  // In [low, high] of its own unit; stored times `scale`.
  void number(std::string_view key, double low, double high, double scale, double& out) {
    const Value* v = object_.find(key);
    if (!v) return;
    const double* d = v->number();
    if (!d) return fail(key, "wrong-type", "a number");
    if (!(*d >= low && *d <= high)) return fail(key, "out-of-range", number_text(low) + " to " + number_text(high));
    out = *d * scale;
  }
  void integer(std::string_view key, double low, double high, std::int64_t& out) {
    double x = static_cast<double>(out);
    number(key, low, high, 1, x);
    out = static_cast<std::int64_t>(x);
  }
  void texts(std::string_view key, std::vector<std::string>& out) {
    const Value* v = object_.find(key);
    if (!v) return;
    const Value::Array* a = v->array();
    std::vector<std::string> read;
    for (std::size_t i = 0; a && i < a->size(); ++i) {
      if (!(*a)[i].string())
        a = nullptr;
      else
        read.push_back(*(*a)[i].string());
    }
    if (!a) return fail(key, "wrong-type", "a list of strings");
    out = std::move(read);
  }
  template <class E>
  void choice(std::string_view key, E& out);

  void fail(std::string_view key, std::string code, const std::string& expected) {
    if (error_.code.empty())
      error_ = {std::move(code),
                pointer_ + "/" + pointer_token(key),
                std::string(key) + " must be " + expected,
                {{"field", std::string(key)}, {"expected", expected}}};
  }
  bool failed() const { return !error_.code.empty(); }
  const Error& error() const { return error_; }
  const Value& object() const { return object_; }
  std::string pointer(std::string_view key) const { return pointer_ + "/" + pointer_token(key); }
  void take(const ObjectReader& inner) {
    if (!failed()) error_ = inner.error_;
  }

 private:
  const Value& object_;
  std::string pointer_;
  Error error_;
};

}  // namespace gpusel

#include "core/domain/enums.hpp"

namespace gpusel {

template <class E>
void ObjectReader::choice(std::string_view key, E& out) {
  const Value* v = object_.find(key);
  if (!v) return;
  const auto e = v->string() ? parse_enum<E>(*v->string()) : std::nullopt;
  if (e) {
    out = *e;
    return;
  }
  std::string expected = "one of";
  for (std::string_view name : names<E>()) expected += " " + std::string(name);
  fail(key, v->string() ? "unknown-choice" : "wrong-type", expected);
}

}  // namespace gpusel
