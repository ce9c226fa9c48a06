#include "core/catalog/row.hpp"

#include <doctest/doctest.h>

#include "core/catalog/parse.hpp"

using namespace gpusel;

namespace {

Value json(const char* text) {
  Result<Value> value = parse_catalog_json(text, "test");
  REQUIRE(value.ok());
  return value.value();
}

}  // namespace

TEST_CASE("a broken file is an error with its name") {
  const Result<Value> value = parse_catalog_json("{\"a\": [1, 2", "models");
  REQUIRE_FALSE(value.ok());
  CHECK(value.error().code == "syntax");
  CHECK(value.error().pointer == "/models");
}

TEST_CASE("what is read keeps its order and types") {
  const Value v = json(R"({"z": 1.5, "a": [true, null, "text", -3], "m": {"k": 2}})");
  REQUIRE(v.object() != nullptr);
  CHECK((*v.object())[0].first == "z");
  CHECK(*v.find("z")->number() == 1.5);
  CHECK(v.find("a")->array()->size() == 4);
  CHECK(*(*v.find("a")->array())[3].number() == -3);
  CHECK(*v.find("m")->find("k")->number() == 2);
}

TEST_CASE("a row's mistakes") {
  const Value v = json(R"({"id": "x", "gb": 80, "bad": "text", "extra": 1, "sources": [0, 1], "kind": "rent"})");
  std::optional<Error> error;
  Row row(v, "/rows/3", error);
  SUBCASE("all keys read") {
    CHECK(row.text("id") == "x");
    CHECK(row.number("gb", 1, 100) == 80);
    CHECK_FALSE(error);
  }
  SUBCASE("out of range") {
    row.number("gb", 1, 50);
    REQUIRE(error);
    CHECK(error->pointer == "/rows/3/gb");
  }
  SUBCASE("missing") {
    row.text("name");
    REQUIRE(error);
    CHECK(error->pointer == "/rows/3/name");
  }
  SUBCASE("wrong type") {
    row.number("bad", 0, 1);
    CHECK(error);
  }
  SUBCASE("a key that nothing reads") {
    for (const char* key : {"id", "gb", "bad", "sources", "kind"}) row.has(key);
    row.finish();
    REQUIRE(error);
    CHECK(error->pointer == "/rows/3/extra");
  }
  SUBCASE("a source that is not in the table") {
    CHECK(row.sources("sources", {"a", "b"}) == "a; b");
    CHECK_FALSE(error);
    row.sources("sources", {"a"});
    CHECK(error);
  }
}
