// torchtune (recipes/configs, recipes/full_finetune_distributed.py) and torchtitan (config/configs.py).
#include "core/launch/tools.hpp"

namespace gpusel::launch {
namespace {

// Names of torchtune's own configs; another model starts from one of its family.
struct Known {
  std::string_view model, config;
};
constexpr Known tune_configs[] = {
    {"meta-llama/Meta-Llama-3-8B", "llama3/8B"},
    {"meta-llama/Meta-Llama-3-70B", "llama3/70B"},
    {"meta-llama/Llama-3.1-8B", "llama3_1/8B"},
    {"meta-llama/Llama-3.1-70B", "llama3_1/70B"},
    {"meta-llama/Llama-3.1-405B", "llama3_1/405B"},
    {"meta-llama/Llama-3.2-1B", "llama3_2/1B"},
    {"meta-llama/Llama-3.2-3B", "llama3_2/3B"},
    {"meta-llama/Llama-3.3-70B-Instruct", "llama3_3/70B"},
    {"meta-llama/Llama-2-7b-hf", "llama2/7B"},
    {"meta-llama/Llama-2-13b-hf", "llama2/13B"},
    {"meta-llama/Llama-2-70b-hf", "llama2/70B"},
    {"mistralai/Mistral-7B-v0.1", "mistral/7B"},
    {"Qwen/Qwen2.5-7B", "qwen2_5/7B"},
    {"Qwen/Qwen2.5-7B-Instruct", "qwen2_5/7B"},
    {"Qwen/Qwen2.5-32B-Instruct", "qwen2_5/32B"},
    {"Qwen/Qwen2.5-72B-Instruct", "qwen2_5/72B"},
};

std::string tune_config(const PlanFacts& f, LaunchSetting& out) {
  std::string base;
  for (const Known& k : tune_configs)
    if (k.model == f.model) base = k.config;
  if (base.empty()) {
    base = "YOUR_MODEL";
    absent(out, "model", f.model);
  }
  base += f.lora ? (f.four_bit ? "_qlora" : "_lora") : "_full";
  return f.count == 1 ? base + "_single_device" : base;
}

std::string tune_optimizer(Optimizer o) {
  switch (o) {
    case Optimizer::adamw:
      return "torch.optim.AdamW";
    case Optimizer::adamw_8bit:
      return "bitsandbytes.optim.AdamW8bit";
    case Optimizer::paged_adamw:
      return "bitsandbytes.optim.PagedAdamW";
    case Optimizer::paged_adamw_8bit:
      return "bitsandbytes.optim.PagedAdamW8bit";
    case Optimizer::sgd:
    case Optimizer::sgd_momentum:
      return "torch.optim.SGD";
    case Optimizer::lion:
      return "bitsandbytes.optim.Lion";
    case Optimizer::adafactor:
      return "torch.optim.Adafactor";
    default:
      return "";
  }
}

void tune_lora(const PlanFacts& f, Command& c, LaunchSetting& out) {
  const LoraSpec& lora = f.t->lora;
  const bool all = lora.target_set == "all-linear";
  c.add("model.lora_rank=" + text(lora.rank)).add("model.lora_alpha=" + text(2 * lora.rank));
  c.add(std::string("model.lora_attn_modules=[") +
        (all ? "q_proj,k_proj,v_proj,output_proj" : module_list(lora, "", ",")) + "]");
  c.add(std::string("model.apply_lora_to_mlp=") + (all ? "True" : "False"));
  if (lora.dtype == Dtype::fp32) nearest(out, "train.lora.dtype", "fp32", "the model's dtype");
}

std::string titan_checkpointing(Checkpointing c) {
  return c == Checkpointing::none ? "none" : c == Checkpointing::full ? "FullAC" : "SelectiveAC";
}

void titan_notes(const PlanFacts& f, LaunchSetting& out) {
  const TrainSpec& t = *f.t;
  note_adapters(f, out);
  refuse_weights(f, out, false, false, false);
  if (t.optimizer != Optimizer::adamw && t.optimizer != Optimizer::muon)
    refused(out, "train.optimizer", to_string(t.optimizer));
  if (t.loss == Loss::fused) nearest(out, "train.loss", "fused", "ChunkedLossWrapper");
  if (f.zero == 1) nearest(out, "hardware.parallel.zero", "1", "fsdp_reshard_after_forward never (ZeRO-2)");
}

}  // namespace

void torchtune(const PlanFacts& f, LaunchSetting& out) {
  const TrainSpec& t = *f.t;
  out.language = "sh";
  out.file = "tune.sh";
  Command c(f.count == 1 ? "tune run" : "tune run --nnodes " + text(f.nodes) + " --nproc_per_node " + text(f.per_host));
  const std::string recipe = f.lora ? "lora_finetune_" : "full_finetune_";
  c.add(recipe + (f.count == 1 ? "single_device" : "distributed")).add("--config", tune_config(f, out));
  c.add("batch_size=" + text(t.micro_batch)).add("gradient_accumulation_steps=" + text(t.gradient_accumulation));
  c.add("tokenizer.max_seq_len=" + text(t.sequence_length)).add("dataset.packed=True");
  const bool bf16 = f.lora || !t.recipe || *t.recipe == Recipe::pure;
  c.add(std::string("dtype=") + (bf16 ? "bf16" : "fp32"));
  if (!bf16) nearest(out, "train.recipe", to_string(*t.recipe), "fp32 throughout");
  c.add(std::string("enable_activation_checkpointing=") + (t.checkpointing == Checkpointing::none ? "False" : "True"));
  if (t.checkpointing == Checkpointing::selective) nearest(out, "train.checkpointing", "selective", "full");
  const std::string optimizer = tune_optimizer(t.optimizer);
  if (optimizer.empty()) refused(out, "train.optimizer", to_string(t.optimizer));
  if (!optimizer.empty()) c.add("optimizer=" + optimizer);
  if (f.steps > 0) c.add("max_steps_per_epoch=" + text(f.steps));
  if (t.loss == Loss::chunked) c.add("loss=torchtune.modules.loss.LinearCrossEntropyLoss");
  if (t.loss == Loss::full || t.loss == Loss::in_place) c.add("loss=torch.nn.CrossEntropyLoss");
  if (t.loss == Loss::fused) nearest(out, "train.loss", "fused", "LinearCrossEntropyLoss (chunked)");
  if (t.compile) c.add("compile=True");
  if (f.lora) tune_lora(f, c, out);
  if (f.tp > 1) c.add("tensor_parallel_dim=" + text(f.tp));
  if (f.cp > 1) c.add("context_parallel_dim=" + text(f.cp));
  if (f.count > 1) c.add("data_parallel_shard_dim=" + text(f.dp_shard));
  if (f.dp_replicate > 1) c.add("data_parallel_replicate_dim=" + text(f.dp_replicate));
  if (f.count > 1 && f.zero != 3) nearest(out, "hardware.parallel.zero", text(f.zero), "FSDP2 (ZeRO-3)");
  if (f.offload != Offload::none) c.add("fsdp_cpu_offload=True");
  if (t.compute == Compute::fp8) c.add("enable_fp8_training=True");
  refuse_layout(f, out, true, false, true, false, true);
  refuse_weights(f, out, true, false, false);
  note_adapters(f, out);
  out.text += c.str();
}

void torchtitan(const PlanFacts& f, LaunchSetting& out) {
  const TrainSpec& t = *f.t;
  out.language = "sh";
  out.file = "titan.sh";
  Command c("NGPU=" + text(f.per_host) + " MODULE=YOUR_MODEL CONFIG=YOUR_CONFIG ./run_train.sh");
  c.add("--training.num_tokens_per_microbatch_per_dp_rank", t.micro_batch * t.sequence_length);
  if (f.pp == 1) c.add("--training.num_tokens_per_train_step", f.global_batch * t.sequence_length);
  c.add("--training.max_context_length", t.sequence_length);
  if (f.steps > 0) c.add("--training.steps", f.steps);
  const bool pure = t.recipe && *t.recipe == Recipe::pure;
  c.add("--training.dtype", pure ? "bfloat16" : "float32");
  c.add("--parallelism.data_parallel_shard_degree", f.zero >= 1 ? f.dp_shard : 1);
  c.more_than(1, "--parallelism.data_parallel_replicate_degree", f.zero >= 1 ? f.dp_replicate : f.dp);
  c.when(f.zero >= 1, "--parallelism.fsdp_reshard_after_forward", f.zero == 3 ? "always" : "never");
  c.more_than(1, "--parallelism.tensor_parallel_degree", f.tp);
  if (f.pp > 1)
    c.add("--parallelism.pipeline_parallel_degree", f.pp)
        .add("--parallelism.pipeline_parallel_schedule", f.vp > 1 ? "Interleaved1F1B" : "1F1B")
        .add("--parallelism.num_pp_microbatches", t.gradient_accumulation);
  c.more_than(1, "--parallelism.context_parallel_degree", f.cp);
  c.more_than(1, "--parallelism.expert_parallel_degree", f.ep);
  c.when(f.offload != Offload::none, "--training.enable_cpu_offload").when(t.compile, "--compile.enable");
  out.text += "# In the config function: activation checkpointing " + titan_checkpointing(t.checkpointing);
  if (t.loss == Loss::chunked || t.loss == Loss::fused) out.text += "; loss ChunkedLossWrapper";
  if (t.compute == Compute::fp8) out.text += "; converter Float8LinearConverter";
  if (t.compute == Compute::mxfp8) out.text += "; converter MXFP8LinearConverter";
  if (t.compute == Compute::nvfp4) out.text += "; converter NVFP4LinearConverter";
  if (f.lora)
    out.text += "; converter LoRAConverter(rank=" + text(t.lora.rank) + ", alpha=" + text(2 * t.lora.rank) + ")";
  out.text += "\n" + c.str();
  titan_notes(f, out);
}

}  // namespace gpusel::launch
