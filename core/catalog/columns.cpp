#include "core/catalog/columns.hpp"

#include <algorithm>

namespace gpusel {
namespace {

bool is_table(const Value::Object& object) {
  return !object.empty() && object.front().first.empty() && object.front().second.number() != nullptr;
}

Value rows(Value::Object& table) {
  constexpr double most_rows = 100'000;
  const double count = *table.front().second.number();
  if (!(count >= 0 && count <= most_rows)) return Value();
  Value::Array out(static_cast<std::size_t>(count), Value(Value::Object{}));
  for (std::size_t k = 1; k < table.size(); ++k) {
    Value cells = rows_of_columns(std::move(table[k].second));
    Value::Array* column = std::get_if<Value::Array>(&cells.data);
    if (column == nullptr) continue;
    for (std::size_t i = 0; i < std::min(out.size(), column->size()); ++i)
      if (!(*column)[i].is_null())
        std::get<Value::Object>(out[i].data).emplace_back(table[k].first, std::move((*column)[i]));
  }
  for (Value& row : out)
    if (row.object()->empty()) row = Value();
  return out;
}

}  // namespace

Value rows_of_columns(Value value) {
  if (Value::Array* array = std::get_if<Value::Array>(&value.data)) {
    for (Value& entry : *array) entry = rows_of_columns(std::move(entry));
  } else if (Value::Object* object = std::get_if<Value::Object>(&value.data)) {
    if (is_table(*object)) return rows(*object);
    for (auto& [key, entry] : *object) entry = rows_of_columns(std::move(entry));
  }
  return value;
}

}  // namespace gpusel
