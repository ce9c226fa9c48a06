// Settings that frameworks or devices answer differently than asked, and what training memory assumes: each a note.
#include "core/plan/plan.hpp"
#include "tests/plan/fixture.hpp"

using namespace gpusel;

namespace {

const char* rtx4090 = R"("accelerator":"rtx-4090")";
const char* two_h100 = R"("accelerator":"h100-sxm5-80gb","count":2,)";

bool says(const Scenario& s, std::string_view code) {
  const Result<Report> r = estimate(catalogue(), s, {true, false});
  REQUIRE(r.ok());
  for (const std::vector<Note>* list : {&r->warnings, &r->assumptions})
    for (const Note& n : *list)
      if (n.code == code) return true;
  return false;
}

}  // namespace

TEST_CASE("the quantised base: what stays in 16 bit, what is cast to fp32, what the experts do") {
  CHECK(says(train(llama3_8b, R"("weights":"nf4")", rtx4090), "kbit-16bit"));
  CHECK(says(train(llama3_8b, R"("weights":"nf4","framework":"hf-trainer")", rtx4090), "kbit-upcast"));
  CHECK_FALSE(says(train(llama3_8b, R"("weights":"bf16","framework":"hf-trainer")", rtx4090), "kbit-upcast"));
  const std::string mixtral = "mistralai/Mixtral-8x7B-v0.1", h100 = R"("accelerator":"h100-sxm5-80gb")";
  CHECK(says(train(mixtral, R"("weights":"nf4")", h100), "kbit-experts"));
  CHECK_FALSE(says(train(mixtral, R"("weights":"gptq-int4")", h100), "kbit-experts"));
  CHECK(says(train(llama3_8b, R"("weights":"nf4","compute":"fp8")", h100), "compute-kbit"));
}

TEST_CASE("paged states spill where they do not fit, and only there") {
  const char* paged = R"("method":"full","recipe":"pure","optimizer":"paged-adamw")";
  CHECK(says(train(llama3_8b, paged, R"("accelerator":"a100-sxm4-40gb")"), "paged-may-spill"));
  CHECK_FALSE(says(train(llama3_8b, paged, R"("accelerator":"h200-sxm-141gb")"), "paged-may-spill"));
}

TEST_CASE("what was never measured is said") {
  CHECK(says(train(llama3_8b, R"("framework":"torchtitan")", rtx4090), "memory-framework-unmeasured"));
  CHECK_FALSE(says(train(llama3_8b, R"("framework":"torchtune")", rtx4090), "memory-framework-unmeasured"));
  CHECK(says(train(llama3_8b, "", R"("accelerator":"mi300x")"), "memory-family-unmeasured"));
  CHECK(says(train(llama3_8b, R"("compute":"fp8")", R"("accelerator":"h100-sxm5-80gb")"), "memory-fp8-unmeasured"));
}

TEST_CASE("frameworks and devices that cannot do what is asked") {
  const std::string tp = std::string(two_h100) + R"("parallel":{"tp":2})", zero = std::string(two_h100);
  CHECK(says(train(llama3_8b, R"("framework":"hf-trainer")", tp), "framework-lacks"));
  CHECK_FALSE(says(train(llama3_8b, R"("method":"full","framework":"megatron")", tp), "framework-lacks"));
  CHECK(says(train(llama3_8b, R"("framework":"megatron")", zero + R"("parallel":{"zero":3})"), "framework-lacks"));
  CHECK(
      says(train(llama3_8b, "", zero + R"("offload":"weights","parallel":{"dp":2,"zero":2})"), "offload-needs-zero3"));
  CHECK(says(train(llama3_8b, "", R"("accelerator":"v100-sxm2-32gb")"), "flash-elsewhere"));
  CHECK(says(train(llama3_8b, R"("optimizer":"adamw-8bit")", R"("accelerator":"tpu-v5p","count":4)"),
             "bitsandbytes-elsewhere"));
  CHECK(says(
      train(llama3_8b, R"("method":"full","weights":"fp16","recipe":"pure")", two_h100 + std::string(R"("nodes":1)")),
      "fp16-pure"));
}

TEST_CASE("a shard group where nothing is sharded is said to be unused; without a stage the planner shards") {
  const auto codes = [](const Report& r) {
    std::string all;
    for (const Note& n : r.scenario.notes) all += n.code + " ";
    return all;
  };
  const std::string fixed = R"("accelerator":"h100-sxm5-80gb","count":8,"parallel":)";
  CHECK(codes(estimated(train(llama3_8b, R"("method":"full")", fixed + R"({"zero":0,"shard":4})")))
            .find("shard-unused") != std::string::npos);
  const Report open = estimated(train(llama3_8b, R"("method":"full")", fixed + R"({"shard":4})"));
  CHECK(codes(open).find("shard-unused") == std::string::npos);
  CHECK(open.scenario.hardware->parallel.zero.value_or(0) > 0);
  CHECK(open.scenario.hardware->parallel.shard == 4);
}

TEST_CASE("layers of bitsandbytes are not split, GaLore takes adapters, llama.cpp reads GGUF alone: each is said") {
  const char* tensor = R"("accelerator":"h100-sxm5-80gb","count":2,"parallel":{"tp":2})";
  CHECK(says(train(llama3_8b, R"("weights":"nf4")", tensor), "kbit-split"));
  CHECK_FALSE(says(train(llama3_8b, R"("weights":"bf16")", tensor), "kbit-split"));
  CHECK_FALSE(says(train(llama3_8b, R"("weights":"nf4")", rtx4090), "kbit-split"));
  CHECK(says(train(llama3_8b, R"("optimizer":"galore-adamw")", rtx4090), "galore-adapters"));
  CHECK(says(serve(llama3_8b, R"("engine":"llama.cpp","weights":"fp8")", rtx4090), "gguf-only"));
  CHECK_FALSE(says(serve(llama3_8b, R"("engine":"llama.cpp","weights":"q4_k_m")", rtx4090), "gguf-only"));
  CHECK_FALSE(says(serve(llama3_8b, R"("engine":"llama.cpp","weights":"bf16")", rtx4090), "gguf-only"));
  CHECK(says(serve(llama3_8b, R"("weights":"int8")", R"("accelerator":"dmatrix-corsair","count":8)"), "sram-mode"));
}

TEST_CASE("recipes, adapters and quantised bases that a framework does not have are said") {
  const char* eight = R"("accelerator":"h100-sxm5-80gb","count":8)";
  const auto full = [&](const char* settings) {
    return train(llama3_8b, std::string(R"("method":"full",)") + settings, eight);
  };
  CHECK(says(full(R"("framework":"hf-trainer","recipe":"megatron")"), "recipe-elsewhere"));
  CHECK_FALSE(says(full(R"("framework":"hf-trainer","recipe":"deepspeed")"), "recipe-elsewhere"));
  CHECK(says(full(R"("framework":"megatron","recipe":"pure")"), "recipe-elsewhere"));
  CHECK_FALSE(says(full(R"("framework":"megatron","recipe":"megatron")"), "recipe-elsewhere"));
  CHECK_FALSE(says(full(R"("framework":"generic","recipe":"megatron")"), "recipe-elsewhere"));
  CHECK(says(train(llama3_8b, R"("framework":"megatron")", eight), "framework-lacks"));
  CHECK(says(train(llama3_8b, R"("framework":"maxtext","weights":"nf4")", eight), "framework-lacks"));
  CHECK_FALSE(says(train(llama3_8b, R"("framework":"maxtext")", eight), "framework-lacks"));
}

TEST_CASE("types and recomputation that mean something else are said") {
  const char* eight = R"("accelerator":"h100-sxm5-80gb","count":8)";
  CHECK(says(train(llama3_8b, R"("method":"full","weights":"fp8")", eight), "fp8-full"));
  CHECK_FALSE(says(train(llama3_8b, R"("method":"full","compute":"fp8")", eight), "fp8-full"));
  CHECK(says(train(llama3_8b, R"("compute":"tf32")", eight), "compute-wider"));
  CHECK_FALSE(says(train(llama3_8b, R"("compute":"tf32","weights":"fp32")", eight), "compute-wider"));
  CHECK(says(train(llama3_8b, R"("checkpoint_every":33)", eight), "checkpoint-every-whole"));
  CHECK_FALSE(says(train(llama3_8b, R"("checkpoint_every":32)", eight), "checkpoint-every-whole"));
  const std::string offload = std::string(eight) + R"(,"offload":"optimizer")";
  CHECK(says(train(llama3_8b, R"("optimizer":"paged-adamw")", offload), "offload-paged"));
  CHECK_FALSE(says(train(llama3_8b, R"("optimizer":"adamw-8bit")", offload), "offload-paged"));
  CHECK(says(train(llama3_8b, R"("image_tokens":500)", eight), "image-tokens-text"));
  CHECK_FALSE(says(train("Qwen/Qwen2.5-VL-7B-Instruct", R"("image_tokens":500)", eight), "image-tokens-text"));
}

TEST_CASE("degrees that leave devices idle or cross the network are said") {
  const auto on = [](const char* parallel, int count) {
    return train(llama3_8b, R"("method":"full","gradient_accumulation":4)",
                 R"("accelerator":"h100-sxm5-80gb","count":)" + std::to_string(count) + R"(,"parallel":)" + parallel);
  };
  CHECK(says(on(R"({"pp":8})", 8), "pipeline-starved"));
  CHECK_FALSE(says(on(R"({"pp":4})", 8), "pipeline-starved"));
  CHECK(says(on(R"({"tp":16})", 64), "tp-beyond-host"));
  CHECK_FALSE(says(on(R"({"tp":8})", 64), "tp-beyond-host"));
  CHECK(says(on(R"({"dp":3})", 4), "dp-from-devices"));
  CHECK_FALSE(says(on(R"({"dp":2})", 4), "dp-from-devices"));
}
