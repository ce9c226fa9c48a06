// Which tensor type a GGUF file type gives each matrix: a file type such as q4_k_m is a mixture by role and layer.
// Bytes a matrix, whole blocks a row. Rules: llama.cpp src/llama-quant.cpp (llama_tensor_get_type and the fallbacks for
// rows that are no multiple of a block); block sizes: ggml/src/ggml-common.h (read 2026-11). Checked against the
// published file sizes of Llama-3.1-8B (tools/quantize/README.md). Dynamic "UD" files follow no rule: import their
// header.
#pragma once

#include "core/domain/formats.hpp"
#include "core/domain/shape.hpp"

namespace gpusel {

enum class GgmlType {
  f32,
  f16,
  q8_0,
  q6_k,
  q5_k,
  q4_k,
  q3_k,
  q2_k,
  q5_0,
  q5_1,
  q4_0,
  q4_1,
  iq4_nl,
  iq4_xs,
  iq3_s,
  iq3_xxs,
  iq2_s,
  iq2_xs,
  iq2_xxs,
  iq1_m,
  iq1_s,
  mxfp4,
};

// What a file type's rules look at, once a model.
struct GgufModel {
  WeightFormat file = WeightFormat::q4_k_m;
  Count layers = 0;
  Count experts = 0;             // of the layers that have them
  bool many_heads_a_kv = false;  // grouped-query ratio of 4 or more
  bool eighty_layers = false;    // "70B" in llama.cpp's list of sizes
  bool falcon = false;
  bool tied = false;
};

GgufModel gguf_model(const ModelShape& shape, WeightFormat file);
GgmlType gguf_base_type(WeightFormat file);
GgmlType gguf_head_type(const GgufModel& model, Count row);
GgmlType gguf_embedding_type(const GgufModel& model, Count row);
GgmlType gguf_linear_type(const GgufModel& model, const LinearShape& linear, Count layer);
// Bytes of `rows` rows of `row` weights, after the fallback for rows that are no multiple of the type's block.
double ggml_bytes(GgmlType type, Count row, double rows);

}  // namespace gpusel
