// The tensors of one layer's parts, added to its LayerShape: attention, MLP or experts, recurrent mixers, norms.
// Elements. Formulas: estimation.md sec. 2 (table "Counting parameters"), each by the tensors of Hugging Face's
// modeling files.
#pragma once

#include <string_view>

#include "core/domain/shape.hpp"
#include "core/model/dims.hpp"
#include "core/model/layer_plan.hpp"

namespace gpusel {

struct LinearOptions {
  bool bias = false;
  bool row_parallel = false;
  bool replicated = false;
  bool quantisable = true;
};
LinearShape linear_shape(LinearRole role, std::string_view name, Count in, Count out, LinearOptions options = {});

void add_attention(LayerShape& layer, const Dims& dims, const LayerPlan& plan);  // full, sliding, chunked, cross
void add_latent_attention(LayerShape& layer, const Dims& dims, const LayerPlan& plan);
void add_compressed_attention(LayerShape& layer, const Dims& dims, const LayerPlan& plan);  // deepseek_v4
void add_recurrence(LayerShape& layer, const Dims& dims, const LayerPlan& plan);
void add_mlp(LayerShape& layer, const Dims& dims, Count width);
void add_experts(LayerShape& layer, const Dims& dims);

LayerShape build_layer(const Dims& dims, const LayerPlan& plan);

}  // namespace gpusel
