#include "core/launch/tools.hpp"

namespace gpusel::launch {

// transformers OptimizerNames (training_args.py): adamw_torch_fused, adamw_8bit, paged_adamw_32bit, paged_adamw_8bit
// ...
std::string trainer_optimizer(Optimizer o) {
  switch (o) {
    case Optimizer::adamw:
      return "adamw_torch_fused";
    case Optimizer::adamw_8bit:
      return "adamw_8bit";
    case Optimizer::paged_adamw:
      return "paged_adamw_32bit";
    case Optimizer::paged_adamw_8bit:
      return "paged_adamw_8bit";
    case Optimizer::adafactor:
      return "adafactor";
    case Optimizer::sgd:
    case Optimizer::sgd_momentum:
      return "sgd";
    case Optimizer::lion:
      return "lion_32bit";
    case Optimizer::galore_adamw:
      return "galore_adamw";
    case Optimizer::muon:
      return "";
  }
  return "";
}

std::string module_list(const LoraSpec& lora, std::string_view all_linear, std::string_view separator) {
  std::vector<std::string> names = lora.targets;
  if (lora.target_set == "all-linear") return std::string(all_linear);
  if (lora.target_set == "attention") names = {"q_proj", "k_proj", "v_proj", "o_proj"};
  if (lora.target_set == "qv") names = {"q_proj", "v_proj"};
  std::string out;
  for (const std::string& n : names) out += (out.empty() ? "" : std::string(separator)) + n;
  return out;
}

std::string deepspeed_json(const PlanFacts& f) {
  const std::string stage = text(f.zero);
  std::string out = "{\n  \"train_micro_batch_size_per_gpu\": " + text(f.t->micro_batch) +
                    ",\n  \"gradient_accumulation_steps\": " + text(f.t->gradient_accumulation) +
                    ",\n  \"bf16\": {\"enabled\": " + (f.t->compute == Compute::fp16 ? "false" : "true") + "}";
  if (f.t->compute == Compute::fp16) out += ",\n  \"fp16\": {\"enabled\": true}";
  out += ",\n  \"zero_optimization\": {\n    \"stage\": " + stage + ",\n    \"overlap_comm\": true";
  if (f.zero >= 3) out += ",\n    \"stage3_gather_16bit_weights_on_model_save\": true";
  if (f.offload != Offload::none) out += ",\n    \"offload_optimizer\": {\"device\": \"cpu\"}";
  if (f.offload == Offload::weights) out += ",\n    \"offload_param\": {\"device\": \"cpu\"}";
  out += "\n  }";
  if (f.tp > 1) out += ",\n  \"tensor_parallel\": {\"autotp_size\": " + text(f.tp) + "}";
  return out + "\n}\n";
}

void refuse_layout(const PlanFacts& f, LaunchSetting& out, bool tp, bool pp, bool cp, bool ep, bool hybrid) {
  if (f.tp > 1 && !tp) refused(out, "hardware.parallel.tp", text(f.tp));
  if (f.pp > 1 && !pp) refused(out, "hardware.parallel.pp", text(f.pp));
  if (f.cp > 1 && !cp) refused(out, "hardware.parallel.cp", text(f.cp));
  if (f.ep > 1 && !ep) refused(out, "hardware.parallel.ep", text(f.ep));
  if (f.shard > 0 && !hybrid) nearest(out, "hardware.parallel.shard", text(f.shard), "one shard group of all ranks");
}

void refuse_weights(const PlanFacts& f, LaunchSetting& out, bool nf4, bool fp4, bool int8) {
  const WeightFormat w = f.t->weights;
  const bool missing =
      (w == WeightFormat::nf4 && !nf4) || (w == WeightFormat::fp4 && !fp4) || (w == WeightFormat::int8 && !int8);
  if (missing) refused(out, "train.weights", to_string(w));
}

void note_adapters(const PlanFacts& f, LaunchSetting& out) {
  if (f.lora && f.t->lora.adapters > 1) refused(out, "train.lora.adapters", text(f.t->lora.adapters));
}

}  // namespace gpusel::launch
