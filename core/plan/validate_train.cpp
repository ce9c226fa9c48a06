// Settings of training that frameworks or devices answer differently than asked: each a note that says what happens.
// Sources: FlashAttention README (Ampere, Ada, Hopper), DeepSpeed offload documentation (parameters at ZeRO-3 only),
// PyTorch AMP (fp16 needs fp32 masters and loss scaling).
#include "core/domain/formats.hpp"
#include "core/plan/reach.hpp"
#include "core/plan/validate.hpp"

namespace gpusel {
namespace {

using Args = std::vector<std::pair<std::string, std::string>>;

void note(Question& q, const char* code, std::string message, const char* pointer, Args args = {}) {
  q.scenario.notes.push_back({code, std::move(message), pointer, std::move(args)});
}

bool needs_bitsandbytes(const TrainSpec& t) {
  const bool optimizer = t.optimizer == Optimizer::adamw_8bit || t.optimizer == Optimizer::paged_adamw ||
                         t.optimizer == Optimizer::paged_adamw_8bit;
  return has_bitsandbytes_weights(t) || optimizer;
}

void note_precision(Question& q) {
  const TrainSpec& t = q.scenario.train;
  const bool narrow = is_narrow(t.compute);
  const std::string weights(to_string(t.weights)), compute(to_string(t.compute));
  if (t.method == Method::lora && is_quantised(t.weights) && t.weights != WeightFormat::fp8 && narrow)
    note(q, "compute-kbit",
         "Linears on " + weights + " weights are rebuilt in 16 bit and multiply there; " + compute + " is not used.",
         "/train/compute", {{"weights", weights}, {"compute", compute}});
  if (t.method == Method::full && t.recipe == Recipe::pure && t.weights == WeightFormat::fp16)
    note(
        q, "fp16-pure",
        "Training purely in fp16 loses small gradients: frameworks keep fp32 weights and scale the loss (recipe amp or "
        "deepspeed).",
        "/train/recipe");
  if (t.checkpoint_every > 1 && t.checkpointing != Checkpointing::full)
    note(q, "checkpoint-every-unused", "checkpoint_every counts with full checkpointing only; it is ignored.",
         "/train/checkpoint_every");
}

void note_device(Question& q, const Accelerator& a) {
  const TrainSpec& t = q.scenario.train;
  const bool old = a.vendor == "NVIDIA" && !a.compute_capability.empty() && a.compute_capability.size() == 3 &&
                   a.compute_capability[0] < '8';
  if (old && t.attention == Attention::flash)
    note(q, "flash-elsewhere",
         "FlashAttention 2 needs Ampere or later; " + a.name +
             " takes PyTorch's memory-efficient kernel, with the same saved tensors.",
         "/train/attention", {{"device", a.name}});
  if (needs_bitsandbytes(t) && !has_bitsandbytes(a))
    note(q, "bitsandbytes-elsewhere",
         "bitsandbytes (4- and 8-bit weights, 8-bit and paged optimizers) has no release for " + a.vendor +
             " devices; the estimate takes it as if it had.",
         "/hardware/accelerator", {{"vendor", a.vendor}});
}

void note_reach(Question& q, const ParallelSpec& p) {
  const Reach reach = reach_of(q.scenario.train.framework);
  const std::string framework(to_string(q.scenario.train.framework));
  const auto lacks = [&](const char* what, const char* pointer) {
    note(q, "framework-lacks", framework + " has no " + what + " of its own; the estimate takes it as if it had.",
         pointer, {{"framework", framework}, {"what", what}});
  };
  if (p.tp.value_or(1) > 1 && !reach.tp) lacks("tensor parallelism (tp)", "/hardware/parallel/tp");
  if (p.pp.value_or(1) > 1 && !reach.pp) lacks("pipeline parallelism (pp)", "/hardware/parallel/pp");
  if (p.cp.value_or(1) > 1 && !reach.cp) lacks("context parallelism (cp)", "/hardware/parallel/cp");
  if (p.zero.value_or(0) > reach.highest_zero)
    lacks(reach.highest_zero == 0 ? "sharding (ZeRO)" : "ZeRO beyond stage 1", "/hardware/parallel/zero");
  if (q.scenario.hardware->offload == Offload::weights && p.zero && *p.zero < 3 && p.dp.value_or(1) > 1)
    note(q, "offload-needs-zero3",
         "DeepSpeed and FSDP move weights to the host where they are sharded (ZeRO-3) only; at ZeRO-" +
             std::to_string(*p.zero) + " the optimizer can be offloaded.",
         "/hardware/offload", {{"zero", std::to_string(*p.zero)}});
}

}  // namespace

void note_training(Question& q, const std::vector<Device>& devices) {
  if (q.scenario.task != Task::train) return;
  note_precision(q);
  for (const Device& d : devices) note_device(q, *d.accelerator);
  if (q.scenario.hardware) note_reach(q, q.scenario.hardware->parallel);
}

}  // namespace gpusel
