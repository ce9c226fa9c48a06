// How a weight format stores numbers: block size and bytes a block (so bits per weight are exact rationals), what it
// leaves in 16 bit, and the precision its matrix products run at. Sources: ggml/src/ggml-common.h (llama.cpp),
// bitsandbytes functional.py, GPTQ/AWQ group size 128, OCP MX v1.0, NVIDIA NVFP4; gathered in design notes dated 2026.
// GGUF *file* types are mixtures of tensor types: memory/weight_bytes resolves those; here stands the dominant tensor
// type.
#pragma once

#include "core/domain/enums.hpp"
#include "core/units/units.hpp"

namespace gpusel {

enum class FormatClass { plain, scaled8, bitsandbytes4, group4, group8, microscaling, gguf };
GPUSEL_ENUM_NAMES(FormatClass, 7, "plain", "scaled8", "bitsandbytes4", "group4", "group8", "microscaling", "gguf");

struct FormatInfo {
  FormatClass cls;
  Count block;               // weights a block
  Count block_bytes;         // bytes a block, scales included
  bool quantises_embedding;  // GGUF formats quantise embedding and head; the others leave both in 16 bit
  bool weight_only;          // products run in 16 bit after dequantisation
};

const FormatInfo& format_info(WeightFormat format);
double bits_per_weight(WeightFormat format);
// Whole blocks: ceil(elements / block) * block_bytes.
Bytes stored_bytes(WeightFormat format, Count elements);
double kv_bits(KvFormat format);
constexpr double dtype_bytes(Dtype d) { return d == Dtype::fp32 ? 4 : (d == Dtype::fp8 || d == Dtype::int8) ? 1 : 2; }
constexpr bool is_eight_bit(Compute c) { return c == Compute::fp8 || c == Compute::mxfp8; }
constexpr bool is_narrow(Compute c) { return is_eight_bit(c) || c == Compute::nvfp4; }  // products below 16 bit
bool is_quantised(WeightFormat format);                                                 // fewer than 16 bits

}  // namespace gpusel
