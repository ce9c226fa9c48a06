#include "core/plan/engine_choice.hpp"

#include <algorithm>

#include "tests/plan/fixture.hpp"

using namespace gpusel;

namespace {

Report on(const std::string& device, const std::string& settings = "") {
  const Result<Report> r =
      estimate(catalogue(), serve(llama3_8b, settings, R"("accelerator":")" + device + "\""), {true, false});
  REQUIRE(r.ok());
  return *r;
}

bool says(const std::vector<Note>& notes, std::string_view code) {
  return std::any_of(notes.begin(), notes.end(), [&](const Note& n) { return n.code == code; });
}

}  // namespace

TEST_CASE("a scenario without an engine gets what usually serves on the device, and the report says which") {
  struct Expected {
    const char *device, *settings;
    Engine engine;
  };
  for (const Expected& x : {Expected{"h100-sxm5-80gb", "", Engine::vllm},
                            {"rtx-3090", "", Engine::vllm},
                            {"rtx-3090", R"("weights":"q4_k_m")", Engine::llama_cpp},
                            {"v100-sxm2-32gb", "", Engine::vllm},
                            {"p100-pcie-16gb", R"("weights":"q8_0")", Engine::llama_cpp},
                            {"p100-pcie-16gb", R"("weights":"fp16")", Engine::llama_cpp},
                            {"apple-m4-max", "", Engine::llama_cpp},
                            {"apple-m4-max", R"("weights":"awq-int4")", Engine::mlx},
                            {"jetson-agx-orin-64gb", "", Engine::llama_cpp},
                            {"jetson-agx-orin-64gb", R"("weights":"awq-int4")", Engine::vllm},
                            {"jetson-agx-thor-t5000", "", Engine::vllm},
                            {"ryzen-ai-max-395", "", Engine::llama_cpp},
                            {"mi300x", "", Engine::vllm},
                            {"gaudi-3-oam", "", Engine::vllm},
                            {"tpu-v6e", "", Engine::vllm},
                            {"trainium2", "", Engine::vllm},
                            {"wormhole-n300", "", Engine::vendor_stack},
                            {"groq-lpu-v1", "", Engine::vendor_stack},
                            {"cerebras-wse3", "", Engine::vendor_stack}}) {
    CAPTURE(x.device);
    CAPTURE(x.settings);
    const Report r = on(x.device, x.settings);
    CHECK(r.scenario.serve.engine == x.engine);
    CHECK(says(r.assumptions, x.engine == Engine::vendor_stack ? "own-stack-assumed" : "engine-assumed"));
    CHECK_FALSE(says(r.warnings, "engine-elsewhere"));
    CHECK_FALSE(says(r.warnings, "gguf-engine"));
  }
}

TEST_CASE("an engine that is named stays, and nothing is said to be assumed") {
  const Report r = on("apple-m4-max", R"("engine":"vllm")");
  CHECK(r.scenario.serve.engine == Engine::vllm);
  CHECK(says(r.warnings, "engine-elsewhere"));
  CHECK_FALSE(says(r.assumptions, "engine-assumed"));
}

TEST_CASE("select gives every device its own engine") {
  Scenario s = serve(llama3_8b, "", "");
  s.hardware.reset();
  s.goal.accelerators = {"h100-sxm5-80gb", "apple-m4-max", "trainium2"};
  const Result<Selection> answer = select(catalogue(), s);
  REQUIRE(answer.ok());
  CHECK_FALSE(answer->scenario.serve.engine.has_value());
  for (const Report& r : answer->ranked) {
    const std::string device = id_of(*r.scenario.hardware->accelerator);
    CHECK(r.scenario.serve.engine == (device == "apple-m4-max" ? Engine::llama_cpp : Engine::vllm));
    CHECK(says(r.assumptions, "engine-assumed"));
  }
}

TEST_CASE("every device of the catalogue has a usual engine that runs there") {
  for (const Accelerator& a : catalogue().accelerators)
    for (WeightFormat format : {WeightFormat::bf16, WeightFormat::fp8, WeightFormat::awq_int4, WeightFormat::q4_k_m}) {
      CAPTURE(a.id);
      CHECK(runs_on(catalogue().engine(usual_engine(catalogue(), a, format)), a));
    }
}
