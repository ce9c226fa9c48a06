#include "core/plan/plan.hpp"
#include "tests/plan/fixture.hpp"

using namespace gpusel;

TEST_CASE("an unknown model names the nearest one") {
  Scenario s;
  s.model = std::string("meta-llama/Meta-Llama-3-8Bx");
  const Result<Question> q = resolve(catalogue(), s);
  REQUIRE_FALSE(q.ok());
  CHECK(q.error().code == "unknown-model");
  CHECK(q.error().pointer == "/model");
  CHECK(q.error().message.find("meta-llama/Meta-Llama-3-8B") != std::string::npos);
}

TEST_CASE("defaults that depend on other fields are filled") {
  const Result<Question> full =
      resolve(catalogue(), train(llama3_8b, R"("method":"full")", R"("accelerator":"rtx-4090")"));
  REQUIRE(full.ok());
  CHECK(full->scenario.train.recipe == Recipe::pure);
  const Result<Question> lora = resolve(catalogue(), train(llama3_8b, "", R"("accelerator":"rtx-4090")"));
  REQUIRE(lora.ok());
  CHECK(lora->scenario.train.recipe == Recipe::amp);
  const Result<Question> served =
      resolve(catalogue(), serve(llama3_8b, R"("input_tokens":100,"output_tokens":28)", R"("accelerator":"rtx-4090")"));
  REQUIRE(served.ok());
  CHECK(served->scenario.serve.context_length == 128);
  CHECK(served->scenario.serve.memory_utilization.has_value());
}

TEST_CASE("contradictions are errors with their field") {
  auto error_of = [](const Scenario& s) {
    const Result<Report> r = estimate(catalogue(), s, {false, false});
    REQUIRE_FALSE(r.ok());
    return r.error();
  };
  CHECK(error_of(train(llama3_8b, R"("method":"full","weights":"nf4")", R"("accelerator":"rtx-4090")")).pointer ==
        "/train/weights");
  CHECK(error_of(train(llama3_8b, "", R"("accelerator":"h100-sxm5-80gb","count":8,"parallel":{"tp":3})")).code ==
        "conflict");
  CHECK(error_of(train(llama3_8b, "", R"("accelerator":"h100-sxm5-80gb","count":6,"parallel":{"tp":4})")).pointer ==
        "/hardware/parallel");
  CHECK(error_of(train(llama3_8b, "", R"("accelerator":"h100-sxm5-80gb","count":8,"parallel":{"ep":2})")).pointer ==
        "/hardware/parallel/ep");
  CHECK(error_of(serve(llama3_8b, R"("context_length":100)", R"("accelerator":"rtx-4090")")).pointer ==
        "/serve/context_length");
}

TEST_CASE("what launchers change by themselves is a note, and the estimate follows it") {
  const Report r = *estimate(
      catalogue(),
      train(llama3_8b, "", R"("accelerator":"h100-sxm5-80gb","count":8,"parallel":{"dp":2,"tp":2,"pp":1,"cp":1})"),
      {true, false});
  CHECK(r.scenario.hardware->parallel.dp == 4);
  bool noted = false;
  for (const Note& n : r.warnings) noted = noted || n.code == "dp-from-devices";
  CHECK(noted);
}

TEST_CASE("heads that do not divide are estimated, with what frameworks do about it") {
  const Report r =
      *estimate(catalogue(), train(llama3_8b, "", R"("accelerator":"h100-sxm5-80gb","count":6,"parallel":{"tp":3})"),
                {true, false});
  CHECK(r.scenario.hardware->parallel.tp == 3);
  bool noted = false;
  for (const Note& n : r.warnings) noted = noted || n.code == "tp-splits-heads";
  CHECK(noted);
}

TEST_CASE("a LoRA target that is no module is named; a list without any module is refused, as peft refuses it") {
  auto with = [](const std::string& targets) {
    return train(llama3_8b, R"("lora":{"targets":)" + targets + "}", R"("accelerator":"rtx-4090")");
  };
  const Result<Question> one = resolve(catalogue(), with(R"(["q_proj","v_porj"])"));
  REQUIRE(one.ok());
  REQUIRE(one->scenario.notes.size() == 1);
  CHECK(one->scenario.notes[0].code == "target-unknown");
  CHECK(one->scenario.notes[0].pointer == "/train/lora/targets/1");
  CHECK(one->scenario.notes[0].args[1].second == "v_proj");
  const Result<Question> none = resolve(catalogue(), with(R"(["c_attm"])"));
  REQUIRE_FALSE(none.ok());
  CHECK(none.error().pointer == "/train/lora/targets/0");
}

TEST_CASE("devices that hosts cannot share evenly are refused with the nearest number of hosts") {
  const Result<Report> r = estimate(
      catalogue(), train(llama3_8b, "", R"("accelerator":"h100-sxm5-80gb","count":8,"nodes":3)"), {false, false});
  REQUIRE_FALSE(r.ok());
  CHECK(r.error().pointer == "/hardware/nodes");
  CHECK(r.error().args.back().second == "2");
}

TEST_CASE("an engine that does not know the device's vendor is noted") {
  const auto noted = [](const std::string& engine) {
    const Report r = *estimate(
        catalogue(), serve(llama3_8b, R"("engine":")" + engine + "\"", R"("accelerator":"rtx-4090")"), {true, false});
    bool found = false;
    for (const Note& n : r.warnings) found = found || n.code == "engine-elsewhere";
    return found;
  };
  CHECK(noted("mlx"));
  CHECK_FALSE(noted("vllm"));
}
