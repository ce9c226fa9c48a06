#include "core/plan/label.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>

#include "tests/plan/fixture.hpp"

using namespace gpusel;

namespace {

std::string value_of(const LabelArgs& args, const std::string& name) {
  for (const auto& [key, value] : args)
    if (key == name) return value;
  return {};
}

Value chinese() {
  std::ifstream in(std::string(GPUSEL_SOURCE_DIR) + "/assets/i18n/cli.zh.json", std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  const Result<Value> parsed = parse_json(text.str());
  REQUIRE(parsed.ok());
  return *parsed;
}

Advice advised(const std::string& code, const Scenario& s) {
  const Result<Report> r = estimate(catalogue(), s);
  REQUIRE(r.ok());
  for (const Advice& a : r->advice)
    if (a.code == code) return a;
  FAIL("no advice called " << code);
  return {};
}

}  // namespace

TEST_CASE("a change is named by its code and the new values") {
  Scenario after = train(llama3_8b, R"("micro_batch":2,"gradient_accumulation":8,"optimizer":"adamw-8bit")", "");
  const LabelArgs args = label_args("micro-batch-larger", {}, after);
  CHECK(value_of(args, "micro_batch") == "2");
  CHECK(value_of(args, "accumulation") == "8");
  CHECK(change_label("micro-batch-larger", args, after) == "Micro-batch: 2, accumulation: 8");
  CHECK(change_label("optimizer-8bit", {}, after) == "Optimizer: adamw-8bit");
  CHECK(change_label("more-devices", {{"count", "4"}}, after) == "4 devices");
  CHECK(change_label("something-new", {}, after) == "something-new");
}

TEST_CASE("a combined change carries the arguments of all its parts, and names a repeated setting once") {
  const Scenario after = train(llama3_8b, R"("micro_batch":1,"gradient_accumulation":4,"weights":"nf4")", "");
  const LabelArgs args = label_args("combined", {{"codes", "micro-batch-smaller, micro-batch-one, qlora"}}, after);
  CHECK(value_of(args, "micro_batch") == "1");
  CHECK(value_of(args, "accumulation") == "4");
  CHECK(change_label("combined", args, after) == "Micro-batch: 1, accumulation: 4 + QLoRA (nf4)");
  CHECK(split_codes("a, b") == std::vector<std::string>{"a", "b"});
  CHECK(split_codes("").empty());
}

TEST_CASE("every advice of these questions is named in Chinese with all its arguments") {
  const Value words = chinese();
  const Scenario asked[] = {
      train(llama3_8b, R"("micro_batch":4)", R"("accelerator":"rtx-4080")"),
      train(llama3_8b, R"("method":"full","gradient_accumulation":4)", R"("accelerator":"h100-sxm5-80gb","count":4)"),
      train(llama3_70b, R"("method":"full","recipe":"megatron","micro_batch":8)", R"("accelerator":"a100-sxm4-80gb")"),
      serve(llama3_70b, R"("concurrency":64,"context_length":16384)", R"("accelerator":"h100-sxm5-80gb","count":2)"),
      serve(llama3_8b, R"("engine":"llama.cpp","weights":"q8_0")", R"("accelerator":"rtx-4060-ti-8gb")")};
  for (const Scenario& s : asked) {
    const Result<Report> r = estimate(catalogue(), s);
    REQUIRE(r.ok());
    CHECK(!r->advice.empty());
    for (const Advice& a : r->advice)
      for (const std::string& code :
           a.code == "combined" ? split_codes(value_of(a.args, "codes")) : std::vector<std::string>{a.code}) {
        CAPTURE(code);
        const Value* text = words.find("change." + code);
        REQUIRE(text);
        for (std::size_t at = text->string()->find('{'); at != std::string::npos;
             at = text->string()->find('{', at + 1)) {
          const std::string name = text->string()->substr(at + 1, text->string()->find('}', at) - at - 1);
          CAPTURE(name);
          CHECK(!value_of(a.args, name).empty());
        }
      }
  }
}

TEST_CASE("advice never names a slower device") {
  for (const char* devices : {R"("accelerator":"h100-sxm5-80gb","count":16)", R"("accelerator":"rtx-4080")"}) {
    const Result<Report> r =
        estimate(catalogue(), train(llama3_70b, R"("method":"full","recipe":"megatron")", devices));
    REQUIRE(r.ok());
    for (const Advice& a : r->advice)
      if (a.code == "bigger-device") CHECK((a.speed_ratio == 0 || a.speed_ratio >= 1));
  }
  const Advice faster = advised("bigger-device", train(llama3_8b, "", R"("accelerator":"rtx-4080")"));
  CHECK(value_of(faster.args, "name") == "NVIDIA GeForce RTX 4090 24GB");
}

TEST_CASE("a lifted or dropped limit is named with its unit") {
  Scenario after;
  after.goal.max_tpot_seconds = 0.031;
  const LabelArgs args =
      label_args("lift-limits", {{"codes", "limit-max_tpot_seconds, limit-max_usd_per_hour"}}, after);
  CHECK(value_of(args, "max_tpot_seconds") == "31.0");
  CHECK(value_of(args, "max_usd_per_hour").empty());
  CHECK(change_label("lift-limits", args, after) == "at most 31.0 ms a token + no limit on the price an hour");
}
