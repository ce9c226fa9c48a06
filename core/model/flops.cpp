#include <algorithm>

#include "core/model/shape.hpp"

namespace gpusel {
namespace {

// Scores and values: 2 a (d_qk + d_v) FLOPs for each earlier token. A recurrent state is decayed, updated and read once
// a token.
double mixing_flops(const LayerShape& layer, double context) {
  const auto heads = static_cast<double>(layer.heads);
  const auto dims = static_cast<double>(layer.head_dim + layer.v_head_dim);
  const double state = 6.0 * static_cast<double>(layer.state_elements);
  switch (layer.mixer) {
    case Mixer::none:
    case Mixer::mamba1:
    case Mixer::mamba2:
    case Mixer::linear:
      return state;
    case Mixer::sliding:
    case Mixer::chunked:
      return state + 2.0 * heads * dims * std::min(context, static_cast<double>(layer.window));
    case Mixer::full:
    case Mixer::mla:
    case Mixer::cross:
    case Mixer::bidirectional:
      break;
  }
  const double reach = layer.mixer == Mixer::bidirectional && layer.window > 0
                           ? std::min(context, static_cast<double>(layer.window))
                           : context;
  return state + 2.0 * heads * dims * reach;
}

}  // namespace

double forward_matmul_flops_per_token(const ModelShape& shape) { return 2.0 * shape.matmul_parameters; }

double attention_flops_per_token(const ModelShape& shape, double mean_context) {
  double sum = 0;
  for (std::size_t k = 0; k < shape.kinds.size(); ++k)
    sum += static_cast<double>(shape.layers_of_kind(k)) * mixing_flops(shape.kinds[k], mean_context);
  return sum;
}

}  // namespace gpusel
