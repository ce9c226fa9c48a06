#include "core/memory/train_weights.hpp"

#include "core/domain/formats.hpp"

namespace gpusel {
namespace {

bool is_bitsandbytes4(WeightFormat f) { return f == WeightFormat::nf4 || f == WeightFormat::fp4; }

}  // namespace

Bytes bitsandbytes4_bytes(Count elements, bool double_quant) {
  const Count blocks = ceil_div(elements, 64);
  const Count packed = ceil_div(elements, 2);
  return Bytes(double_quant ? packed + blocks + 4 * ceil_div(blocks, 256) : packed + 4 * blocks);
}

double frozen_matrix_bytes(const TrainSpec& t, Count in, Count out, double copies) {
  const Count n = in * out;
  if (is_bitsandbytes4(t.weights)) return copies * bitsandbytes4_bytes(n, t.double_quant).number();
  if (t.weights == WeightFormat::int8) return copies * static_cast<double>(n + 4 * out);
  return copies * stored_bytes(t.weights, n).number();
}

double unquantised_bytes(const TrainSetup& s) { return s.fp32_frozen || s.t->weights == WeightFormat::fp32 ? 4 : 2; }

double embedding_bytes(const TrainSetup& s) {
  if (!s.lora) return s.weights.weight;
  return s.quantised && s.f->fp32_embedding ? 4 : unquantised_bytes(s);
}

double head_bytes(const TrainSetup& s) {
  if (!s.lora) return s.weights.weight;
  if (!s.quantised || !s.f->head_quantised) return unquantised_bytes(s);
  constexpr Count large = Count{1} << 24;  // whole blocks of any format: the rate of a large matrix
  return frozen_matrix_bytes(*s.t, large / 4096, 4096, 1) / static_cast<double>(large);
}

double linear_elements(const TrainSetup& s, const LinearShape& linear) {
  const double split = linear.copies > 1 ? s.ep : 1.0;
  return static_cast<double>(linear.copies * linear.in * linear.out) / (split * (linear.replicated ? 1.0 : s.tp));
}

double linear_bytes(const TrainSetup& s, const LinearShape& linear) {
  const double split = (linear.copies > 1 ? s.ep : 1.0) * (linear.replicated ? 1.0 : s.tp);
  const double bias = linear.bias ? static_cast<double>(linear.copies * linear.out) / split : 0;
  if (!s.lora) return (linear_elements(s, linear) + bias) * s.weights.weight;
  if (!s.quantised || !linear.quantisable) return (linear_elements(s, linear) + bias) * unquantised_bytes(s);
  return frozen_matrix_bytes(*s.t, linear.in, linear.out, static_cast<double>(linear.copies)) / split +
         bias * unquantised_bytes(s);
}

}  // namespace gpusel
