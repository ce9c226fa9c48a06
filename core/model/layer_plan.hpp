// Which parts each layer of a decoder has: attention of which reach, recurrent mixer, MLP or experts. From layer_types,
// intervals, periods and pattern strings of config.json (estimation.md sec. 5.2: "never L * formula").
#pragma once

#include <vector>

#include "core/domain/shape.hpp"
#include "core/model/dims.hpp"

namespace gpusel {

enum class Recurrence { none, mamba1, mamba2, linear, short_conv };

// Layers with equal plans are equal; a plan is small, so that telling kinds apart costs nothing.
struct LayerPlan {
  Mixer mixer = Mixer::full;  // none: no attention in this layer
  Recurrence recurrence = Recurrence::none;
  bool experts = false;
  Count mlp_width = 0;  // dense MLP; 0 = none
  Count window = 0;
  Count head_dim = 0, kv_heads = 0;
  Count compression = -1;  // deepseek_v4: tokens a cache entry, 0 = window only; -1 = other attention
  bool key_is_value = false, indexer = false, sinks = false;
  int norms = 2;
  bool operator==(const LayerPlan&) const = default;
};

// One plan a layer. What cannot be told is left in config.error().
std::vector<LayerPlan> plan_layers(Config& config, const Dims& dims);

}  // namespace gpusel
