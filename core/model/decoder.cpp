#include <algorithm>

#include "core/model/counting.hpp"
#include "core/model/parts.hpp"

namespace gpusel {
namespace {

// A vision transformer from vision_config: patch embedding and layers of 4h^2 + 2hf with biases and two norms.
// Projectors and mergers differ by model, so the count is approximate and says so.
void add_vision_config(Config& config, ModelShape& s) {
  const Value* vision = config.find({"vision_config"});
  if (vision == nullptr || vision->object() == nullptr) return;
  Config v(*vision);
  Tower t;
  t.role = "vision";
  t.hidden = v.integer({"hidden_size", "embed_dim", "width"}, 0, 100'000);
  t.layers = v.integer({"num_hidden_layers", "depth", "layers"}, 0, 1000);
  t.mlp_width = v.integer({"intermediate_size"}, 4 * t.hidden, 1'000'000);
  t.heads = v.integer({"num_attention_heads", "num_heads"}, 0, 1000);
  const Count patch = v.integer({"patch_size"}, 14, 1000);
  if (v.error() || t.hidden == 0 || t.layers == 0) return;
  const Count h = t.hidden, f = t.mlp_width;
  t.parameters = 3 * patch * patch * h + t.layers * (4 * h * h + 2 * h * f + 9 * h + f) + h * s.hidden;
  s.towers.push_back(t);
  s.notes.push_back({"vision-estimated",
                     "The vision tower is counted from vision_config; its projector is approximate.",
                     "/model/vision_config",
                     {}});
}

// One more layer of the last kind, a projection of 2h to h and three norms (DeepSeek-V3 report, sec. 2.2).
Count mtp_parameters(Config& config, const Dims& d, const ModelShape& s) {
  const Count given = config.integer({"mtp_params"}, 0, 1'000'000'000'000);
  if (given > 0 || d.mtp_layers == 0 || s.layer_kind.empty()) return given;
  const LayerShape& last = s.kinds[s.layer_kind.back()];
  Count layer = last.norm_parameters + last.other_parameters;
  for (const LinearShape& l : last.linears) layer += l.parameters();
  return d.mtp_layers * (layer + 2 * d.hidden * d.hidden + 3 * d.hidden);
}

}  // namespace

ModelShape frame(Config& config, const Dims& d) {
  ModelShape s;
  s.model_type = d.type;
  s.hidden = d.hidden;
  s.layers = d.layers;
  s.vocab = d.vocab;
  s.max_positions = d.max_positions;
  s.tied_embeddings = d.tied;
  s.layer_norm = d.norm != Norm::rms;
  s.gated_mlp = d.gated;
  s.has_head = !d.headless;
  const Count width = d.embedding_width > 0 ? d.embedding_width : d.hidden;
  s.embedding_parameters = d.vocab * width;
  s.head_parameters = d.tied || d.headless ? 0 : d.vocab * width;
  s.position_parameters = d.positions * d.hidden;
  s.final_norm_parameters = d.final_norm ? d.norm_size() : 0;
  s.extra_parameters = d.extra + (d.head_bias ? d.vocab : 0) + (d.embedding_norm ? d.norm_size() : 0);
  // The head mixes the residual streams of hyper-connections once more.
  if (d.residual_streams > 0)
    s.extra_parameters += d.residual_streams * d.residual_streams * d.hidden + d.residual_streams + 1;
  if (d.embedding_width > 0) s.extra_parameters += 2 * d.embedding_width * d.hidden;
  if (d.tower > 0)
    s.towers.push_back({"vision", d.tower, 0, 0, 0, 0});
  else
    add_vision_config(config, s);
  if (!d.known) {
    const std::string type(config.text({"model_type"}, "(none)"));
    s.notes.push_back(
        {"unknown-architecture",
         "The architecture \"" + type + "\" is not known; it is counted as a decoder with grouped-query attention.",
         "/model/model_type",
         {{"model_type", type}}});
  }
  return s;
}

void add_kinds(Config& config, ModelShape& s, const Dims& d, const std::vector<LayerPlan>& plans) {
  std::vector<LayerPlan> seen;
  for (const LayerPlan& plan : plans) {
    const auto found = std::find(seen.begin(), seen.end(), plan);
    const auto kind = static_cast<std::size_t>(found - seen.begin());
    if (found == seen.end()) {
      if (seen.size() == 255)
        return config.fail("out-of-range", "num_hidden_layers", "a model may have 255 different layers at most");
      seen.push_back(plan);
      s.kinds.push_back(build_layer(d, plan));
    }
    s.layer_kind.push_back(static_cast<std::uint8_t>(kind));
  }
}

ModelShape count_decoder(Config& config) {
  const Dims d = read_dims(config);
  if (config.error()) return {};
  ModelShape s = frame(config, d);
  add_kinds(config, s, d, plan_layers(config, d));
  if (d.mla.kv_rank == 0 && d.moe.experts == 0 && d.mlp_width == 0 &&
      std::all_of(s.kinds.begin(), s.kinds.end(),
                  [](const LayerShape& k) { return k.mlp == Mlp::none && k.state_elements == 0; }))
    config.fail("missing", "intermediate_size", "a model's config needs intermediate_size");
  s.mtp_parameters = mtp_parameters(config, d, s);
  return s;
}

}  // namespace gpusel
