#include "core/model/shape.hpp"

#include <cmath>

#include "core/model/counting.hpp"

namespace gpusel {
namespace {

// Beyond this no model exists and the 64-bit counts below could overflow.
constexpr double most_parameters = 1e15;

double layer_size(const LayerShape& layer) {
  double sum = static_cast<double>(layer.norm_parameters) + static_cast<double>(layer.other_parameters);
  for (const LinearShape& l : layer.linears)
    sum += static_cast<double>(l.copies) * (static_cast<double>(l.in) + 1) * static_cast<double>(l.out);
  return sum;
}

double whole_size(const ModelShape& s) {
  double sum = static_cast<double>(s.embedding_parameters) + static_cast<double>(s.head_parameters) +
               static_cast<double>(s.extra_parameters) + static_cast<double>(s.position_parameters);
  for (std::uint8_t k : s.layer_kind) sum += layer_size(s.kinds[k]);
  for (std::uint8_t k : s.encoder_layer_kind) sum += layer_size(s.encoder_kinds[k]);
  return sum;
}

struct LayerTotals {
  Count parameters = 0, linear = 0;
  double active = 0, matmul = 0;
};

LayerTotals layer_totals(const LayerShape& layer) {
  LayerTotals t;
  t.parameters = layer.norm_parameters + layer.other_parameters;
  t.active = static_cast<double>(t.parameters);
  for (const LinearShape& l : layer.linears) {
    t.parameters += l.parameters();
    if (l.quantisable) t.linear += l.matrix_parameters();
    // A bias that only ranks experts (all of them) is used by every token.
    t.active += l.active_parameters();
    t.matmul += l.active * static_cast<double>(l.in * l.out);
  }
  return t;
}

void add_layers(ModelShape& s, const std::vector<LayerShape>& kinds, const std::vector<std::uint8_t>& order,
                double& active, bool decodes) {
  std::vector<LayerTotals> totals;
  for (const LayerShape& kind : kinds) totals.push_back(layer_totals(kind));
  for (std::uint8_t k : order) {
    s.parameters += totals[k].parameters;
    s.linear_parameters += totals[k].linear;
    active += totals[k].active;
    if (decodes) s.matmul_parameters += totals[k].matmul;
  }
}

void fill_totals(ModelShape& s) {
  s.parameters =
      s.embedding_parameters + s.head_parameters + s.position_parameters + s.final_norm_parameters + s.extra_parameters;
  for (const Tower& tower : s.towers) s.parameters += tower.parameters;
  double active = static_cast<double>(s.parameters);
  add_layers(s, s.encoder_kinds, s.encoder_layer_kind, active, false);
  add_layers(s, s.kinds, s.layer_kind, active, true);
  s.active_parameters = static_cast<Count>(std::llround(active));
  if (s.has_head) s.matmul_parameters += static_cast<double>(s.vocab) * static_cast<double>(s.hidden);
}

Result<ModelShape> count(Config& config, const Model& model) {
  const std::string_view type = config.text({"model_type"}, "");
  const Family* family = find_family(type);
  switch (family != nullptr ? family->counting : Counting::decoder) {
    case Counting::diffusion:
      return count_diffusion(config, model);
    case Counting::bert:
    case Counting::nomic:
    case Counting::modernbert:
      return count_encoder(config);
    case Counting::t5:
    case Counting::whisper:
      return count_encoder_decoder(config);
    case Counting::gemma3n:
      return count_gemma3n(config);
    case Counting::rwkv7:
      return count_rwkv7(config);
    case Counting::decoder:
      break;
  }
  return count_decoder(config);
}

}  // namespace

Result<ModelShape> build_shape(const Model& model) {
  if (model.config.object() == nullptr)
    return Error{"wrong-type", "/model", "a model is a catalogue id or an object with the keys of its config.json", {}};
  Config config(model.config);
  Result<ModelShape> counted = count(config, model);
  if (config.error()) return *config.error();
  if (!counted.ok()) return counted;
  ModelShape& s = counted.value();
  s.id = model.id;
  s.name = model.name.empty() ? model.id : model.name;
  s.modality = model.modality;
  const double size = whole_size(s);
  if (!(size <= most_parameters))
    return Error{"out-of-range", "/model", "the config describes more than 1e15 parameters", {}};
  fill_totals(s);
  return counted;
}

}  // namespace gpusel
