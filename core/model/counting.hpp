// One counting function an architecture family; build_shape picks one by model_type and adds the totals. Problems are
// left in config.error().
#pragma once

#include <vector>

#include "core/domain/shape.hpp"
#include "core/model/config.hpp"
#include "core/model/dims.hpp"
#include "core/model/layer_plan.hpp"

namespace gpusel {

ModelShape count_decoder(Config& config);          // dense, GQA, MLA, MoE, sliding, hybrid, VLM
ModelShape count_encoder(Config& config);          // bert, xlm-roberta, nomic_bert, modernbert
ModelShape count_encoder_decoder(Config& config);  // t5, whisper
ModelShape count_gemma3n(Config& config);
ModelShape count_rwkv7(Config& config);
ModelShape count_diffusion(Config& config, const Model& model);

// Embedding, head, positions, norms outside the layers, towers.
ModelShape frame(Config& config, const Dims& dims);
// One LayerShape for each different plan.
void add_kinds(Config& config, ModelShape& shape, const Dims& dims, const std::vector<LayerPlan>& plans);

}  // namespace gpusel
