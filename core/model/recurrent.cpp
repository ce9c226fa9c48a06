#include "core/model/parts.hpp"

namespace gpusel {
namespace {

// Mamba-1 (Gu and Dao 2023; modeling_mamba.py): 2hD + DK + D + D(R + 2S) + RD + D + DS + D + Dh.
void add_mamba1(LayerShape& layer, const Dims& d) {
  const MambaDims& m = d.mamba;
  layer.linears.push_back(linear_shape(LinearRole::mixer_in, "in_proj", d.hidden, 2 * m.inner));
  layer.linears.push_back(
      linear_shape(LinearRole::other, "x_proj", m.inner, m.dt_rank + 2 * m.state, {.row_parallel = true}));
  layer.linears.push_back(linear_shape(LinearRole::other, "dt_proj", m.dt_rank, m.inner, {.bias = true}));
  layer.linears.push_back(linear_shape(LinearRole::mixer_out, "out_proj", m.inner, d.hidden, {.row_parallel = true}));
  layer.other_parameters += m.inner * m.conv + m.inner + m.inner * m.state + m.inner;  // convolution, A, D
  if (m.inner_norms) layer.other_parameters += m.dt_rank + 2 * m.state;
  layer.state_elements = m.inner * m.state;
  layer.conv_elements = m.inner * (m.conv - 1);
}

// Mamba-2 (Dao and Gu 2024; modeling_mamba2.py): h(2D + 2GS + H) + (D + 2GS)(K + 1) + 3H + [D] + Dh.
void add_mamba2(LayerShape& layer, const Dims& d) {
  const MambaDims& m = d.mamba;
  const Count mixed = m.inner + 2 * m.groups * m.state;
  layer.linears.push_back(linear_shape(LinearRole::mixer_in, "in_proj", d.hidden, m.inner + mixed + m.heads));
  layer.linears.push_back(linear_shape(LinearRole::mixer_out, "out_proj", m.inner, d.hidden, {.row_parallel = true}));
  layer.other_parameters += mixed * (m.conv + 1) + 3 * m.heads + (m.gated_norm ? m.inner : 0);
  layer.state_elements = m.inner * m.state;
  layer.conv_elements = mixed * (m.conv - 1);
}

// Gated DeltaNet (modeling_qwen3_next.py): h(2K_d + 2V_d) + 2h n_v + (2K_d + V_d)K + 2 n_v + d_v + V_d h.
void add_gated_delta(LayerShape& layer, const Dims& d) {
  const LinearDims& l = d.linear;
  const Count keys = l.key_heads * l.key_dim, values = l.value_heads * l.value_dim;
  layer.linears.push_back(linear_shape(LinearRole::mixer_in, "in_proj_qkvz", d.hidden, 2 * keys + 2 * values));
  layer.linears.push_back(linear_shape(LinearRole::other, "in_proj_ba", d.hidden, 2 * l.value_heads));
  layer.linears.push_back(linear_shape(LinearRole::mixer_out, "out_proj", values, d.hidden, {.row_parallel = true}));
  layer.other_parameters += (2 * keys + values) * l.conv + 2 * l.value_heads + l.value_dim;
  layer.state_elements = l.value_heads * l.key_dim * l.value_dim;
  layer.conv_elements = (2 * keys + values) * (l.conv - 1);
}

// Kimi Delta Attention (modeling_kimi.py of Kimi-Linear): q, k, v with short convolutions, two low-rank gates, beta,
// norm, out.
void add_kimi_delta(LayerShape& layer, const Dims& d) {
  const LinearDims& l = d.linear;
  const Count width = l.value_heads * l.value_dim;
  for (std::string_view name : {"q_proj", "k_proj", "v_proj"})
    layer.linears.push_back(linear_shape(LinearRole::mixer_in, name, d.hidden, width));
  for (std::string_view name : {"f_a_proj", "g_a_proj"})
    layer.linears.push_back(linear_shape(LinearRole::other, name, d.hidden, l.value_dim, {.replicated = true}));
  for (std::string_view name : {"f_b_proj", "g_b_proj"})
    layer.linears.push_back(linear_shape(LinearRole::other, name, l.value_dim, width));
  layer.linears.push_back(linear_shape(LinearRole::other, "b_proj", d.hidden, l.value_heads));
  layer.linears.push_back(linear_shape(LinearRole::mixer_out, "o_proj", width, d.hidden, {.row_parallel = true}));
  layer.other_parameters += 3 * width * l.conv + l.value_heads + width + l.value_dim;  // convolutions, A, dt bias, norm
  layer.state_elements = l.value_heads * l.key_dim * l.value_dim;
  layer.conv_elements = 3 * width * (l.conv - 1);
}

// Lightning attention (modeling_minimax_text_01.py): fused qkv, output gate, norm over all heads, out.
void add_lightning(LayerShape& layer, const Dims& d) {
  const Count width = d.heads * d.head_dim;
  layer.linears.push_back(linear_shape(LinearRole::mixer_in, "qkv_proj", d.hidden, 3 * width));
  layer.linears.push_back(linear_shape(LinearRole::other, "output_gate", d.hidden, width));
  layer.linears.push_back(linear_shape(LinearRole::mixer_out, "out_proj", width, d.hidden, {.row_parallel = true}));
  layer.other_parameters += width;
  layer.state_elements = d.heads * d.head_dim * d.head_dim;
}

// Gated short convolution (modeling_lfm2.py).
void add_short_conv(LayerShape& layer, const Dims& d) {
  layer.linears.push_back(linear_shape(LinearRole::mixer_in, "in_proj", d.hidden, 3 * d.hidden));
  layer.linears.push_back(linear_shape(LinearRole::mixer_out, "out_proj", d.hidden, d.hidden, {.row_parallel = true}));
  layer.other_parameters += d.hidden * d.short_conv;
  layer.conv_elements = d.hidden * d.short_conv;
}

}  // namespace

void add_recurrence(LayerShape& layer, const Dims& d, const LayerPlan& p) {
  if (p.recurrence == Recurrence::mamba1) return add_mamba1(layer, d);
  if (p.recurrence == Recurrence::mamba2) return add_mamba2(layer, d);
  if (p.recurrence == Recurrence::short_conv) return add_short_conv(layer, d);
  switch (d.linear.kind) {
    case LinearDims::Kind::gated_delta:
      return add_gated_delta(layer, d);
    case LinearDims::Kind::kimi_delta:
      return add_kimi_delta(layer, d);
    case LinearDims::Kind::lightning:
      return add_lightning(layer, d);
    case LinearDims::Kind::none:
      break;
  }
}

}  // namespace gpusel
