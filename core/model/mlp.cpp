#include "core/model/parts.hpp"

namespace gpusel {

void add_mlp(LayerShape& layer, const Dims& d, Count width) {
  const ModuleNames& names = d.family->names;
  const LinearOptions in{.bias = d.mlp_bias};
  layer.mlp = d.gated ? Mlp::gated : Mlp::plain;
  layer.mlp_width = width;
  if (d.gated && !names.gate_up.empty()) {
    layer.linears.push_back(linear_shape(LinearRole::gate_up, names.gate_up, d.hidden, 2 * width, in));
  } else {
    if (d.gated) layer.linears.push_back(linear_shape(LinearRole::gate, names.gate, d.hidden, width, in));
    layer.linears.push_back(linear_shape(LinearRole::up, names.up, d.hidden, width, in));
  }
  layer.linears.push_back(
      linear_shape(LinearRole::down, names.down, width, d.hidden, {.bias = d.mlp_bias, .row_parallel = true}));
}

namespace {

void add_expert_matrix(LayerShape& layer, const Dims& d, LinearRole role, std::string_view name, Count in, Count out,
                       bool row_parallel) {
  LinearShape expert = linear_shape(role, name, in, out, {.bias = d.moe.expert_bias, .row_parallel = row_parallel});
  expert.copies = d.moe.experts;
  expert.active = static_cast<double>(d.moe.per_token);
  layer.linears.push_back(std::move(expert));
}

void add_shared_expert(LayerShape& layer, const Dims& d) {
  const Count width = d.moe.shared_width;
  if (width == 0) return;
  const ModuleNames& names = d.family->names;
  if (d.gated) layer.linears.push_back(linear_shape(LinearRole::shared_gate, names.gate, d.hidden, width));
  layer.linears.push_back(linear_shape(LinearRole::shared_up, names.up, d.hidden, width));
  layer.linears.push_back(linear_shape(LinearRole::shared_down, names.down, width, d.hidden, {.row_parallel = true}));
  if (d.moe.shared_gate) layer.other_parameters += d.hidden;
}

}  // namespace

void add_experts(LayerShape& layer, const Dims& d) {
  const MoeDims& m = d.moe;
  const ModuleNames& names = d.family->names;
  layer.mlp = Mlp::moe;
  layer.experts = m.experts;
  layer.experts_per_token = m.per_token;
  if (m.groups > 1 && m.groups_per_token > 0 && m.groups_per_token < m.groups) {
    layer.expert_groups = m.groups;
    layer.groups_per_token = m.groups_per_token;
  }
  layer.expert_width = m.width;
  layer.shared_width = m.shared_width;
  const Count space = m.latent > 0 ? m.latent : d.hidden;
  if (!d.gated) {
    add_expert_matrix(layer, d, LinearRole::expert_up, names.expert_up, space, m.width, false);
  } else if (!names.expert_gate_up.empty()) {
    add_expert_matrix(layer, d, LinearRole::expert_up, names.expert_gate_up, space, 2 * m.width, false);
  } else {
    add_expert_matrix(layer, d, LinearRole::expert_gate, names.expert_gate, space, m.width, false);
    add_expert_matrix(layer, d, LinearRole::expert_up, names.expert_up, space, m.width, false);
  }
  add_expert_matrix(layer, d, LinearRole::expert_down, names.expert_down, m.width, space, true);
  layer.linears.push_back(linear_shape(LinearRole::router, "router", d.hidden, m.experts,
                                       {.bias = m.router_bias, .replicated = true, .quantisable = false}));
  if (m.latent > 0) {
    layer.linears.push_back(
        linear_shape(LinearRole::other, "fc1_latent_proj", d.hidden, m.latent, {.replicated = true}));
    layer.linears.push_back(
        linear_shape(LinearRole::other, "fc2_latent_proj", m.latent, d.hidden, {.replicated = true}));
  }
  add_shared_expert(layer, d);
  // gemma4 norms the dense and the sparse branch apart, and scales the router's input and each expert's output.
  if (m.dense_beside > 0) {
    layer.norm_parameters += 3 * d.hidden;
    layer.other_parameters += d.hidden + m.experts;
  }
}

}  // namespace gpusel
