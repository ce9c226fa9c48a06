#include "core/model/counting.hpp"
#include "core/model/parts.hpp"

namespace gpusel {
namespace {

struct Ranks {
  Count decay = 64, rate = 64, value = 32, gate = 128;
};

Ranks read_ranks(Config& config) {
  Ranks r;
  if (const Value::Array* list = config.array({"lora_ranks"}); list != nullptr && list->size() == 4) {
    Count* const ranks[] = {&r.decay, &r.rate, &r.value, &r.gate};
    for (std::size_t i = 0; i < 4; ++i) {
      const double* number = (*list)[i].number();
      if (number != nullptr && *number > 0 && *number <= 1e5) *ranks[i] = static_cast<Count>(*number);
    }
    return r;
  }
  r.decay = config.integer({"decay_low_rank_dim"}, r.decay, 100'000);
  r.rate = config.integer({"a_low_rank_dim"}, r.rate, 100'000);
  r.value = config.integer({"v_low_rank_dim"}, r.value, 100'000);
  r.gate = config.integer({"gate_low_rank_dim"}, r.gate, 100'000);
  return r;
}

void add_low_rank(LayerShape& layer, std::string_view name, Count width, Count rank, bool bias) {
  layer.linears.push_back(linear_shape(LinearRole::other, name, width, rank));
  layer.linears.push_back(linear_shape(LinearRole::other, name, rank, width, {.bias = bias}));
}

// RWKV-7 (fla's modeling_rwkv7.py): r, k, v, o, four low-rank gates, token-shift vectors, channel mix. The first layer
// has no value gate, but a norm of its own before it.
LayerShape rwkv_layer(const Dims& d, const Ranks& ranks, bool first) {
  LayerShape layer;
  layer.mixer = Mixer::linear;
  layer.mlp = Mlp::plain;
  layer.mlp_width = d.mlp_width;
  layer.heads = d.heads;
  layer.head_dim = layer.v_head_dim = d.head_dim;
  const Count h = d.hidden;
  for (std::string_view name : {"r_proj", "k_proj", "v_proj"})
    layer.linears.push_back(linear_shape(LinearRole::mixer_in, name, h, h));
  add_low_rank(layer, "w_lora", h, ranks.decay, true);
  add_low_rank(layer, "a_lora", h, ranks.rate, true);
  if (!first) add_low_rank(layer, "v_lora", h, ranks.value, true);
  add_low_rank(layer, "g_lora", h, ranks.gate, false);
  layer.linears.push_back(linear_shape(LinearRole::mixer_out, "o_proj", h, h, {.row_parallel = true}));
  layer.linears.push_back(linear_shape(LinearRole::up, "key", h, d.mlp_width));
  layer.linears.push_back(linear_shape(LinearRole::down, "value", d.mlp_width, h, {.row_parallel = true}));
  layer.other_parameters = 6 * h + 2 * h + h + h;  // token shift, k_k and k_a, r_k, the channel mix's shift
  layer.norms = first ? 3 : 2;
  layer.norm_parameters = (layer.norms + 1) * 2 * h;  // with the group norm of the heads
  layer.state_elements = h * d.head_dim;
  layer.conv_elements = 2 * h;
  return layer;
}

}  // namespace

ModelShape count_rwkv7(Config& config) {
  const Dims d = read_dims(config);
  if (config.error()) return {};
  if (d.mlp_width == 0) {
    config.fail("missing", "intermediate_size", "a model's config needs intermediate_size");
    return {};
  }
  const Ranks ranks = read_ranks(config);
  ModelShape s = frame(config, d);
  s.kinds = {rwkv_layer(d, ranks, true), rwkv_layer(d, ranks, false)};
  s.layer_kind.assign(static_cast<std::size_t>(d.layers), 1);
  s.layer_kind[0] = 0;
  return s;
}

}  // namespace gpusel
