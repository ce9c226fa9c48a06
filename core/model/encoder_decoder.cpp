#include "core/model/counting.hpp"
#include "core/model/parts.hpp"

namespace gpusel {
namespace {

constexpr Count t5_buckets = 32;  // relative_attention_num_buckets

LayerPlan attention_plan(const Dims& d) {
  LayerPlan plan;
  plan.head_dim = d.head_dim;
  plan.kv_heads = d.kv_heads;
  return plan;
}

// whisper's k projections have no bias.
void drop_key_bias(LayerShape& layer) {
  for (LinearShape& l : layer.linears)
    if (l.role == LinearRole::k) l.bias = false;
}

LayerShape make_layer(const Dims& d, Mixer mixer, bool mlp, int norms) {
  LayerShape layer;
  layer.mixer = mixer;
  layer.mlp = Mlp::none;
  layer.norms = norms;
  layer.norm_parameters = norms * d.norm_size();
  add_attention(layer, d, attention_plan(d));
  if (d.family->counting == Counting::whisper) drop_key_bias(layer);
  if (mlp) add_mlp(layer, d, d.mlp_width);
  return layer;
}

// A decoder layer stands as two: self-attention with its own cache, then attention to the encoder's output with the
// MLP; so each has one mixer, and the cache of the second is constant a request.
void add_decoder(ModelShape& s, const Dims& d, Count encoder_tokens) {
  s.kinds = {make_layer(d, Mixer::full, false, 1), make_layer(d, Mixer::cross, true, 2)};
  s.kinds[1].window = encoder_tokens;
  for (Count l = 0; l < d.layers; ++l) {
    s.layer_kind.push_back(0);
    s.layer_kind.push_back(1);
  }
  s.layers = 2 * d.layers;
  s.encoder_decoder = true;
}

void add_encoder(ModelShape& s, const Dims& d, Count layers) {
  s.encoder_kinds = {make_layer(d, Mixer::bidirectional, true, 2)};
  s.encoder_layer_kind.assign(static_cast<std::size_t>(layers), 0);
  s.final_norm_parameters = 2 * d.norm_size();
}

}  // namespace

ModelShape count_encoder_decoder(Config& config) {
  Dims d = read_dims(config);
  if (config.error()) return {};
  const bool gated = config.text({"feed_forward_proj"}, "").substr(0, 5) == "gated";
  if (!config.has({"mlp_gated"})) d.gated = gated;
  ModelShape s = frame(config, d);
  s.gated_mlp = d.gated;
  if (d.family->counting == Counting::t5) {
    const Count encoder_layers = config.integer({"num_layers"}, d.layers, 4096);
    add_encoder(s, d, encoder_layers);
    add_decoder(s, d, 0);
    s.extra_parameters += 2 * t5_buckets * d.heads;
    if (!d.gated)
      for (std::vector<LayerShape>* kinds : {&s.kinds, &s.encoder_kinds})
        for (LayerShape& kind : *kinds)
          for (LinearShape& l : kind.linears)
            if (l.role == LinearRole::up) l.name = "wi";
    return s;
  }
  const Count mel = config.integer({"num_mel_bins"}, 80, 10'000);
  const Count source = config.integer({"max_source_positions"}, 1500, 1'000'000);
  const Count target = config.integer({"max_target_positions"}, 448, 1'000'000);
  add_encoder(s, d, config.integer({"encoder_layers"}, d.layers, 4096));
  add_decoder(s, d, source);
  s.position_parameters = (source + target) * d.hidden;
  s.extra_parameters +=
      3 * mel * d.hidden + d.hidden + 3 * d.hidden * d.hidden + d.hidden;  // two convolutions of width 3
  s.max_positions = target;
  return s;
}

}  // namespace gpusel
