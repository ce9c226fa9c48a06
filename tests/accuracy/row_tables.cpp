#include "row_tables.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>

#include "core/json/json.hpp"

namespace gpusel::accuracy {

std::string repository_path(const std::string& path) { return std::string(GPUSEL_SOURCE_DIR) + "/" + path; }

std::string repository_file(const std::string& path) {
  std::ifstream in(repository_path(path), std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

double number_of(const Value& v, std::string_view key, double fallback) {
  const Value* x = v.find(key);
  return x != nullptr && x->number() != nullptr ? *x->number() : fallback;
}

std::string text_of(const Value& v, std::string_view key) {
  const Value* x = v.find(key);
  return x != nullptr && x->string() != nullptr ? *x->string() : std::string();
}

const Value* entry(const Value::Array& table, const Value& row, std::string_view key) {
  const double index = number_of(row, key, -1);
  return index >= 0 && index < static_cast<double>(table.size()) ? &table[static_cast<std::size_t>(index)] : nullptr;
}

std::optional<Error> each_line(std::string_view text, const std::function<std::optional<Error>(const Value&)>& take) {
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = text.substr(begin, end - begin);
    begin = end + 1;
    if (line.empty()) continue;
    const Result<Value> value = parse_json(line);
    if (!value.ok()) return value.error();
    if (std::optional<Error> e = take(*value)) return e;
  }
  return std::nullopt;
}

}  // namespace gpusel::accuracy
