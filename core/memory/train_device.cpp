// Sums of a stage's layers and ends into what one device holds, at their sharded sizes.
#include <algorithm>

#include "core/memory/train_moments.hpp"
#include "core/memory/train_states.hpp"
#include "core/memory/train_weights.hpp"

namespace gpusel {
namespace {

double d(Count n) { return static_cast<double>(n); }

struct Sums {
  Sharded trainable, adapters, states;
  double largest_matrix = 0, linear = 0, largest_linear = 0;
};

void add(Sums& sums, const TensorBytes& t) {
  sums.trainable += t.trainable;
  sums.adapters += t.adapters;
  sums.states += t.states;
  sums.largest_matrix = std::max(sums.largest_matrix, t.largest_matrix);
  sums.linear += t.linear;
  sums.largest_linear = std::max(sums.largest_linear, t.linear);
}

// cuBLAS workspace a handle and stream (CublasHandlePool.cpp): forward and backward threads have one each.
double cublas_bytes(const Accelerator& a) {
  constexpr double mib = 1048576;
  if (a.vendor == "AMD")
    return 2 * (a.gfx_target.rfind("gfx94", 0) == 0 || a.gfx_target.rfind("gfx95", 0) == 0 ? 128 : 32) * mib;
  if (a.vendor != "NVIDIA") return 0;
  const bool hopper_or_later = !a.compute_capability.empty() && a.compute_capability[0] >= '9';
  const bool two_digits = a.compute_capability.size() >= 2 && a.compute_capability[1] != '.';
  return 2 * (hopper_or_later || two_digits ? 32.0 : 8.125) * mib;
}

void set_states(DeviceBytes& b, const TrainSetup& s, const Sums& sums) {
  const Sharded& n = s.lora ? sums.adapters : sums.trainable;
  const double state_shards = s.shard_if(s.zero() >= 1), gradient_shards = s.shard_if(s.zero() >= 2);
  b.trainable = n.over(state_shards, s.ep);
  b.gradients = n.over(gradient_shards, s.ep) * s.weights.gradient;
  b.master = n.over(state_shards, s.ep) * s.weights.master;
  b.states = sums.states.over(state_shards, s.ep);
  b.step_temporary = step_temporary_bytes(s, b.trainable, n.total(), sums.largest_matrix);
  if (is_paged(s.t->optimizer)) {
    b.paged = b.states;
    b.states = 0;
  }
}

// Weights, gradients and states that move to the host's memory (ZeRO-Offload; FSDP's CPU offload).
void move_to_host(DeviceBytes& b, const TrainSetup& s, double largest_layer_gradient) {
  const Offload offload = s.c->scenario->hardware ? s.c->scenario->hardware->offload : Offload::none;
  if (offload == Offload::none) return;
  const double kept = std::min(b.gradients, largest_layer_gradient * s.weights.gradient / s.shard_if(s.zero() >= 2));
  b.host = b.master + b.states + b.paged + b.gradients - kept;
  b.master = b.states = b.paged = 0;
  b.gradients = kept;
  b.gradients_output = std::min(b.gradients_output, kept);
  if (offload != Offload::weights) return;
  b.host += b.weights_layers + b.weights_input + b.weights_output + b.adapters;
  b.weights_layers = b.weights_input = b.weights_output = b.adapters = 0;
}

void set_weights(DeviceBytes& b, const TrainSetup& s, const LayerStack& stack, const TrainStage& stage,
                 const TensorBytes& input, const TensorBytes& output, const TensorBytes& tower) {
  const double n = s.shard_if(s.gathered);
  for (std::size_t i = stage.begin; i < stage.end; ++i)
    b.weights_layers += stack.kinds[stack.order[i]].tensors.weights.over(n, s.ep);
  if (stage.first) b.weights_input = input.weights.over(n, s.ep);
  if (stage.last) b.weights_output = output.weights.over(n, s.ep);
  if (stage.first) b.weights_tower = tower.weights.over(n, s.ep);
  // Reference and reward models: frozen 16-bit copies. The value model trains: counted as a second policy in the
  // states.
  const double policy = (b.weights_layers + b.weights_input + b.weights_output) * 2 / std::max(2.0, s.weights.weight);
  if (has_reference_model(*s.t)) b.weights_extra_models += s.lora ? 0 : policy;
  if (has_value_model(*s.t)) b.weights_extra_models += s.lora ? b.weights_layers : policy;  // reward model beside it
}

void set_workspaces(DeviceBytes& b, const TrainSetup& s, const LayerStack& stack, const TrainStage& stage,
                    const TensorBytes& output) {
  double largest = 0, linear_sum = 0, linear_max = 0;
  for (std::size_t i = stage.begin; i < stage.end; ++i) {
    const TensorBytes& t = stack.kinds[stack.order[i]].tensors;
    largest = std::max(largest, t.largest_matrix);
    linear_sum += t.linear;
    linear_max = std::max(linear_max, t.linear);
  }
  b.largest_tensor = 2 * largest;
  if (s.quantised) b.dequantised_layer = 2 * largest;
  if (s.quantised && s.f->head_quantised && stage.last)
    b.dequantised_head = 2 * (output.linear > 0 ? output.linear : d(s.m->embedding_parameters) / s.tp);
  const bool fp8 = s.linear_in < s.width;
  if (s.weight_copies || fp8) {
    const double each = fp8 ? 2 * s.linear_in : 2;  // fp8 keeps the transposed copy too
    b.weight_copies_layer = each * linear_max;
    b.weight_copies_saved = each * linear_sum;
    if (s.weight_copies && stage.last)
      b.weight_copies_head = 2 * (output.linear > 0 ? output.linear : d(s.m->embedding_parameters) / s.tp);
  }
  b.cublas = cublas_bytes(*stage.accelerator);
}

void set_generation(DeviceBytes& b, const TrainSetup& s, const TrainStage& stage) {
  if (!generates(s.t->objective)) return;
  for (std::size_t i = stage.begin; i < stage.end; ++i) {
    if (i < s.m->encoder_layer_kind.size()) continue;
    const LayerShape& l = s.m->layer(static_cast<Count>(i - s.m->encoder_layer_kind.size()));
    const double width =
        l.mixer == Mixer::mla ? d(l.kv_lora_rank + l.rope_head_dim) : d(l.kv_heads * 2 * l.head_dim) / s.tp;
    b.rollout_kv += 2 * width * s.tokens;
  }
  if (stage.last) b.rollout_logits = 6 * d(s.m->vocab) / s.tp * s.sequences;
}

}  // namespace

DeviceBytes train_device_bytes(const TrainSetup& s, const LayerStack& stack, const TrainStage& stage) {
  DeviceBytes b;
  const TensorBytes input = input_bytes(s), output = output_bytes(s, s.c->layout.pp > 1 || s.f->untied_head),
                    tower = tower_bytes(s);
  Sums sums;
  double largest_layer = 0;
  for (std::size_t i = stage.begin; i < stage.end; ++i) {
    const TensorBytes& t = stack.kinds[stack.order[i]].tensors;
    add(sums, t);
    largest_layer = std::max(largest_layer, s.lora ? t.adapters.total() : t.trainable.total());
  }
  if (stage.first) add(sums, input);
  if (stage.last) add(sums, output);
  if (stage.first) add(sums, tower);
  set_weights(b, s, stack, stage, input, output, tower);
  b.adapters = sums.adapters.over(s.shard_if(s.gathered), s.ep) * s.weights.weight;
  set_states(b, s, sums);
  // The head's gradient comes first; a tied table gets its share of it then.
  const bool tied = s.m->head_parameters == 0 && s.m->has_head && stage.first && stage.last && !s.f->untied_head;
  if (stage.last)
    b.gradients_output = (output.trainable.over(s.shard_if(s.zero() >= 2), s.ep) +
                          (tied ? input.trainable.over(s.shard_if(s.zero() >= 2), s.ep) : 0)) *
                         s.weights.gradient;
  if (has_value_model(*s.t) && !s.lora) {  // PPO trains a value model of the same size
    b.weights_extra_models += b.weights_layers + b.weights_input + b.weights_output;
    b.gradients *= 2;
    b.master *= 2;
    b.states *= 2;
    b.paged *= 2;
  }
  b.gathered = gathered_bytes(s, stack, stage, input, output);
  b.buckets = bucket_bytes(s, b.gradients);
  move_to_host(b, s, largest_layer);
  b.context_parallel = context_parallel_bytes(s);
  b.expert_dispatch = expert_dispatch_bytes(s);
  set_workspaces(b, s, stack, stage, output);
  set_generation(b, s, stage);
  if (stage.first) b.tower_activations = tower_activation_bytes(s);
  if (stage.last) b.loss = loss_bytes(s);
  return b;
}

}  // namespace gpusel
