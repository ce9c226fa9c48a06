#include "core/time/train_work.hpp"

#include <algorithm>

#include "core/memory/adapters.hpp"

namespace gpusel {
namespace {

double num(Count n) { return static_cast<double>(n); }

bool is_expert(LinearRole r) {
  return r == LinearRole::expert_gate || r == LinearRole::expert_up || r == LinearRole::expert_down;
}

double attention_width(const LayerShape& layer) {
  // Score and value products together: 2 * d a head, MLA (d_n + d_r) + d_v.
  if (layer.mixer == Mixer::mla)
    return num(layer.heads) * num(layer.nope_head_dim + layer.rope_head_dim + layer.v_head_dim);
  if (layer.mixer == Mixer::none || layer.mixer == Mixer::mamba1 || layer.mixer == Mixer::mamba2 ||
      layer.mixer == Mixer::linear)
    return 0;
  return num(layer.heads) * num(layer.head_dim + (layer.v_head_dim > 0 ? layer.v_head_dim : layer.head_dim));
}

// Earlier tokens a token attends to on average.
double mean_context(const LayerShape& layer, double s) {
  const double w = num(layer.window);
  if (layer.mixer == Mixer::bidirectional) return s;
  const bool local = (layer.mixer == Mixer::sliding || layer.mixer == Mixer::chunked) && w > 0 && w < s;
  if (!local) return s / 2;
  return layer.mixer == Mixer::chunked ? w / 2 : w - w * w / (2 * s);
}

void add_linear(TrainWork& w, const TrainSetup& s, const LinearShape& linear, double layers) {
  const double split = linear.replicated ? 1.0 : s.tp;
  const double matrix = linear.active * num(linear.in) * num(linear.out);
  const double flops = 2 * matrix * w.tokens * layers / split;
  (is_expert(linear.role) ? w.expert_flops : w.linear_flops) += flops;
  if (s.quantised && linear.quantisable)
    w.quantised_parameters += num(linear.matrix_parameters()) * layers / split / (linear.copies > 1 ? s.ep : 1.0);
  if (!s.lora || !is_adapted(linear, s.t->lora)) return;
  const double in = num(linear.in), out = num(linear.out), adapters = num(s.t->lora.adapters);
  w.adapter_flops += 2 * linear.active * num(s.t->lora.rank) * (in + out) * w.tokens * layers / split;
  w.adapter_bytes += 2 * (2 * in + 3 * out) * linear.active * w.tokens * layers / split;
  w.adapted_modules += layers * adapters;
}

void add_layer(TrainWork& w, const TrainSetup& s, const LayerShape& layer, double layers) {
  for (const LinearShape& linear : layer.linears) add_linear(w, s, linear, layers);
  const double full_length = num(s.t->sequence_length);
  const double context = mean_context(layer, full_length);
  const double heads = attention_width(layer) / s.tp;
  w.attention_flops += 2 * heads * context * w.tokens * layers;
  if (s.t->attention == Attention::eager && heads > 0) {
    // Scores and probabilities of every head, masked half included: written and read by products, softmax (and
    // dropout).
    constexpr double bytes_a_score = 10;
    w.attention_score_bytes += bytes_a_score * num(layer.heads) / s.tp * full_length * w.tokens * layers;
  }
  const double h = num(s.m->hidden);
  const double f = num(layer.mlp_width + layer.shared_width) + num(layer.experts_per_token * layer.expert_width);
  const double stream = s.sequence_parallel ? 12 * h / s.tp : s.tp > 1 ? (8 + 4 / s.tp) * h : 12 * h;
  w.elementwise_bytes += 2 * (stream + 6 * f / s.tp) * w.tokens * layers;
  if (layer.experts > 0) {
    w.expert_bytes += 6 * 2 * h * num(layer.experts_per_token) * w.tokens * layers;
    w.expert_width = num(std::min(s.m->hidden, layer.expert_width));
    w.expert_tokens = num(layer.experts_per_token) * w.tokens * s.ep / num(layer.experts);
  }
}

TrainPasses passes_of(const TrainSetup& s, const TrainConstants& k) {
  TrainPasses p;
  const TrainSpec& t = *s.t;
  const bool full_checkpoints = t.checkpointing == Checkpointing::full;
  const double again = full_checkpoints ? k.recompute_share : 0.0;
  const double backward = s.lora ? 1.0 : 2.0;
  p.linear = 1 + backward + again;
  p.head = 1 + backward;
  p.adapter = 3 + again;
  const double attention_backward = t.attention == Attention::eager ? 2.0 : 2.5;
  const bool attention_again = full_checkpoints || (t.checkpointing == Checkpointing::selective &&
                                                    s.f->selective == SelectivePolicy::attention_core);
  p.attention = 1 + attention_backward + (attention_again ? 1.0 : 0.0);
  p.elementwise = 3 + (t.checkpointing == Checkpointing::none ? 0.0 : 1.0);
  p.dequantise = s.quantised ? 2 + (full_checkpoints ? 1.0 : 0.0) : 0;
  p.layer_visits = 3 + (full_checkpoints ? 1.0 : 0.0);
  return p;
}

// Forward passes beside the trained one: a frozen reference model (dpo, kto, grpo, ppo), a reward model (ppo). A
// trained value model doubles everything.
void add_objective(TrainPasses& p, const TrainSpec& t) {
  double extra = 0;
  if (t.objective == Objective::dpo || t.objective == Objective::kto || t.objective == Objective::grpo) extra = 1;
  if (t.objective == Objective::ppo) extra = 2;
  const double copies = has_value_model(t) ? 2.0 : 1.0;
  for (double* passes : {&p.linear, &p.head, &p.attention, &p.elementwise, &p.layer_visits})
    *passes = *passes * copies + extra;
  p.adapter *= copies;
  if (p.dequantise > 0) p.dequantise = p.dequantise * copies + extra;
}

void add_towers(TrainWork& w, const TrainSetup& s) {
  if (s.t->image_tokens == 0) return;
  constexpr double patches_a_token = 4;  // 2x2 patches merge into one token (Qwen-VL, InternVL); others differ
  for (const Tower& tower : s.m->towers)
    if (tower.role == "vision") w.tower_flops += 2 * num(tower.parameters) * w.tokens * s.image_share * patches_a_token;
}

// 6 N + 12 L a d s without recompute and without the causal half; adapters: 4 N of the frozen base, attention's input
// gradients only differ by what attention never has, weights (so 12 stays).
double palm_flops(const TrainSetup& s, double tokens) {
  const double per_parameter = s.lora ? 4 : 6;
  double flops = per_parameter * s.m->matmul_parameters;
  const double length = num(s.t->sequence_length);
  for (std::size_t i = 0; i < s.m->kinds.size(); ++i) {
    const LayerShape& layer = s.m->kinds[i];
    const double span = std::min(length, 2 * mean_context(layer, length));
    flops += 6 * attention_width(layer) * span * num(s.m->layers_of_kind(i));
  }
  return flops * tokens;
}

struct Stage {
  double layers = 0;  // of the slowest stage
  bool head = true;   // it is the last
  double mean = 1;
};

// `head`: what the head costs in layers. Where layers do not divide, the places left over are the last stage's: the
// head stands there (Megatron's --decoder-last-pipeline-num-layers; Llama 3 405B: 126 layers, 2407.21783 sec. 3.3.2).
Stage slowest_stage(Count layers, Count stages, double head) {
  if (stages <= 1) return {num(layers), true, 1};
  const double mean = (num(layers) + head) / num(stages);
  const double most = num(ceil_div(layers, stages));
  const double last = std::max(0.0, most - (most * num(stages) - num(layers)));
  if (last + head >= most) return {last, true, mean / (last + head)};
  return {most, false, mean / most};
}

// Takes the last stage's share of the whole model's work.
void cut_to_stage(TrainWork& w, const Stage& stage, double layers) {
  const double share = layers > 0 ? stage.layers / layers : 1;
  for (double* of_layers :
       {&w.linear_flops, &w.expert_flops, &w.adapter_flops, &w.attention_flops, &w.attention_score_bytes,
        &w.elementwise_bytes, &w.adapter_bytes, &w.expert_bytes, &w.quantised_parameters})
    *of_layers *= share;
  w.stage_layers = stage.layers;
  w.mean_stage = stage.mean;
  if (!stage.head) w.head_flops = w.loss_bytes = 0;
}

}  // namespace

TrainWork train_work(const TrainSetup& s, const TrainConstants& k) {
  TrainWork w;
  w.tokens = s.tokens;
  const Layout& l = s.c->layout;
  const double pp = num(l.pp);
  const double layers = num(s.m->layers);
  for (std::size_t i = 0; i < s.m->kinds.size(); ++i) add_layer(w, s, s.m->kinds[i], num(s.m->layers_of_kind(i)));
  if (layers > 0) w.adapted_modules /= layers;
  const double head = s.m->has_head ? num(s.m->tied_embeddings ? s.m->embedding_parameters : s.m->head_parameters) : 0;
  w.head_flops = 2 * head * w.tokens / s.tp;
  w.loss_bytes = s.m->has_head ? k.loss_bytes * num(s.m->vocab) * w.tokens / s.tp : 0;
  if (s.t->loss == Loss::fused || s.t->loss == Loss::in_place) w.loss_bytes *= 0.5;
  w.passes = passes_of(s, k);
  add_objective(w.passes, *s.t);
  const double layer = w.passes.linear * (w.linear_flops + w.expert_flops) / std::max(1.0, layers);
  // The head stays in 16 bit under 8-bit recipes.
  const Accelerator& a = s.c->accelerator();
  const double slower =
      compute_peak(a, s.t->compute).value * precision_factor(a, s.t->compute, k) / compute_peak(a, Compute::bf16).value;
  cut_to_stage(w, slowest_stage(s.m->layers, l.pp, layer > 0 ? w.passes.head * w.head_flops * slower / layer : 0),
               layers);
  for (std::uint8_t kind : s.m->encoder_layer_kind) add_layer(w, s, s.m->encoder_kinds[kind], 1 / pp);
  add_towers(w, s);
  // Every device's share of one micro-step's useful FLOPs.
  w.model_flops = palm_flops(s, w.tokens) / (s.tp * pp);
  return w;
}

}  // namespace gpusel
