#include "core/memory/train_setup.hpp"

#include <algorithm>

#include "core/domain/formats.hpp"

namespace gpusel {
namespace {

double plain_bytes(WeightFormat format) {
  // Trainable weights are plain numbers; a k-bit name with full training is reported by validation and counted in 16
  // bit.
  return format == WeightFormat::fp32 ? 4 : 2;
}

RecipeBytes recipe_bytes(const TrainSpec& t, double plain) {
  RecipeBytes r;
  switch (t.recipe.value_or(t.method == Method::full ? Recipe::pure : Recipe::amp)) {
    case Recipe::pure:
      r = {plain, plain, 0, plain};
      break;
    case Recipe::amp:
      r = {4, 4, 0, 4};
      break;
    case Recipe::deepspeed:
      r = {2, 2, 4, 4};
      break;
    case Recipe::megatron:
      r = {2, 4, 4, 4};
      break;
  }
  if (t.optimizer_dtype) r.state = dtype_bytes(*t.optimizer_dtype);
  return r;
}

RecipeBytes adapter_bytes(const TrainSpec& t) {
  const double d = dtype_bytes(t.lora.dtype);
  RecipeBytes r{d, d, 0, d};
  const Recipe recipe = t.recipe.value_or(Recipe::amp);
  if (recipe == Recipe::deepspeed) r = {2, 2, 4, 4};
  if (recipe == Recipe::megatron) r = {2, 4, 4, 4};
  if (t.optimizer_dtype) r.state = dtype_bytes(*t.optimizer_dtype);
  return r;
}

void set_precision(TrainSetup& s) {
  const TrainSpec& t = *s.t;
  const bool wide = t.compute == Compute::fp32 || t.compute == Compute::tf32;
  s.width = wide ? 4 : 2;
  s.linear_in = s.width;
  if (is_eight_bit(t.compute)) s.linear_in = 1;
  if (t.compute == Compute::nvfp4) s.linear_in = 0.5625;
  const bool fp32_model = s.lora ? t.weights == WeightFormat::fp32 : s.weights.weight == 4 && s.weights.master == 0;
  s.autocast = !wide && (s.lora ? s.weights.weight == 4 || fp32_model : fp32_model);
  // FSDP's mixed precision gathers 16-bit copies, so the stream stays 16-bit; autocast alone leaves it in the weights'
  // fp32.
  s.weight_copies = fp32_model && !wide && !s.gathered && s.f->fsdp_generation != 3;
  s.fp32_frozen = s.quantised && s.f->kbit_upcast_fp32 && !s.gathered;
  s.residual = wide || s.weight_copies || s.fp32_frozen ? 4 : 2;
  s.linear_out = wide || s.fp32_frozen ? 4 : 2;
}

}  // namespace

double sequences_per_sample(Objective objective) {
  return objective == Objective::dpo || objective == Objective::orpo || objective == Objective::reward ? 2 : 1;
}

bool has_reference_model(const TrainSpec& t) {
  // With adapters the base itself, adapters off, is the reference.
  return t.method == Method::full &&
         (t.objective == Objective::dpo || t.objective == Objective::kto || generates(t.objective));
}

bool has_value_model(const TrainSpec& t) { return t.objective == Objective::ppo; }

bool generates(Objective objective) { return objective == Objective::grpo || objective == Objective::ppo; }

TrainSetup train_setup(const Case& c) {
  TrainSetup s;
  const TrainSpec& t = c.train();
  s.c = &c;
  s.t = &t;
  s.m = c.shape;
  s.f = &c.catalog->framework(t.framework);
  s.constants = c.shared.memory ? *c.shared.memory : memory_constants(c);
  const Layout& l = c.layout;
  s.lora = t.method == Method::lora;
  s.quantised = s.lora && is_quantised(t.weights);
  s.fused = t.kernels ? *t.kernels == Kernels::fused : s.f->fused_kernels;
  s.shards = static_cast<double>(l.shard > 0 ? l.shard : l.dp * l.cp);
  s.tp = static_cast<double>(l.tp);
  s.ep = static_cast<double>(l.ep);
  s.gathered = l.zero == 3 && s.shards > 1;
  s.sequence_parallel = s.f->sequence_parallel && l.tp > 1;
  s.weights = s.lora ? adapter_bytes(t) : recipe_bytes(t, plain_bytes(t.weights));
  set_precision(s);
  const double cp = static_cast<double>(l.cp);
  s.sequences = static_cast<double>(t.micro_batch) * sequences_per_sample(t.objective);
  s.length = static_cast<double>(t.sequence_length) / cp;
  s.tokens = s.sequences * s.length;
  s.image_share = static_cast<double>(t.image_tokens) / static_cast<double>(std::max<Count>(t.sequence_length, 1));
  const Recipe recipe = t.recipe.value_or(s.lora ? Recipe::amp : Recipe::pure);
  // DeepSpeed and Megatron keep one flat gradient buffer; PyTorch frees gradients at zero_grad(set_to_none).
  s.persistent_gradients =
      t.gradient_accumulation > 1 || l.pp > 1 || recipe == Recipe::deepspeed || recipe == Recipe::megatron;
  return s;
}

}  // namespace gpusel
