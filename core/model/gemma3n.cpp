#include "core/model/counting.hpp"
#include "core/model/parts.hpp"

namespace gpusel {

// modeling_gemma3n.py: per-layer embeddings, AltUp (several residual streams), LAuReL (a low-rank residual), shared KV
// in the last layers.
ModelShape count_gemma3n(Config& config) {
  const Dims d = read_dims(config);
  if (config.error()) return {};
  const Count per_layer = config.integer({"hidden_size_per_layer_input"}, 256, 1'000'000);
  const Count per_layer_vocab = config.integer({"vocab_size_per_layer_input"}, d.vocab, 100'000'000);
  const Count streams = config.integer({"altup_num_inputs"}, 4, 64);
  const Count laurel = config.integer({"laurel_rank"}, 64, 100'000);
  const Count shared = config.integer({"num_kv_shared_layers"}, 0, d.layers);
  ModelShape s = frame(config, d);
  std::vector<LayerPlan> plans = plan_layers(config, d);
  add_kinds(config, s, d, plans);
  const Count h = d.hidden;
  for (LayerShape& layer : s.kinds) {
    layer.linears.push_back(linear_shape(LinearRole::other, "linear_left", h, laurel));
    layer.linears.push_back(linear_shape(LinearRole::other, "linear_right", laurel, h));
    layer.linears.push_back(linear_shape(LinearRole::other, "per_layer_input_gate", h, per_layer));
    layer.linears.push_back(linear_shape(LinearRole::other, "per_layer_projection", per_layer, h));
    layer.norm_parameters += 2 * h;  // after LAuReL and after the per-layer input
    layer.other_parameters += 2 * h + streams * h + streams * streams + streams * streams * streams;  // AltUp
  }
  const std::size_t kinds = s.kinds.size();
  for (std::size_t k = 0; k < kinds && shared > 0; ++k) {
    s.kinds.push_back(s.kinds[k]);
    s.kinds.back().shares_kv = true;
  }
  for (Count l = d.layers - shared; l < d.layers; ++l)
    s.layer_kind[static_cast<std::size_t>(l)] =
        static_cast<std::uint8_t>(s.layer_kind[static_cast<std::size_t>(l)] + kinds);
  // The per-layer table is looked up, not multiplied with, as the embedding is.
  s.embedding_parameters += per_layer_vocab * d.layers * per_layer;
  s.extra_parameters += h * d.layers * per_layer + per_layer + 2 * (streams - (streams > 0)) * h * h;
  return s;
}

}  // namespace gpusel
