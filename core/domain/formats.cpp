#include "core/domain/formats.hpp"

#include <array>

namespace gpusel {
namespace {

using F = FormatClass;

// Order of WeightFormat. {class, weights a block, bytes a block, quantises embedding and head, weight-only}
constexpr std::array<FormatInfo, 40> table{{
    {F::plain, 1, 4, false, false},            // fp32
    {F::plain, 1, 2, false, false},            // bf16
    {F::plain, 1, 2, false, false},            // fp16
    {F::scaled8, 16384, 16388, false, false},  // fp8: 128x128 blocks with one fp32 scale
    {F::scaled8, 4096, 4100, false, false},    // int8: one fp32 scale a row (4,096 stands for the row)
    {F::group4, 128, 66, false, true},         // int4: group 128, fp16 scale (symmetric)
    {F::bitsandbytes4, 64, 36, false, true},   // nf4: block 64, fp32 absmax (double quantisation: memory/weights)
    {F::bitsandbytes4, 64, 36, false, true},   // fp4
    {F::microscaling, 32, 17, false, true},    // mxfp4: E8M0 scale a 32-block
    {F::microscaling, 16, 9, false, false},    // nvfp4: E4M3 scale a 16-block
    {F::group4, 1024, 532, false, true},       // gptq-int4 g128: 4 + 16/128 + 4/128 bits
    {F::group8, 1024, 1048, false, true},      // gptq-int8 g128
    {F::group4, 1024, 532, false, true},       // awq-int4 g128
    {F::gguf, 32, 34, true, true},             // q8_0
    {F::gguf, 256, 210, true, true},           // q6_k
    {F::gguf, 32, 22, true, true},             // q5_0
    {F::gguf, 32, 24, true, true},             // q5_1
    {F::gguf, 256, 176, true, true},           // q5_k_s
    {F::gguf, 256, 176, true, true},           // q5_k_m
    {F::gguf, 32, 18, true, true},             // q4_0
    {F::gguf, 32, 20, true, true},             // q4_1
    {F::gguf, 256, 144, true, true},           // q4_k_s
    {F::gguf, 256, 144, true, true},           // q4_k_m
    {F::gguf, 256, 110, true, true},           // q3_k_s
    {F::gguf, 256, 110, true, true},           // q3_k_m
    {F::gguf, 256, 110, true, true},           // q3_k_l
    {F::gguf, 256, 84, true, true},            // q2_k
    {F::gguf, 256, 84, true, true},            // q2_k_s
    {F::gguf, 32, 18, true, true},             // iq4_nl
    {F::gguf, 256, 136, true, true},           // iq4_xs
    {F::gguf, 256, 110, true, true},           // iq3_m
    {F::gguf, 256, 110, true, true},           // iq3_s
    {F::gguf, 256, 110, true, true},           // iq3_xs
    {F::gguf, 256, 98, true, true},            // iq3_xxs
    {F::gguf, 256, 82, true, true},            // iq2_m
    {F::gguf, 256, 82, true, true},            // iq2_s
    {F::gguf, 256, 74, true, true},            // iq2_xs
    {F::gguf, 256, 66, true, true},            // iq2_xxs
    {F::gguf, 256, 56, true, true},            // iq1_m
    {F::gguf, 256, 50, true, true},            // iq1_s
}};

}  // namespace

const FormatInfo& format_info(WeightFormat format) { return table[static_cast<std::size_t>(format)]; }

double bits_per_weight(WeightFormat format) {
  const FormatInfo& f = format_info(format);
  return 8.0 * static_cast<double>(f.block_bytes) / static_cast<double>(f.block);
}

Bytes stored_bytes(WeightFormat format, Count elements) {
  const FormatInfo& f = format_info(format);
  return Bytes(ceil_div(elements, f.block) * f.block_bytes);
}

double kv_bits(KvFormat format) {
  constexpr std::array<double, 8> bits{32, 16, 16, 8, 8, 4, 8.5, 4.5};  // KvFormat order
  return bits[static_cast<std::size_t>(format)];
}

bool is_quantised(WeightFormat format) { return bits_per_weight(format) < 16; }

}  // namespace gpusel
