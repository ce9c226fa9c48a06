#include <algorithm>

#include "tests/plan/fixture.hpp"

using namespace gpusel;

namespace {

std::vector<LaunchSetting> launched(const Scenario& s) { return launch_settings(catalogue(), estimated(s)); }

LaunchSetting of(const Scenario& s, const std::string& tool) {
  for (LaunchSetting& l : launched(s))
    if (l.tool == tool) return l;
  FAIL("no tool " << tool);
  return {};
}

bool has(const LaunchSetting& l, const std::string& part) { return l.text.find(part) != std::string::npos; }

bool noted(const LaunchSetting& l, const std::string& code, const std::string& pointer) {
  return std::any_of(l.notes.begin(), l.notes.end(),
                     [&](const Note& n) { return n.code == code && n.pointer == pointer; });
}

const char* h100_16 = R"("accelerator":"h100-sxm5-80gb","count":16)";

}  // namespace

TEST_CASE("every tool of the task is written, the scenario's own first, its version in the text") {
  const Scenario s = train(llama3_8b, R"("framework":"axolotl")", R"("accelerator":"rtx-4090")");
  const std::vector<LaunchSetting> all = launched(s);
  CHECK(all.size() == launch_tools(Task::train).size());
  CHECK(all.front().tool == "axolotl");
  for (const LaunchSetting& l : all) {
    CAPTURE(l.tool);
    CHECK(has(l, l.version));
    CHECK(has(l, "1 x rtx-4090"));
    CHECK(!l.file.empty());
  }
  const Scenario served = serve(llama3_8b, R"("engine":"sglang")", R"("accelerator":"rtx-4090")");
  CHECK(launched(served).size() == launch_tools(Task::serve).size());
  CHECK(launched(served).front().tool == "sglang");
}

TEST_CASE("batch, length and adapters say the same in every trainer") {
  const Scenario s = train(llama3_8b,
                           R"("micro_batch":3,"gradient_accumulation":5,"sequence_length":1536,)"
                           R"("lora":{"rank":24,"targets":"attention"})",
                           R"("accelerator":"rtx-4090")");
  CHECK(has(of(s, "hf-trainer"), "--per_device_train_batch_size 3"));
  CHECK(has(of(s, "hf-trainer"), "--gradient_accumulation_steps 5"));
  CHECK(has(of(s, "hf-trainer"), "--max_length 1536"));
  CHECK(has(of(s, "hf-trainer"), "--lora_r 24"));
  CHECK(has(of(s, "hf-trainer"), "--lora_target_modules q_proj k_proj v_proj o_proj"));
  CHECK(has(of(s, "torchtune"), "batch_size=3"));
  CHECK(has(of(s, "torchtune"), "llama3/8B_lora_single_device"));
  CHECK(has(of(s, "axolotl"), "micro_batch_size: 3"));
  CHECK(has(of(s, "axolotl"), "lora_target_modules: [q_proj, k_proj, v_proj, o_proj]"));
  CHECK(has(of(s, "llama-factory"), "per_device_train_batch_size: 3"));
  CHECK(has(of(s, "unsloth"), "per_device_train_batch_size=3"));
  CHECK(has(of(s, "unsloth"), "r=24"));
}

TEST_CASE("QLoRA is 4 bits with nested quantisation, and refused where a tool cannot") {
  const Scenario s = train(llama3_8b, R"("weights":"nf4")", R"("accelerator":"rtx-4080")");
  CHECK(has(of(s, "hf-trainer"), "--load_in_4bit"));
  CHECK(has(of(s, "hf-trainer"), "--use_bnb_nested_quant"));
  CHECK(has(of(s, "torchtune"), "_qlora"));
  CHECK(has(of(s, "axolotl"), "adapter: qlora"));
  CHECK(has(of(s, "llama-factory"), "quantization_bit: 4"));
  CHECK(has(of(s, "unsloth"), "load_in_4bit=True"));
  for (const char* tool : {"megatron", "torchtitan"}) {
    CAPTURE(tool);
    CHECK(!of(s, tool).runs);
    CHECK(noted(of(s, tool), "launch-refused", "/train/weights"));
  }
}

TEST_CASE("shards and hosts: FSDP, DeepSpeed's JSON, torchrun") {
  const Scenario s = train(llama3_70b, R"("method":"full","tokens":1e9,"gradient_accumulation":2)", h100_16);
  const Report r = estimated(s);
  REQUIRE(*r.scenario.hardware->parallel.zero == 3);
  const LaunchSetting trl = of(s, "hf-trainer"), zero = of(s, "deepspeed"), titan = of(s, "torchtitan");
  CHECK(has(trl, "--num_processes 16"));
  CHECK(has(trl, "--num_machines 2"));
  CHECK(has(trl, "--use_fsdp"));
  CHECK(has(trl, "--mixed_precision no"));  // pure bf16: nothing is mixed
  CHECK(noted(zero, "launch-close", "/train/recipe"));
  CHECK(has(trl, "--fsdp_reshard_after_forward true"));
  CHECK(has(trl, "--fsdp_activation_checkpointing true"));
  CHECK(has(zero, "\"stage\": 3"));
  CHECK(has(titan, "--parallelism.data_parallel_shard_degree 16"));
  CHECK(has(titan, "--parallelism.fsdp_reshard_after_forward always"));
  // 1e9 tokens / (16 devices * 2 * 2048 tokens) = 15258.8 steps
  CHECK(has(trl, "--max_steps 15259"));
}

// 16 ranks in two groups of 8, each with one copy; tools multiply context parallelism in, so that a group is dp_shard *
// cp.
TEST_CASE("hybrid sharding: ranks that share a copy, and its replicas") {
  const auto sharded = [](const char* parallel) {
    return train(llama3_70b, R"("method":"full")", h100_16 + std::string(R"(,"parallel":)") + parallel);
  };
  const Scenario s = sharded(R"({"dp":16,"zero":3,"shard":8})");
  CHECK(has(of(s, "hf-trainer"), "--parallelism_config_dp_shard_size 8"));
  CHECK(has(of(s, "hf-trainer"), "--parallelism_config_dp_replicate_size 2"));
  CHECK(has(of(s, "torchtune"), "data_parallel_shard_dim=8"));
  CHECK(has(of(s, "torchtune"), "data_parallel_replicate_dim=2"));
  CHECK(has(of(s, "axolotl"), "dp_replicate_size: 2"));
  CHECK(noted(of(s, "deepspeed"), "launch-close", "/hardware/parallel/shard"));
  const Scenario rings = sharded(R"({"dp":8,"cp":2,"zero":3,"shard":8})");
  CHECK(has(of(rings, "hf-trainer"), "--parallelism_config_dp_shard_size 4"));
  CHECK(has(of(rings, "hf-trainer"), "--parallelism_config_dp_replicate_size 2"));
  CHECK(has(of(rings, "torchtitan"), "--parallelism.data_parallel_shard_degree 4"));
  CHECK(has(of(rings, "torchtitan"), "--parallelism.data_parallel_replicate_degree 2"));
}

TEST_CASE("Megatron takes degrees and the global batch") {
  const Scenario s = train(llama3_70b,
                           R"("method":"full","framework":"megatron","objective":"pretrain",)"
                           R"("gradient_accumulation":16,"sequence_length":4096)",
                           R"("accelerator":"h100-sxm5-80gb","count":64,"parallel":{"tp":8,"pp":4,"dp":2,"zero":1})");
  const LaunchSetting m = of(s, "megatron");
  CHECK(m.runs);
  CHECK(has(m, "--tensor-model-parallel-size 8"));
  CHECK(has(m, "--sequence-parallel"));
  CHECK(has(m, "--pipeline-model-parallel-size 4"));
  CHECK(has(m, "--global-batch-size 32"));
  CHECK(has(m, "--num-query-groups 8"));
  CHECK(has(m, "--normalization RMSNorm"));
  CHECK(has(m, "--use-distributed-optimizer"));
  CHECK(has(m, "--recompute-granularity full"));
  CHECK(noted(of(s, "hf-trainer"), "launch-refused", "/hardware/parallel/pp"));
}

TEST_CASE("serving: lengths, requests, degrees, cache and memory share by each engine's own name") {
  const Scenario s = serve(llama3_70b,
                           R"("concurrency":32,"input_tokens":2048,"output_tokens":256,"kv_cache":"fp8",)"
                           R"("memory_utilization":0.85)",
                           R"("accelerator":"h100-sxm5-80gb","count":4)");
  CHECK(has(of(s, "vllm"), "--tensor-parallel-size 4"));
  CHECK(has(of(s, "vllm"), "--max-model-len 2304"));
  CHECK(has(of(s, "vllm"), "--max-num-seqs 32"));
  CHECK(has(of(s, "vllm"), "--gpu-memory-utilization 0.85"));
  CHECK(has(of(s, "vllm"), "--kv-cache-dtype fp8"));
  CHECK(has(of(s, "sglang"), "--tp-size 4"));
  CHECK(has(of(s, "tensorrt-llm"), "--tp_size 4"));
  CHECK(has(of(s, "tensorrt-llm"), "dtype: fp8"));
  CHECK(noted(of(s, "tensorrt-llm"), "launch-close", "/serve/memory_utilization"));
}

TEST_CASE("llama.cpp's context is that of all requests together, Ollama's of one") {
  const Scenario s = serve(llama3_8b,
                           R"("engine":"llama.cpp","weights":"q4_k_m","concurrency":4,)"
                           R"("context_length":8192,"kv_cache":"q8_0")",
                           R"("accelerator":"rtx-4090")");
  CHECK(has(of(s, "llama.cpp"), "-c 32768"));
  CHECK(has(of(s, "llama.cpp"), "-np 4"));
  CHECK(has(of(s, "llama.cpp"), "-ctk q8_0"));
  CHECK(has(of(s, "ollama"), "OLLAMA_CONTEXT_LENGTH=8192"));
  CHECK(has(of(s, "ollama"), "OLLAMA_KV_CACHE_TYPE=q8_0"));
  CHECK(!of(s, "tensorrt-llm").runs);
  CHECK(noted(of(s, "tensorrt-llm"), "launch-refused", "/serve/weights"));
}

TEST_CASE("as JSON, and a broken scenario is its error") {
  const Result<Value> v = parse_json(
      launch_json(catalogue(), R"({"model":"Qwen/Qwen3-8B","task":"serve","hardware":{"accelerator":"l4"}})"));
  REQUIRE(v.ok());
  CHECK(v->find("launch")->array()->size() == launch_tools(Task::serve).size());
  const Result<Value> e = parse_json(launch_json(catalogue(), R"({"model":"none","task":"serve"})"));
  REQUIRE(e.ok());
  CHECK(e->find("error"));
}
