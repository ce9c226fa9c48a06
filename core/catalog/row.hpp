// One row of a catalogue file, read key by key: a missing key, a wrong type, a value out of range or a key that nobody
// reads becomes the first Error, with its place ("/accelerators/12/memory_gb"). Numbers outside their range are
// mistakes of the data.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/domain/enums.hpp"
#include "core/domain/result.hpp"
#include "core/domain/value.hpp"

namespace gpusel {

class Row {
 public:
  Row(const Value& value, std::string where, std::optional<Error>& error);

  bool has(std::string_view key);
  const Value* value(std::string_view key);  // nullptr when absent
  std::string text(std::string_view key);    // required, not empty
  std::string optional_text(std::string_view key);
  double number(std::string_view key, double low, double high);
  double optional_number(std::string_view key, double low, double high, double fallback);
  std::int64_t integer(std::string_view key, std::int64_t low, std::int64_t high);
  std::int64_t optional_integer(std::string_view key, std::int64_t low, std::int64_t high, std::int64_t fallback);
  bool flag(std::string_view key, bool fallback);
  std::vector<std::string> texts(std::string_view key);  // empty when absent
  std::vector<double> numbers(std::string_view key, double low, double high);
  // Indices into the file's table of sources, joined by "; ".
  std::string sources(std::string_view key, const std::vector<std::string>& table);
  template <class E>
  E choice(std::string_view key) {
    const std::string name = text(key);
    const std::optional<E> found = parse_enum<E>(name);
    if (!found && !name.empty()) fail(key, "\"" + name + "\" is not one of the known names");
    return found.value_or(E{});
  }
  template <class E>
  std::vector<E> choices(std::string_view key) {  // empty when absent
    std::vector<E> out;
    for (const std::string& name : texts(key)) {
      const std::optional<E> found = parse_enum<E>(name);
      if (!found) fail(key, "\"" + name + "\" is not one of the known names");
      out.push_back(found.value_or(E{}));
    }
    return out;
  }
  void fail(std::string_view key, std::string_view problem);
  // Every key must have been read.
  void finish();
  const std::string& where() const { return where_; }

 private:
  const Value* find(std::string_view key);
  const Value::Object* object_ = nullptr;
  std::string where_;
  std::optional<Error>& error_;
  std::uint64_t read_ = 0;  // one bit a key
};

// The rows of `document[key]`, each with its place.
std::vector<Row> rows_of(const Value& document, std::string_view key, std::optional<Error>& error);
std::vector<std::string> text_table(const Value& document, std::string_view key, std::optional<Error>& error);

}  // namespace gpusel
