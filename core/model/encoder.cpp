#include "core/model/counting.hpp"
#include "core/model/parts.hpp"

namespace gpusel {
namespace {

LayerShape encoder_layer(const Dims& d, Count window, bool first_norm) {
  LayerPlan plan;
  plan.head_dim = d.head_dim;
  plan.kv_heads = d.kv_heads;
  LayerShape layer;
  layer.mixer = Mixer::bidirectional;
  layer.norms = 2;
  layer.norm_parameters = (first_norm ? 2 : 1) * d.norm_size();
  add_attention(layer, d, plan);
  layer.window = window;
  add_mlp(layer, d, d.mlp_width);
  return layer;
}

// ModernBERT: every third layer attends to everything, the others to local_attention tokens; layer 0 has no attention
// norm.
void add_modernbert_layers(Config& config, ModelShape& s, const Dims& d) {
  const Count every = config.integer({"global_attn_every_n_layers", "sliding_window_pattern"}, 3, 4096);
  s.kinds = {encoder_layer(d, 0, false), encoder_layer(d, 0, true), encoder_layer(d, d.window, true)};
  for (Count l = 0; l < d.layers; ++l)
    s.layer_kind.push_back(l == 0 ? std::uint8_t{0} : every == 0 || l % every == 0 ? std::uint8_t{1} : std::uint8_t{2});
}

}  // namespace

// bert: (V + positions + types) h + 2h; pooler h^2 + h. nomic_bert: rotary positions, no pooler. modernbert: neither.
ModelShape count_encoder(Config& config) {
  const Dims d = read_dims(config);
  if (config.error()) return {};
  if (d.mlp_width == 0) {
    config.fail("missing", "intermediate_size", "a model's config needs intermediate_size");
    return {};
  }
  ModelShape s = frame(config, d);
  s.has_head = false;
  s.head_parameters = 0;
  const Counting counting = d.family->counting;
  if (counting == Counting::modernbert) {
    s.extra_parameters += d.norm_size();  // of the embedding
    add_modernbert_layers(config, s, d);
    return s;
  }
  const Count types = config.integer({"type_vocab_size"}, 2, 1'000'000);
  s.extra_parameters += types * d.hidden;
  s.final_norm_parameters = d.norm_size();  // bert's stands after the embedding
  s.kinds = {encoder_layer(d, 0, true)};
  s.layer_kind.assign(static_cast<std::size_t>(d.layers), 0);
  if (counting == Counting::bert) {
    s.position_parameters = d.max_positions * d.hidden;
    if (config.boolean({"add_pooling_layer"}, true)) s.extra_parameters += d.hidden * d.hidden + d.hidden;
  }
  return s;
}

}  // namespace gpusel
