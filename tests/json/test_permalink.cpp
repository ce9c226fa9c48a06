#include <doctest/doctest.h>

#include <string>

#include "core/json/json.hpp"
#include "tests/json/fixture.hpp"

using namespace gpusel;

namespace {

const Catalog& catalog() {
  static const Catalog c = fixture::catalog();
  return c;
}
std::string code_of(std::string_view hash) {
  const Result<Scenario> s = read_permalink(hash, catalog());
  return s ? "ok" : s.error().code;
}

}  // namespace

TEST_CASE("a link holds what differs from the defaults, readably") {
  const Scenario s =
      *read_scenario(R"({"model": "Qwen/Qwen-7B", "task": "serve", "serve": {"input_tokens": 2048, "concurrency": 32},
                                       "goal": {"vendors": ["NVIDIA"], "max_tpot_seconds": 0.05}})",
                     catalog());
  CHECK(
      write_permalink(s, catalog()) ==
      "#v1&model=Qwen/"
      "Qwen-7B&task=serve&serve.concurrency=32&serve.input_tokens=2048&goal.max_tpot_seconds=0.05&goal.vendors=NVIDIA");
}

TEST_CASE("a link reads with and without its hash sign, encoded or not") {
  CHECK(code_of("#v1&model=Qwen/Qwen-7B&task=train") == "ok");
  CHECK(code_of("v1&model=Qwen%2FQwen-7B&task=train&") == "ok");
  const Result<Scenario> s = read_permalink(
      "#v1&model=Qwen/Qwen-7B&task=train&train.lora.targets=q_proj,v_proj&train.micro_batch=4", catalog());
  REQUIRE(s.ok());
  CHECK(s->train.lora.targets == std::vector<std::string>{"q_proj", "v_proj"});
  CHECK(s->train.micro_batch == 4);
}

TEST_CASE("prices stand in a link as the lines one types") {
  const std::string link =
      "#v1&model=Qwen/Qwen-7B&task=train&goal.rent=spot&goal.prices=rtx-4090%20rent%200.35%20buy%201800,"
      "rtx-3090%20spot%200.2";
  const Result<Scenario> s = read_permalink(link, catalog());
  REQUIRE(s.ok());
  CHECK(s->goal.prices.size() == 2);
  CHECK(write_permalink(*s, catalog()) == link);
}

TEST_CASE("keys of a later version are kept with a warning") {
  const std::string link = "#v1&model=Qwen/Qwen-7B&task=train&view.pins=a%26b";
  const Result<Scenario> s = read_permalink(link, catalog());
  REQUIRE(s.ok());
  REQUIRE(s->notes.size() == 1);
  CHECK(s->notes[0].code == "unknown-key");
  CHECK(write_permalink(*s, catalog()) == link);
}

TEST_CASE("a hostile link is refused") {
  CHECK(code_of("") == "unsupported-version");
  CHECK(code_of("#v2&model=Qwen/Qwen-7B") == "unsupported-version");
  CHECK(code_of("#<script>alert(1)</script>") == "unsupported-version");
  CHECK(code_of("#v1&model=%zz&task=train") == "syntax");
  CHECK(code_of("#v1&model=%ff&task=train") == "syntax");
  CHECK(code_of("#v1&model=%0") == "syntax");
  CHECK(code_of("#v1&model=Qwen/Qwen-7B&model=Qwen/Qwen-7B&task=train") == "duplicate-key");
  CHECK(code_of("#v1&model=Qwen/Qwen-7B&task=train&train.micro_batch=-1") == "out-of-range");
  CHECK(code_of("#v1&model=Qwen/Qwen-7B&task=train&train.micro_batch=nan") == "wrong-type");
  CHECK(code_of("#v1&model=" + std::string(70000, 'a')) == "too-large");
  CHECK(code_of("#v1&model={\"hidden_size\":1e400}&task=train") == "not-finite");
  CHECK(code_of("#v1&model=" + std::string(300, '[') + "&task=train") == "too-deep");
}
