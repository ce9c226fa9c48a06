#include "core/model/parts.hpp"

namespace gpusel {

LinearShape linear_shape(LinearRole role, std::string_view name, Count in, Count out, LinearOptions options) {
  LinearShape linear;
  linear.role = role;
  linear.name = name;
  linear.in = in;
  linear.out = out;
  linear.bias = options.bias;
  linear.row_parallel = options.row_parallel;
  linear.replicated = options.replicated;
  linear.quantisable = options.quantisable;
  return linear;
}

namespace {

Count qk_norm_parameters(const Dims& d, const LayerPlan& p) {
  switch (d.qk_norm) {
    case QkNorm::head:
      return 2 * p.head_dim;
    case QkNorm::whole:
      return d.heads * p.head_dim + p.kv_heads * p.head_dim;
    case QkNorm::each_head:
      return (d.heads + p.kv_heads) * p.head_dim;
    case QkNorm::none:
      break;
  }
  return 0;
}

void add_projections(LayerShape& layer, const Dims& d, const LayerPlan& p) {
  const ModuleNames& names = d.family->names;
  const Count value_dim = layer.v_head_dim;
  const Count q = d.heads * p.head_dim * (d.output_gate ? 2 : 1), k = p.kv_heads * p.head_dim,
              v = p.kv_heads * value_dim;
  const LinearOptions in{.bias = d.qkv_bias};
  if (!names.qkv.empty()) {
    layer.linears.push_back(linear_shape(LinearRole::qkv, names.qkv, d.hidden, q + k + v, in));
  } else {
    layer.linears.push_back(linear_shape(LinearRole::q, names.q, d.hidden, q, in));
    layer.linears.push_back(linear_shape(LinearRole::k, names.k, d.hidden, k, in));
    if (!p.key_is_value) layer.linears.push_back(linear_shape(LinearRole::v, names.v, d.hidden, v, in));
  }
  layer.linears.push_back(
      linear_shape(LinearRole::o, names.o, d.heads * value_dim, d.hidden, {.bias = d.o_bias, .row_parallel = true}));
}

}  // namespace

void add_attention(LayerShape& layer, const Dims& d, const LayerPlan& p) {
  layer.heads = d.heads;
  layer.kv_heads = p.kv_heads;
  layer.head_dim = p.head_dim;
  layer.v_head_dim = p.head_dim == d.head_dim ? d.value_head_dim : p.head_dim;
  layer.window = p.window;
  add_projections(layer, d, p);
  layer.other_parameters += p.mixer == Mixer::cross ? 2 * p.head_dim + 2 : qk_norm_parameters(d, p);
  if (p.sinks) layer.other_parameters += d.heads;
}

void add_latent_attention(LayerShape& layer, const Dims& d, const LayerPlan& p) {
  const MlaDims& m = d.mla;
  layer.heads = d.heads;
  layer.kv_heads = 1;
  layer.head_dim = m.nope + m.rope;
  layer.v_head_dim = m.value;
  layer.q_lora_rank = m.q_rank;
  layer.kv_lora_rank = m.kv_rank;
  layer.rope_head_dim = m.rope;
  layer.nope_head_dim = m.nope;
  const Count q = d.heads * (m.nope + m.rope);
  if (m.q_rank > 0) {
    layer.linears.push_back(linear_shape(LinearRole::q_down, "q_a_proj", d.hidden, m.q_rank, {.replicated = true}));
    layer.linears.push_back(linear_shape(LinearRole::q_up, "q_b_proj", m.q_rank, q));
  } else {
    layer.linears.push_back(linear_shape(LinearRole::q, "q_proj", d.hidden, q));
  }
  layer.linears.push_back(
      linear_shape(LinearRole::kv_down, "kv_a_proj_with_mqa", d.hidden, m.kv_rank + m.rope, {.replicated = true}));
  layer.linears.push_back(linear_shape(LinearRole::kv_up, "kv_b_proj", m.kv_rank, d.heads * (m.nope + m.value)));
  layer.linears.push_back(linear_shape(LinearRole::o, "o_proj", d.heads * m.value, d.hidden, {.row_parallel = true}));
  layer.other_parameters += m.q_rank + m.kv_rank;  // the two latents' norms
  if (!p.indexer) return;
  layer.index_head_dim = m.index_dim;
  layer.index_topk = m.index_topk;
  const Count from = m.q_rank > 0 ? m.q_rank : d.hidden;
  layer.linears.push_back(
      linear_shape(LinearRole::other, "wq_b", from, m.index_heads * m.index_dim, {.replicated = true}));
  layer.linears.push_back(linear_shape(LinearRole::other, "wk", d.hidden, m.index_dim, {.replicated = true}));
  layer.linears.push_back(linear_shape(LinearRole::other, "weights_proj", d.hidden, m.index_heads,
                                       {.replicated = true, .quantisable = false}));
  layer.other_parameters += 2 * m.index_dim;  // the indexer key's LayerNorm
}

LayerShape build_layer(const Dims& d, const LayerPlan& p) {
  LayerShape layer;
  layer.mixer = p.mixer;
  layer.norms = p.norms;
  layer.norm_parameters = p.norms * d.norm_size();
  layer.parallel_block = d.parallel;
  layer.mlp = Mlp::none;
  const bool attends =
      p.mixer == Mixer::full || p.mixer == Mixer::sliding || p.mixer == Mixer::chunked || p.mixer == Mixer::cross;
  if (p.compression >= 0)
    add_compressed_attention(layer, d, p);
  else if (attends)
    add_attention(layer, d, p);
  else if (p.mixer == Mixer::mla)
    add_latent_attention(layer, d, p);
  if (p.recurrence != Recurrence::none) add_recurrence(layer, d, p);
  if (p.mlp_width > 0) add_mlp(layer, d, p.mlp_width);
  if (p.experts) add_experts(layer, d);
  layer.other_parameters += d.layer_scalars;
  return layer;
}

}  // namespace gpusel
