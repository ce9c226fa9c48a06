#include "core/catalog/columns.hpp"

#include <doctest/doctest.h>

#include "core/catalog/parse.hpp"

using namespace gpusel;

namespace {

Value of(std::string_view text) {
  Result<Value> value = parse_catalog_json(text, "test");
  REQUIRE(value.ok());
  return *value;
}

}  // namespace

TEST_CASE("columns become rows; a cell that is missing or null is absent") {
  const Value rows = rows_of_columns(of(R"({"list": {"": 3, "id": ["a", "b", "c"], "note": [null, "x"]}})"));
  CHECK((rows == of(R"({"list": [{"id": "a"}, {"id": "b", "note": "x"}, {"id": "c"}]})")));
}

TEST_CASE("tables stand inside tables; a row without a cell is absent") {
  const Value rows = rows_of_columns(of(R"({"": 3, "id": [1, 2, 3], "link": {"": 3, "gb_s": [5, null, 6]}})"));
  CHECK((rows == of(R"([{"id": 1, "link": {"gb_s": 5}}, {"id": 2}, {"id": 3, "link": {"gb_s": 6}}])")));
}

TEST_CASE("what is no table stays as it is") {
  const Value same = of(R"({"a": [1, {"b": [{"c": 2}]}], "": "text"})");
  CHECK((rows_of_columns(same) == same));
}

TEST_CASE("a table with an impossible number of rows is nothing") {
  CHECK(rows_of_columns(of(R"({"": -1, "a": [1]})")).is_null());
  CHECK(rows_of_columns(of(R"({"": 1e12, "a": [1]})")).is_null());
}
