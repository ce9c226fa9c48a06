#include <algorithm>

#include "core/model/shape.hpp"

namespace gpusel {
namespace {

// Scores of one token: one for each head and earlier token it looks at.
double scores(const LayerShape& layer, double context) {
  const auto heads = static_cast<double>(layer.heads), window = static_cast<double>(layer.window);
  switch (layer.mixer) {
    case Mixer::none:
    case Mixer::mamba1:
    case Mixer::mamba2:
    case Mixer::linear:
      return 0;
    case Mixer::sliding:
    case Mixer::chunked:
      return heads * std::min(context, window);
    case Mixer::bidirectional:
      return heads * (window > 0 ? std::min(context, window) : context);
    case Mixer::full:
    case Mixer::mla:
    case Mixer::cross:
      break;
  }
  return heads * context;
}

// Scores and values: 2 (d_qk + d_v) FLOPs a score. A recurrent state is decayed, updated and read once a token.
double mixing_flops(const LayerShape& layer, double context) {
  const auto dims = static_cast<double>(layer.head_dim + layer.v_head_dim);
  return 6.0 * static_cast<double>(layer.state_elements) + 2.0 * dims * scores(layer, context);
}

}  // namespace

double forward_matmul_flops_per_token(const ModelShape& shape) { return 2.0 * shape.matmul_parameters; }

double attention_flops_per_token(const ModelShape& shape, double mean_context) {
  double sum = 0;
  for (std::size_t k = 0; k < shape.kinds.size(); ++k)
    sum += static_cast<double>(shape.layers_of_kind(k)) * mixing_flops(shape.kinds[k], mean_context);
  return sum;
}

double attention_scores_per_token(const ModelShape& shape, double mean_context) {
  double sum = 0;
  for (std::size_t k = 0; k < shape.kinds.size(); ++k)
    sum += static_cast<double>(shape.layers_of_kind(k)) * scores(shape.kinds[k], mean_context);
  return sum;
}

}  // namespace gpusel
