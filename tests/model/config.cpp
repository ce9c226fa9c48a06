#include "core/model/config.hpp"

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

TEST_CASE("a key is found under any of its names") {
  const Value document = json(R"({"n_embd": 768, "tie_word_embeddings": null})");
  Config config(document);
  CHECK(config.integer({"hidden_size", "n_embd"}, 0) == 768);
  CHECK(config.boolean({"tie_word_embeddings"}, true));  // null is as good as absent
  CHECK_FALSE(config.error());
}

TEST_CASE("the text model nested in a document comes first") {
  const Value document = json(R"({"hidden_size": 1, "model_type": "outer", "text_config": {"hidden_size": 2}})");
  Config config(document);
  CHECK(config.integer({"hidden_size"}, 0) == 2);
  CHECK(config.text({"model_type"}, "") == "outer");
}

TEST_CASE("the first mistake is kept with its key") {
  const Value document = json(R"({"a": "x", "b": -1, "c": 2.5, "d": 1e300, "e": [7, 8]})");
  SUBCASE("wrong type") {
    Config config(document);
    CHECK(config.integer({"a"}, 5) == 5);
    CHECK(config.integer({"b"}, 6) == 6);
    REQUIRE(config.error());
    CHECK(config.error()->code == "wrong-type");
    CHECK(config.error()->pointer == "/model/a");
  }
  SUBCASE("out of range") {
    for (const char* key : {"b", "c", "d"}) {
      Config config(document);
      CHECK(config.integer({key}, 6) == 6);
      REQUIRE(config.error());
      CHECK(config.error()->code == "out-of-range");
    }
  }
  SUBCASE("missing") {
    Config config(document);
    config.required({"hidden_size", "n_embd"}, 10);
    REQUIRE(config.error());
    CHECK(config.error()->code == "missing");
    CHECK(config.error()->pointer == "/model/hidden_size");
  }
  SUBCASE("one value a modality: the first is the text model's") {
    Config config(document);
    CHECK(config.integer({"e"}, 0) == 7);
    CHECK_FALSE(config.error());
  }
}
