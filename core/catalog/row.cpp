#include "core/catalog/row.hpp"

#include <cmath>

namespace gpusel {

Row::Row(const Value& value, std::string where, std::optional<Error>& error)
    : object_(value.object()), where_(std::move(where)), error_(error) {
  if (object_ == nullptr)
    fail("", "must be an object");
  else if (object_->size() > 64)
    fail("", "has more than 64 keys");
}

void Row::fail(std::string_view key, std::string_view problem) {
  if (error_) return;
  const std::string pointer = key.empty() ? where_ : where_ + "/" + std::string(key);
  error_ = Error{"catalogue", pointer, "Catalogue row " + pointer + " " + std::string(problem) + ".", {}};
}

const Value* Row::find(std::string_view key) {
  if (object_ == nullptr) return nullptr;
  for (std::size_t i = 0; i < object_->size() && i < 64; ++i) {
    if ((*object_)[i].first != key) continue;
    read_ |= std::uint64_t{1} << i;
    return &(*object_)[i].second;
  }
  return nullptr;
}

bool Row::has(std::string_view key) { return find(key) != nullptr; }
const Value* Row::value(std::string_view key) { return find(key); }

std::string Row::optional_text(std::string_view key) {
  const Value* v = find(key);
  if (v == nullptr) return {};
  if (v->string() == nullptr) fail(key, "must be a text");
  return v->string() != nullptr ? *v->string() : std::string();
}

std::string Row::text(std::string_view key) {
  std::string s = optional_text(key);
  if (s.empty()) fail(key, "is missing");
  return s;
}

double Row::optional_number(std::string_view key, double low, double high, double fallback) {
  const Value* v = find(key);
  if (v == nullptr) return fallback;
  const double* n = v->number();
  if (n == nullptr || !(*n >= low && *n <= high)) {
    fail(key, "is not a number in its range");
    return fallback;
  }
  return *n;
}

double Row::number(std::string_view key, double low, double high) {
  if (find(key) == nullptr) fail(key, "is missing");
  return optional_number(key, low, high, low);
}

std::int64_t Row::optional_integer(std::string_view key, std::int64_t low, std::int64_t high, std::int64_t fallback) {
  const double n =
      optional_number(key, static_cast<double>(low), static_cast<double>(high), static_cast<double>(fallback));
  if (std::floor(n) != n) fail(key, "is not a whole number");
  return static_cast<std::int64_t>(n);
}

std::int64_t Row::integer(std::string_view key, std::int64_t low, std::int64_t high) {
  if (find(key) == nullptr) fail(key, "is missing");
  return optional_integer(key, low, high, low);
}

bool Row::flag(std::string_view key, bool fallback) {
  const Value* v = find(key);
  if (v == nullptr) return fallback;
  if (v->boolean() == nullptr) fail(key, "must be true or false");
  return v->boolean() != nullptr ? *v->boolean() : fallback;
}

std::vector<std::string> Row::texts(std::string_view key) {
  std::vector<std::string> out;
  const Value* v = find(key);
  if (v == nullptr) return out;
  if (v->array() == nullptr) {
    fail(key, "must be a list");
    return out;
  }
  for (const Value& entry : *v->array()) {
    if (entry.string() == nullptr)
      fail(key, "must be a list of texts");
    else
      out.push_back(*entry.string());
  }
  return out;
}

std::vector<double> Row::numbers(std::string_view key, double low, double high) {
  std::vector<double> out;
  const Value* v = find(key);
  if (v == nullptr) return out;
  if (v->array() == nullptr) {
    fail(key, "must be a list");
    return out;
  }
  for (const Value& entry : *v->array()) {
    const double* n = entry.number();
    if (n == nullptr || !(*n >= low && *n <= high))
      fail(key, "must be a list of numbers in their range");
    else
      out.push_back(*n);
  }
  return out;
}

std::string Row::sources(std::string_view key, const std::vector<std::string>& table) {
  std::vector<double> indices;
  const Value* v = find(key);
  if (v != nullptr && v->number() != nullptr)
    indices.push_back(*v->number());
  else
    indices = numbers(key, 0, 1e6);
  std::string out;
  for (double index : indices) {
    if (!(index >= 0) || index >= static_cast<double>(table.size())) {
      fail(key, "names a source that is not in the table");
      return out;
    }
    if (!out.empty()) out += "; ";
    out += table[static_cast<std::size_t>(index)];
  }
  if (out.empty()) fail(key, "has no source");
  return out;
}

void Row::finish() {
  if (object_ == nullptr) return;
  for (std::size_t i = 0; i < object_->size() && i < 64; ++i)
    if ((read_ >> i & 1U) == 0) fail((*object_)[i].first, "is a key that nothing reads");
}

std::vector<Row> rows_of(const Value& document, std::string_view key, std::optional<Error>& error) {
  std::vector<Row> rows;
  const Value* list = document.find(key);
  const std::string where = "/" + std::string(key);
  if (list == nullptr || list->array() == nullptr) {
    if (!error) error = Error{"catalogue", where, "The catalogue needs a list " + where + ".", {}};
    return rows;
  }
  rows.reserve(list->array()->size());
  for (std::size_t i = 0; i < list->array()->size(); ++i)
    rows.emplace_back((*list->array())[i], where + "/" + std::to_string(i), error);
  return rows;
}

std::vector<std::string> text_table(const Value& document, std::string_view key, std::optional<Error>& error) {
  std::vector<std::string> out;
  const Value* list = document.find(key);
  if (list == nullptr || list->array() == nullptr) {
    if (!error)
      error =
          Error{"catalogue", "/" + std::string(key), "The catalogue needs a table of " + std::string(key) + ".", {}};
    return out;
  }
  for (const Value& entry : *list->array()) out.push_back(entry.string() != nullptr ? *entry.string() : std::string());
  return out;
}

}  // namespace gpusel
