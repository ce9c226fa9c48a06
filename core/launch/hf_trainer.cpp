// Hugging Face TRL with Accelerate (FSDP2) and with DeepSpeed: one shell script. Options: transformers
// training_args.py, TRL sft_config.py and model_config.py, accelerate commands/launch.py, deepspeed zero/config.py.
#include "core/launch/tools.hpp"

namespace gpusel::launch {
namespace {

std::string trl_module(Objective o) {
  switch (o) {
    case Objective::dpo:
      return "trl.scripts.dpo";
    case Objective::kto:
      return "trl.scripts.kto";
    case Objective::reward:
      return "trl.scripts.reward";
    case Objective::grpo:
      return "trl.scripts.grpo";
    default:
      return "trl.scripts.sft";
  }
}

bool is_pure(const PlanFacts& f) { return !f.lora && f.t->recipe && *f.t->recipe == Recipe::pure; }

std::string mixed_precision(const PlanFacts& f) {
  if (is_pure(f)) return "no";
  return f.t->compute == Compute::fp8 ? "fp8" : f.t->compute == Compute::fp16 ? "fp16" : "bf16";
}

void model_options(const PlanFacts& f, Command& c, LaunchSetting& out) {
  const TrainSpec& t = *f.t;
  const bool fp32 = !f.lora && t.recipe && *t.recipe == Recipe::amp;
  c.add("--model_name_or_path", f.model).add("--dtype", fp32 ? "float32" : "bfloat16");
  c.add("--attn_implementation", t.attention == Attention::flash  ? "flash_attention_2"
                                 : t.attention == Attention::sdpa ? "sdpa"
                                                                  : "eager");
  if (f.lora) {
    c.add("--use_peft").add("--lora_r", t.lora.rank).add("--lora_alpha", 2 * t.lora.rank).add("--lora_dropout", "0");
    c.add("--lora_target_modules", module_list(t.lora, "all-linear", " "));
  }
  if (f.four_bit) {
    c.add("--load_in_4bit").add("--bnb_4bit_quant_type", std::string(to_string(t.weights)));
    c.when(t.double_quant, "--use_bnb_nested_quant");
  }
  c.when(f.eight_bit, "--load_in_8bit");
  if (t.weights == WeightFormat::fp8) refused(out, "train.weights", "fp8");
}

void step_options(const PlanFacts& f, Command& c, LaunchSetting& out, bool sharded) {
  const TrainSpec& t = *f.t;
  c.add("--dataset_name", "YOUR/DATASET").add("--output_dir", "out");
  c.add("--per_device_train_batch_size", t.micro_batch).add("--gradient_accumulation_steps", t.gradient_accumulation);
  c.add("--max_length", t.sequence_length).add("--packing", "true");
  if (f.steps > 0) c.add("--max_steps", f.steps);
  const bool recompute = t.checkpointing != Checkpointing::none;
  c.add("--gradient_checkpointing", recompute && !sharded ? "true" : "false");
  if (t.checkpointing == Checkpointing::selective) nearest(out, "train.checkpointing", "selective", "full");
  const std::string optimizer = trainer_optimizer(t.optimizer);
  if (optimizer.empty()) refused(out, "train.optimizer", to_string(t.optimizer));
  if (!optimizer.empty()) c.add("--optim", optimizer);
  if (t.optimizer == Optimizer::galore_adamw) c.add("--optim_target_modules", "attn mlp");
  const bool fp16 = t.compute == Compute::fp16, pure = is_pure(f);
  c.add("--bf16", fp16 || pure ? "false" : "true").when(fp16, "--fp16", "true");
  c.when(t.compile, "--torch_compile", "true");
  if (t.loss == Loss::fused || t.kernels == Kernels::fused)
    c.add("--use_liger_kernel", "true");
  else if (t.objective == Objective::sft || t.objective == Objective::pretrain)
    c.add("--loss_type", t.loss == Loss::chunked ? "chunked_nll" : "nll");
  if (t.loss == Loss::in_place) nearest(out, "train.loss", "in-place", "nll");
}

Command launcher(const PlanFacts& f, const std::string& how) {
  Command c("accelerate launch" + how);
  c.add("--num_processes", f.count).add("--num_machines", f.nodes);
  if (f.nodes > 1)
    c.add("--machine_rank", "\"$NODE_RANK\"")
        .add("--main_process_ip", "\"$HEAD_ADDRESS\"")
        .add("--main_process_port", "29500");
  return c;
}

void common_notes(const PlanFacts& f, LaunchSetting& out) {
  note_adapters(f, out);
  if (f.lora && f.t->lora.dtype != Dtype::fp32)
    nearest(out, "train.lora.dtype", to_string(f.t->lora.dtype), "fp32 (PEFT's autocast_adapter_dtype)");
  if (f.t->compute == Compute::mxfp8 || f.t->compute == Compute::nvfp4)
    refused(out, "train.compute", to_string(f.t->compute));
}

}  // namespace

void hf_trainer(const PlanFacts& f, LaunchSetting& out) {
  out.language = "sh";
  out.file = "train.sh";
  const bool sharded = f.zero >= 2;
  Command c = launcher(f, "");
  c.add("--mixed_precision", mixed_precision(f));
  if (sharded || f.offload != Offload::none) {
    c.add("--use_fsdp").add("--fsdp_version", "2").add("--fsdp_reshard_after_forward", f.zero == 2 ? "false" : "true");
    c.add("--fsdp_auto_wrap_policy", "TRANSFORMER_BASED_WRAP");
    c.when(f.t->checkpointing != Checkpointing::none, "--fsdp_activation_checkpointing", "true");
    c.when(f.offload != Offload::none, "--fsdp_offload_params", "true");
  } else {
    c.when(f.count > 1, "--multi_gpu");
  }
  if (f.zero == 1) nearest(out, "hardware.parallel.zero", "1", "plain data parallelism (DeepSpeed has stage 1)");
  if (f.offload == Offload::optimizer)
    nearest(out, "hardware.offload", "optimizer", "--fsdp_offload_params (weights too)");
  if (f.tp > 1 || f.cp > 1 || f.shard > 0) {
    c.add("--use_parallelism_config").add("--parallelism_config_dp_shard_size", f.dp_shard);
    c.more_than(1, "--parallelism_config_dp_replicate_size", f.dp_replicate);
    c.more_than(1, "--parallelism_config_tp_size", f.tp).more_than(1, "--parallelism_config_cp_size", f.cp);
  }
  refuse_layout(f, out, true, false, true, false, true);
  c.add("-m", trl_module(f.t->objective));
  model_options(f, c, out);
  step_options(f, c, out, sharded);
  common_notes(f, out);
  out.text += c.str();
}

void deepspeed(const PlanFacts& f, LaunchSetting& out) {
  out.language = "sh";
  out.file = "train-deepspeed.sh";
  out.text += "cat > zero.json <<'EOF'\n" + deepspeed_json(f) + "EOF\n";
  Command c = launcher(f, "");
  c.add("--use_deepspeed").add("--deepspeed_config_file", "zero.json").add("-m", trl_module(f.t->objective));
  model_options(f, c, out);
  step_options(f, c, out, false);
  refuse_layout(f, out, true, false, false, false);
  common_notes(f, out);
  if (!f.lora && f.t->recipe && *f.t->recipe != Recipe::deepspeed)
    nearest(out, "train.recipe", to_string(*f.t->recipe), "deepspeed (fp32 master weights and states)");
  if (f.four_bit && f.zero == 3) nearest(out, "hardware.parallel.zero", "3", "FSDP for a 4-bit base");
  out.text += c.str();
}

}  // namespace gpusel::launch
