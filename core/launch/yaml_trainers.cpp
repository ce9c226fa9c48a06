// axolotl (utils/schemas), LLaMA-Factory (hparams): one YAML file each, over Hugging Face's Trainer.
#include "core/launch/tools.hpp"

namespace gpusel::launch {
namespace {

void axolotl_precision(const PlanFacts& f, Yaml& y, LaunchSetting& out) {
  const TrainSpec& t = *f.t;
  const bool pure = !f.lora && t.recipe && *t.recipe == Recipe::pure;
  y.add("bf16", t.compute == Compute::fp16 ? "false" : pure ? "full" : "true");
  if (t.compute == Compute::fp16) y.flag("fp16", true);
  if (t.compute == Compute::tf32) y.flag("tf32", true);
  if (t.compute == Compute::fp8) y.flag("fp8", true);
  if (t.compute == Compute::mxfp8 || t.compute == Compute::nvfp4) refused(out, "train.compute", to_string(t.compute));
  if (t.loss == Loss::fused) y.flag("cut_cross_entropy", true);
  if (t.loss == Loss::chunked) y.flag("chunked_cross_entropy", true);
  if (t.compile) y.flag("torch_compile", true);
}

void axolotl_lora(const PlanFacts& f, Yaml& y) {
  const LoraSpec& lora = f.t->lora;
  y.add("adapter", f.four_bit ? "qlora" : "lora").add("lora_r", lora.rank).add("lora_alpha", 2 * lora.rank);
  y.add("lora_dropout", "0");
  if (lora.target_set == "all-linear")
    y.flag("lora_target_linear", true);
  else
    y.add("lora_target_modules", "[" + module_list(lora, "", ", ") + "]");
  if (lora.dtype != Dtype::fp32) y.flag("peft_autocast_adapter_dtype", false);
}

void axolotl_layout(const PlanFacts& f, Yaml& y, LaunchSetting& out) {
  if (f.tp > 1) y.add("tensor_parallel_size", f.tp);
  if (f.cp > 1) y.add("context_parallel_size", f.cp);
  if (f.ep > 1) y.add("expert_parallel_size", f.ep);
  if (f.zero >= 2 || f.offload != Offload::none) {
    y.add("dp_shard_size", f.dp_shard);
    if (f.dp_replicate > 1) y.add("dp_replicate_size", f.dp_replicate);
    y.add("fsdp_version", "2").group("fsdp_config");
    y.flag("reshard_after_forward", f.zero != 2, 1).flag("offload_params", f.offload != Offload::none, 1);
    y.flag("activation_checkpointing", f.t->checkpointing != Checkpointing::none, 1);
  } else {
    y.flag("gradient_checkpointing", f.t->checkpointing != Checkpointing::none);
  }
  if (f.zero == 1) y.add("deepspeed", "deepspeed_configs/zero1.json");
  if (f.t->checkpointing == Checkpointing::selective) nearest(out, "train.checkpointing", "selective", "full");
  refuse_layout(f, out, true, false, true, true, true);
}

std::string hosts_comment(const PlanFacts& f, const std::string& one, const std::string& many) {
  return "# " + (f.nodes > 1 ? many : one) + "\n";
}

}  // namespace

void axolotl(const PlanFacts& f, LaunchSetting& out) {
  const TrainSpec& t = *f.t;
  out.language = "yaml";
  out.file = "axolotl.yaml";
  out.text +=
      hosts_comment(f, "axolotl train axolotl.yaml",
                    "on each host: axolotl train axolotl.yaml --launcher torchrun -- --nnodes " + text(f.nodes) +
                        " --nproc_per_node " + text(f.per_host) + " --rdzv_endpoint $HEAD_ADDRESS:29500");
  Yaml y;
  y.add("base_model", f.model).add("datasets", "").add("  - path", "YOUR/DATASET").add("    type", "chat_template");
  y.add("output_dir", "out").add("micro_batch_size", t.micro_batch);
  y.add("gradient_accumulation_steps", t.gradient_accumulation).add("sequence_len", t.sequence_length);
  y.flag("sample_packing", true);
  if (f.steps > 0) y.add("max_steps", f.steps);
  if (f.lora) axolotl_lora(f, y);
  if (f.four_bit) y.flag("load_in_4bit", true);
  if (f.eight_bit) y.flag("load_in_8bit", true);
  if (t.weights == WeightFormat::fp4) nearest(out, "train.weights", "fp4", "nf4 (bnb_config_kwargs sets the type)");
  y.add("attn_implementation", t.attention == Attention::flash  ? "flash_attention_2"
                               : t.attention == Attention::sdpa ? "sdpa"
                                                                : "eager");
  const std::string optimizer = t.optimizer == Optimizer::muon ? "muon" : trainer_optimizer(t.optimizer);
  y.add("optimizer", optimizer);
  axolotl_precision(f, y, out);
  if (t.objective == Objective::dpo || t.objective == Objective::kto || t.objective == Objective::orpo ||
      t.objective == Objective::grpo)
    y.add("rl", std::string(to_string(t.objective)));
  axolotl_layout(f, y, out);
  note_adapters(f, out);
  out.text += y.str();
}

void llama_factory(const PlanFacts& f, LaunchSetting& out) {
  const TrainSpec& t = *f.t;
  out.language = "yaml";
  out.file = "llamafactory.yaml";
  out.text += hosts_comment(f, "llamafactory-cli train llamafactory.yaml",
                            "on each host: FORCE_TORCHRUN=1 NNODES=" + text(f.nodes) +
                                " NODE_RANK=$NODE_RANK MASTER_ADDR=$HEAD_ADDRESS MASTER_PORT=29500 llamafactory-cli "
                                "train llamafactory.yaml");
  Yaml y;
  const bool orpo = t.objective == Objective::orpo;
  const std::string stage = t.objective == Objective::pretrain ? "pt"
                            : t.objective == Objective::reward ? "rm"
                            : orpo                             ? "dpo"
                                                               : std::string(to_string(t.objective));
  y.add("model_name_or_path", f.model).add("stage", stage).flag("do_train", true);
  if (orpo) y.add("pref_loss", "orpo");
  if (t.objective == Objective::grpo) refused(out, "train.objective", "grpo");
  y.add("dataset", "YOUR_DATASET").add("output_dir", "out").add("finetuning_type", f.lora ? "lora" : "full");
  if (f.lora) {
    y.add("lora_rank", t.lora.rank).add("lora_alpha", 2 * t.lora.rank).add("lora_dropout", "0");
    y.add("lora_target", module_list(t.lora, "all", ","));
  }
  if (f.four_bit || f.eight_bit) y.add("quantization_bit", f.four_bit ? "4" : "8").add("quantization_method", "bnb");
  if (f.four_bit)
    y.add("quantization_type", std::string(to_string(t.weights))).flag("double_quantization", t.double_quant);
  y.add("cutoff_len", t.sequence_length).flag("packing", true).add("per_device_train_batch_size", t.micro_batch);
  y.add("gradient_accumulation_steps", t.gradient_accumulation);
  if (f.steps > 0) y.add("max_steps", f.steps);
  if (t.checkpointing == Checkpointing::none) y.flag("disable_gradient_checkpointing", true);
  if (t.checkpointing == Checkpointing::selective) nearest(out, "train.checkpointing", "selective", "full");
  y.add("flash_attn", t.attention == Attention::flash ? "fa2" : t.attention == Attention::sdpa ? "sdpa" : "disabled");
  if (t.loss == Loss::fused || t.kernels == Kernels::fused) y.flag("enable_liger_kernel", true);
  if (t.loss == Loss::chunked) nearest(out, "train.loss", "chunked", "enable_liger_kernel (fused)");
  if (t.optimizer == Optimizer::muon)
    y.flag("use_muon", true);
  else
    y.add("optim", trainer_optimizer(t.optimizer));
  const bool pure = !f.lora && t.recipe && *t.recipe == Recipe::pure;
  y.flag(t.compute == Compute::fp16 ? "fp16" : pure ? "pure_bf16" : "bf16", true);
  const bool offloads = f.offload != Offload::none;
  if (f.zero > 0 || offloads)
    y.add("deepspeed", "examples/deepspeed/ds_z" +
                           text(f.zero == 1   ? 2
                                : f.zero == 0 ? 2
                                              : f.zero) +
                           (offloads ? "_offload" : "") + "_config.json");
  if (f.zero == 1) nearest(out, "hardware.parallel.zero", "1", "ds_z2_config.json with its stage set to 1");
  refuse_layout(f, out, false, false, false, false);
  note_adapters(f, out);
  out.text += y.str();
}

}  // namespace gpusel::launch
