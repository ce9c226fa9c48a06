// Model -> ModelShape: every tensor counted from the config's keys, by architecture family (estimation.md sec. 2). An
// unknown architecture with the usual keys is counted as a dense GQA decoder, with a Note; without them it is an Error
// naming the key.
#pragma once

#include "core/domain/model.hpp"
#include "core/domain/result.hpp"
#include "core/domain/shape.hpp"

namespace gpusel {

Result<ModelShape> build_shape(const Model& model);

// FLOPs of one token's forward pass: matrices (2 * N_m, head included) and attention over `context` earlier tokens on
// average.
double forward_matmul_flops_per_token(const ModelShape& shape);
double attention_flops_per_token(const ModelShape& shape, double mean_context);
// One for each head, layer and token attended to.
double attention_scores_per_token(const ModelShape& shape, double mean_context);

}  // namespace gpusel
