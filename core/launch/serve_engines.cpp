// vLLM (docs.vllm.ai engine arguments), SGLang (server_arguments.md) and TensorRT-LLM (commands/serve.py): one shell
// command each.
#include "core/domain/formats.hpp"
#include "core/launch/tools.hpp"

namespace gpusel::launch {
namespace {

bool needs_checkpoint(WeightFormat w) {
  return w == WeightFormat::awq_int4 || w == WeightFormat::gptq_int4 || w == WeightFormat::gptq_int8 ||
         w == WeightFormat::int8 || w == WeightFormat::int4 || w == WeightFormat::mxfp4 || w == WeightFormat::nvfp4;
}

// Engines read most formats from the checkpoint: the model named must be one that was quantised so.
void checkpoint_comment(const PlanFacts& f, LaunchSetting& out) {
  if (needs_checkpoint(f.serve->weights))
    out.text += "# the checkpoint must be " + std::string(to_string(f.serve->weights)) + " already\n";
}

std::string sixteen_bit(WeightFormat w) {
  return w == WeightFormat::fp16 ? "float16" : w == WeightFormat::fp32 ? "float32" : "bfloat16";
}

void weights(const PlanFacts& f, Command& c, LaunchSetting& out) {
  const WeightFormat w = f.serve->weights;
  checkpoint_comment(f, out);
  if (w == WeightFormat::fp8) c.add("--quantization", "fp8");
  if (w == WeightFormat::nf4) c.add("--quantization", "bitsandbytes");
  if (!is_quantised(w)) c.add("--dtype", sixteen_bit(w));
  if (is_gguf(w)) nearest(out, "serve.weights", to_string(w), "a GGUF file as the model (experimental)");
}

void several_hosts(const PlanFacts& f, Command& c, const char* address) {
  if (f.nodes > 1) c.add("--nnodes", f.nodes).add("--node-rank", "\"$NODE_RANK\"").add(address, "\"$HEAD_ADDRESS\"");
}

bool is_8bit(KvFormat k) { return k == KvFormat::fp8; }

void cache_note(const PlanFacts& f, LaunchSetting& out) {
  if (!f.serve->kv_cache) return;
  const KvFormat k = *f.serve->kv_cache;
  if (k == KvFormat::q8_0 || k == KvFormat::q4_0 || k == KvFormat::int4 || k == KvFormat::int8)
    nearest(out, "serve.kv_cache", to_string(k), "fp8");
}

bool wants_fp8_cache(const PlanFacts& f) {
  if (!f.serve->kv_cache) return false;
  const KvFormat k = *f.serve->kv_cache;
  return is_8bit(k) || k == KvFormat::q8_0 || k == KvFormat::q4_0 || k == KvFormat::int4 || k == KvFormat::int8;
}

std::string quoted(const std::string& s) { return "\"" + s + "\""; }

std::string vllm_speculative(const Speculative& s) {
  const std::string tokens = "\"num_speculative_tokens\": " + text(s.tokens);
  return s.draft == "mtp" ? "'{\"method\": \"mtp\", " + tokens + "}'"
                          : "'{\"model\": " + quoted(s.draft) + ", " + tokens + "}'";
}

}  // namespace

void vllm(const PlanFacts& f, LaunchSetting& out) {
  const ServeSpec& s = *f.serve;
  out.language = "sh";
  out.file = "vllm.sh";
  Command c("vllm serve " + f.model);
  c.add("--max-model-len", f.context).add("--max-num-seqs", f.concurrency);
  if (s.memory_utilization) c.add("--gpu-memory-utilization", text(*s.memory_utilization));
  weights(f, c, out);
  c.when(wants_fp8_cache(f), "--kv-cache-dtype", "fp8");
  cache_note(f, out);
  c.more_than(1, "--tensor-parallel-size", f.tp);
  c.more_than(1, "--pipeline-parallel-size", f.pp > 1 ? f.pp : f.layer_split);
  c.more_than(1, "--data-parallel-size", f.dp).more_than(1, "--decode-context-parallel-size", f.cp);
  c.when(f.ep > 1, "--enable-expert-parallel");
  if (f.ep > 1 && f.ep != f.tp * f.dp)
    nearest(out, "hardware.parallel.ep", text(f.ep), "tp x dp = " + text(f.tp * f.dp));
  if (s.speculative) c.add("--speculative-config", vllm_speculative(*s.speculative));
  if (f.offload != Offload::none) c.add("--cpu-offload-gb", "GIB_A_DEVICE");
  several_hosts(f, c, "--master-addr");
  out.text += c.str();
}

void sglang(const PlanFacts& f, LaunchSetting& out) {
  const ServeSpec& s = *f.serve;
  out.language = "sh";
  out.file = "sglang.sh";
  Command c("python -m sglang.launch_server --model-path " + f.model);
  c.add("--context-length", f.context).add("--max-running-requests", f.concurrency);
  if (s.memory_utilization) c.add("--mem-fraction-static", text(*s.memory_utilization));
  weights(f, c, out);
  c.when(wants_fp8_cache(f), "--kv-cache-dtype", "fp8_e4m3");
  cache_note(f, out);
  c.more_than(1, "--tp-size", f.tp).more_than(1, "--pp-size", f.pp > 1 ? f.pp : f.layer_split);
  c.more_than(1, "--dp-size", f.dp).more_than(1, "--ep-size", f.ep).more_than(1, "--attn-cp-size", f.cp);
  if (s.speculative) {
    const bool mtp = s.speculative->draft == "mtp";
    c.add("--speculative-algorithm", mtp ? "NEXTN" : "STANDALONE");
    if (!mtp) c.add("--speculative-draft-model-path", s.speculative->draft);
    c.add("--speculative-num-steps", s.speculative->tokens).add("--speculative-eagle-topk", "1");
    c.add("--speculative-num-draft-tokens", s.speculative->tokens + 1);
  }
  if (f.offload != Offload::none) c.add("--cpu-offload-gb", "GIB_A_DEVICE");
  several_hosts(f, c, "--dist-init-addr");
  out.text += c.str();
}

void tensorrt_llm(const PlanFacts& f, LaunchSetting& out) {
  const ServeSpec& s = *f.serve;
  out.language = "sh";
  out.file = "trtllm.sh";
  if (is_quantised(s.weights))
    out.text += "# the checkpoint must be " + std::string(to_string(s.weights)) + " already (ModelOpt)\n";
  if (is_gguf(s.weights)) refused(out, "serve.weights", to_string(s.weights));
  Yaml y;
  y.group("kv_cache_config").add("dtype", wants_fp8_cache(f) ? "fp8" : "auto", 1);
  y.flag("enable_block_reuse", s.cached_tokens > 0, 1);
  if (s.speculative && s.speculative->draft == "mtp")
    y.group("speculative_config").add("decoding_type", "MTP", 1).add("max_draft_len", text(s.speculative->tokens), 1);
  if (s.speculative && s.speculative->draft != "mtp")
    y.group("speculative_config")
        .add("decoding_type", "DraftTarget", 1)
        .add("max_draft_len", text(s.speculative->tokens), 1)
        .add("speculative_model_dir", s.speculative->draft, 1);
  out.text += "cat > trtllm.yaml <<'EOF'\n" + y.str() + "EOF\n";
  Command c(f.nodes > 1 ? "trtllm-llmapi-launch trtllm-serve " + f.model : "trtllm-serve " + f.model);
  c.add("--max_seq_len", f.context).add("--max_batch_size", f.concurrency);
  c.more_than(1, "--tp_size", f.tp).more_than(1, "--pp_size", f.pp > 1 ? f.pp : f.layer_split);
  c.more_than(1, "--ep_size", f.ep).more_than(1, "--cp_size", f.cp);
  if (f.nodes > 1) c.add("--gpus_per_node", f.per_host);
  c.add("--extra_llm_api_options", "trtllm.yaml");
  if (s.memory_utilization)
    nearest(out, "serve.memory_utilization", text(*s.memory_utilization),
            "--free_gpu_memory_fraction, a share of what the weights leave");
  if (f.dp > 1) nearest(out, "hardware.parallel.dp", text(f.dp), "so many servers behind a router");
  if (f.offload != Offload::none) absent(out, "hardware.offload", to_string(f.offload));
  cache_note(f, out);
  out.text += c.str();
}

}  // namespace gpusel::launch
