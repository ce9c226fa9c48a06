// Settings of training that frameworks or devices answer differently than asked: each a note that says what happens.
// Sources: FlashAttention README (Ampere, Ada, Hopper), DeepSpeed offload documentation (parameters at ZeRO-3 only),
// PyTorch AMP (fp16 needs fp32 masters and loss scaling), bitsandbytes pull request 1901 (optimizers on the CPU).
#include "core/domain/formats.hpp"
#include "core/plan/reach.hpp"
#include "core/plan/validate.hpp"

namespace gpusel {
namespace {

using Args = std::vector<std::pair<std::string, std::string>>;

void note(Question& q, const char* code, std::string message, const char* pointer, Args args = {}) {
  q.scenario.notes.push_back({code, std::move(message), pointer, std::move(args)});
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
  if (t.method == Method::full && t.weights == WeightFormat::fp8)
    note(q, "fp8-full",
         "Frameworks that train in fp8 (Transformer Engine, torchao) hold the weights in 16 bit or fp32 and cast each "
         "product: weights bf16, compute fp8.",
         "/train/weights");
  if ((t.compute == Compute::fp32 || t.compute == Compute::tf32) &&
      (t.weights == WeightFormat::bf16 || t.weights == WeightFormat::fp16))
    note(q, "compute-wider",
         "Products run in the weights' type or narrower: " + compute + " needs fp32 weights. Counted as if " + weights +
             " weights were cast for each product.",
         "/train/compute", {{"weights", weights}, {"compute", compute}});
  if (t.checkpoint_every > 1 && t.checkpointing != Checkpointing::full)
    note(q, "checkpoint-every-unused", "checkpoint_every counts with full checkpointing only; it is ignored.",
         "/train/checkpoint_every");
  if (t.checkpointing == Checkpointing::full && t.checkpoint_every > q.shape.layers && q.shape.layers > 0)
    note(q, "checkpoint-every-whole",
         "The model has " + std::to_string(q.shape.layers) +
             " layers: with one checkpoint for all of them, the whole model is computed again at once.",
         "/train/checkpoint_every", {{"layers", std::to_string(q.shape.layers)}});
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
  if ((has_bitsandbytes_weights(t) || has_bitsandbytes_optimizer(t)) && !has_bitsandbytes(a))
    note(q, "bitsandbytes-elsewhere",
         "bitsandbytes (4- and 8-bit weights, 8-bit and paged optimizers) has no release for " + a.vendor +
             " devices; the estimate takes it as if it had.",
         "/hardware/accelerator", {{"vendor", a.vendor}});
}

// full training in 16 bit: how the framework can hold what it trains
void note_recipe(Question& q, const FrameworkReach& reach) {
  const TrainSpec& t = q.scenario.train;
  if (t.method != Method::full || t.weights == WeightFormat::fp32 || holds(reach, *t.recipe)) return;
  std::string has;
  for (Recipe r : reach.recipes) has += (has.empty() ? "" : ", ") + std::string(to_string(r));
  const std::string framework(to_string(t.framework)), recipe(to_string(*t.recipe));
  note(q, "recipe-elsewhere",
       framework + " does not hold weights, gradients and states by the recipe " + recipe + "; it has " + has +
           ". The estimate takes it as if it did.",
       "/train/recipe", {{"framework", framework}, {"recipe", recipe}, {"has", has}});
}

void note_reach(Question& q, const FrameworkReach& reach, const ParallelSpec& p) {
  const TrainSpec& t = q.scenario.train;
  const std::string framework(to_string(t.framework));
  const auto lacks = [&](std::string what, const char* pointer) {
    note(q, "framework-lacks", framework + " has no " + what + " of its own; the estimate takes it as if it had.",
         pointer, {{"framework", framework}, {"what", what}});
  };
  if (t.method == Method::lora && !reach.adapters) lacks("LoRA", "/train/method");
  if (has_bitsandbytes_weights(t) && reach.adapters && !reach.kbit)
    lacks("QLoRA (" + std::string(to_string(t.weights)) + ")", "/train/weights");
  if (has_bitsandbytes_optimizer(t) && !reach.kbit) lacks(std::string(to_string(t.optimizer)), "/train/optimizer");
  if (p.tp.value_or(1) > 1 && !reach.tensor) lacks("TP", "/hardware/parallel/tp");
  if (p.pp.value_or(1) > 1 && !reach.pipeline) lacks("PP", "/hardware/parallel/pp");
  if (p.cp.value_or(1) > 1 && !reach.context) lacks("CP", "/hardware/parallel/cp");
  if (p.zero.value_or(0) > reach.highest_zero) lacks("ZeRO-" + std::to_string(*p.zero), "/hardware/parallel/zero");
}

void note_offload(Question& q, const ParallelSpec& p) {
  const Offload offload = q.scenario.hardware->offload;
  if (offload == Offload::weights && p.zero && *p.zero < 3 && p.dp.value_or(1) > 1)
    note(q, "offload-needs-zero3",
         "DeepSpeed and FSDP move weights to the host where they are sharded (ZeRO-3) only; at ZeRO-" +
             std::to_string(*p.zero) + " the optimizer can be offloaded.",
         "/hardware/offload", {{"zero", std::to_string(*p.zero)}});
  const Optimizer o = q.scenario.train.optimizer;
  if (offload == Offload::optimizer && (o == Optimizer::paged_adamw || o == Optimizer::paged_adamw_8bit))
    note(q, "offload-paged",
         "Offloaded states stand in host memory already; bitsandbytes does not page them there, and " +
             std::string(to_string(o)) + " acts as its plain kin.",
         "/train/optimizer", {{"optimizer", std::string(to_string(o))}});
}

}  // namespace

void note_training(const Catalog& catalog, Question& q, const std::vector<Device>& devices) {
  if (q.scenario.task != Task::train) return;
  const FrameworkReach& reach = catalog.framework(q.scenario.train.framework).reach;
  note_precision(q);
  note_recipe(q, reach);
  for (const Device& d : devices) note_device(q, *d.accelerator);
  const ParallelSpec& p = q.scenario.hardware->parallel;
  note_reach(q, reach, p);
  note_offload(q, p);
}

}  // namespace gpusel
