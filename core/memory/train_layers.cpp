#include "core/memory/train_layers.hpp"

#include <algorithm>

#include "core/memory/adapters.hpp"
#include "core/memory/train_states.hpp"
#include "core/memory/train_weights.hpp"

namespace gpusel {
namespace {

double d(Count n) { return static_cast<double>(n); }

// Bytes an element of a gathered unit has: the compute dtype where it trains, as stored where it is frozen.
double gathered_width(const TrainSetup& s) {
  return std::min(s.width, s.lora ? unquantised_bytes(s) : s.weights.weight);
}

void add_trainable_matrix(TensorBytes& b, const TrainSetup& s, const LinearShape& linear) {
  const bool expert = linear.copies > 1;
  const double elements = linear_elements(s, linear);
  const double bias =
      linear.bias ? d(linear.copies * linear.out) / ((expert ? s.ep : 1.0) * (linear.replicated ? 1.0 : s.tp)) : 0;
  b.trainable.add(elements + bias, expert);
  b.states.add(matrix_state_bytes(s, d(linear.in), d(linear.out), elements, true) + vector_state_bytes(s, bias),
               expert);
  b.gathered += (elements + bias) * gathered_width(s);
  b.unit_elements += elements + bias;
}

void add_adapters(TensorBytes& b, const TrainSetup& s, const LinearShape& linear) {
  if (!is_adapted(linear, s.t->lora)) return;
  const bool expert = linear.copies > 1;
  const double n = d(s.t->lora.adapters) * adapter_parameters_per_device(linear, s.t->lora.rank, s.tp, s.ep);
  b.adapters.add(n, expert);
  const double r = d(s.t->lora.rank);
  const double share_in = d(linear.in) / d(linear.in + linear.out);
  b.states.add(matrix_state_bytes(s, d(linear.in), r, n * share_in, true) +
                   matrix_state_bytes(s, r, d(linear.out), n * (1 - share_in), true),
               expert);
}

void add_linear(TensorBytes& b, const TrainSetup& s, const LinearShape& linear) {
  const double bytes = linear_bytes(s, linear);
  b.weights.add(bytes, linear.copies > 1);
  b.linear += linear_elements(s, linear);
  b.largest_matrix = std::max(b.largest_matrix, d(linear.in * linear.out) / (linear.replicated ? 1.0 : s.tp));
  if (!s.lora) {
    add_trainable_matrix(b, s, linear);
    return;
  }
  b.gathered += bytes;
  b.unit_elements += linear_elements(s, linear);
  add_adapters(b, s, linear);
}

// Norms, gates, positions: replicated over the tensor-parallel group.
void add_vectors(TensorBytes& b, const TrainSetup& s, double elements) {
  b.weights.add(elements * (s.lora ? unquantised_bytes(s) : s.weights.weight), false);
  b.gathered += elements * gathered_width(s);
  b.unit_elements += elements;
  if (s.lora) return;
  b.trainable.add(elements, false);
  b.states.add(vector_state_bytes(s, elements), false);
}

// A vocabulary-parallel table of rows x width.
void add_table(TensorBytes& b, const TrainSetup& s, double parameters, double element_bytes, bool is_input) {
  const double n = parameters / s.tp;
  const double width = d(s.m->hidden);
  b.weights.add(n * element_bytes, false);
  b.gathered += n * (s.lora ? element_bytes : gathered_width(s));
  b.unit_elements += n;
  b.linear += is_input ? 0 : n;
  b.largest_matrix = std::max(b.largest_matrix, n);
  if (s.lora) return;
  b.trainable.add(n, false);
  const double rows = width > 0 ? parameters / width : 0;
  b.states.add(is_input ? embedding_state_bytes(s, rows, width, n) : matrix_state_bytes(s, rows, width, n, false),
               false);
}

}  // namespace

TrainLayerBytes layer_bytes(const TrainSetup& s, const LayerShape& layer) {
  TrainLayerBytes b;
  for (const LinearShape& linear : layer.linears) add_linear(b.tensors, s, linear);
  add_vectors(b.tensors, s, d(layer.norm_parameters + layer.other_parameters));
  b.per_token = saved_bytes_per_token(s, layer);
  b.saved = b.per_token.total() * s.tokens;
  b.selective = selective_bytes_per_token(s, layer, b.per_token) * s.tokens;
  b.checkpoint = checkpoint_bytes_per_token(s) * s.tokens;
  b.live = live_bytes_per_token(b.per_token) * s.tokens;
  return b;
}

TensorBytes input_bytes(const TrainSetup& s) {
  TensorBytes b;
  add_table(b, s, d(s.m->embedding_parameters), embedding_bytes(s), true);
  add_vectors(b, s, d(s.m->position_parameters + s.m->extra_parameters));
  return b;
}

TensorBytes output_bytes(const TrainSetup& s, bool copies_tied_head) {
  TensorBytes b;
  if (s.m->head_parameters > 0)
    add_table(b, s, d(s.m->head_parameters), head_bytes(s), false);
  else if (copies_tied_head && s.m->has_head)
    add_table(b, s, d(s.m->embedding_parameters), head_bytes(s), false);
  add_vectors(b, s, d(s.m->final_norm_parameters));
  return b;
}

namespace {

// Of a diffusion pipeline the denoiser learns; text encoders and VAE stay frozen.
bool is_denoiser(const Tower& t) { return t.role.rfind("unet", 0) == 0 || t.role.rfind("transformer", 0) == 0; }

double tower_width(const Tower& t) { return d(t.mlp_width > 0 ? t.mlp_width : 4 * t.hidden); }

// Attention's four projections and the MLP's two of every block, from the tower's own widths.
void add_tower_adapters(TensorBytes& b, const TrainSetup& s, const Tower& t) {
  const double h = d(t.hidden), r = d(s.t->lora.rank);
  const double n = d(s.t->lora.adapters * t.layers) * r * (8 * h + 2 * (h + tower_width(t)));
  b.adapters.add(n, false);
  b.states.add(matrix_state_bytes(s, h, r, n, true), false);
}

}  // namespace

TensorBytes tower_bytes(const TrainSetup& s) {
  TensorBytes b;
  for (const Tower& tower : s.m->towers) {
    const double n = d(tower.parameters);
    // A vision tower without images gets no gradient and no states; with images it trains along in full fine-tuning.
    const bool learns = is_denoiser(tower) || (tower.is_vision() && s.t->image_tokens > 0);
    if (!s.lora && learns)
      add_vectors(b, s, n);
    else if (s.lora && s.quantised && is_denoiser(tower))
      b.weights.add(frozen_matrix_bytes(*s.t, 4096, 4096, n / (4096.0 * 4096.0)), false);
    else
      b.weights.add(n * (s.lora ? unquantised_bytes(s) : 2), false);
    if (s.lora && is_denoiser(tower) && tower.hidden > 0) add_tower_adapters(b, s, tower);
  }
  return b;
}

double tower_activation_bytes(const TrainSetup& s) {
  double bytes = 0;
  for (const Tower& tower : s.m->towers) {
    if (!(tower.is_vision() || is_denoiser(tower)) || tower.hidden <= 0) continue;
    const double tokens = is_denoiser(tower) ? s.tokens : s.tokens * s.image_share, h = d(tower.hidden);
    const double layer =
        s.width * (6 * h + 2 * tower_width(tower));  // two norms' inputs, q, k, v, out, and the plain MLP's two tensors
    if (s.lora && tower.is_vision())
      bytes += layer * tokens;  // frozen: one layer's transient
    else if (s.t->checkpointing == Checkpointing::none)
      bytes += d(tower.layers) * layer * tokens;
    else
      bytes += (d(tower.layers) * s.width * h + layer) * tokens;
  }
  return bytes;
}

LayerStack layer_stack(const TrainSetup& s) {
  LayerStack p;
  const std::size_t decoder = s.m->kinds.size();
  p.kinds.reserve(decoder + s.m->encoder_kinds.size());
  for (const LayerShape& layer : s.m->kinds) p.kinds.push_back(layer_bytes(s, layer));
  for (const LayerShape& layer : s.m->encoder_kinds) p.kinds.push_back(layer_bytes(s, layer));
  p.order.reserve(s.m->layer_kind.size() + s.m->encoder_layer_kind.size());
  for (std::uint8_t k : s.m->encoder_layer_kind) p.order.push_back(static_cast<std::uint8_t>(decoder + k));
  for (std::uint8_t k : s.m->layer_kind) p.order.push_back(k);
  return p;
}

}  // namespace gpusel
