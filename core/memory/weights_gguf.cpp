#include "core/memory/weights_gguf.hpp"

#include <algorithm>
#include <array>

namespace gpusel {
namespace {

using T = GgmlType;
using W = WeightFormat;

struct Block {
  Count weights, bytes;
};
constexpr std::array<Block, 22> blocks{{{1, 4},     {1, 2},     {32, 34},   {256, 210}, {256, 176}, {256, 144},
                                        {256, 110}, {256, 84},  {32, 22},   {32, 24},   {32, 18},   {32, 20},
                                        {32, 18},   {256, 136}, {256, 110}, {256, 98},  {256, 82},  {256, 74},
                                        {256, 66},  {256, 56},  {256, 50},  {32, 17}}};

template <class... Ts>
bool one_of(W file, Ts... list) {
  return ((file == list) || ...);
}

// First and last eighth of the layers, every third between (use_more_bits).
bool more_bits(Count layer, Count layers) {
  return layer < layers / 8 || layer >= 7 * layers / 8 || (layer - layers / 8) % 3 == 2;
}
bool is_expert(LinearRole r) {
  return r == LinearRole::expert_gate || r == LinearRole::expert_up || r == LinearRole::expert_down;
}
bool first_eighth(const GgufModel& m, Count layer) { return layer < m.layers / 8; }

// The two-bit family has rules of its own.
bool is_two_bit_family(W file) { return one_of(file, W::iq2_xxs, W::iq2_xs, W::iq1_s, W::iq2_s, W::iq2_m, W::iq1_m); }

T two_bit_type(const GgufModel& m, LinearRole role, Count layer, T base) {
  const bool larger = one_of(m.file, W::iq2_s, W::iq2_m);
  switch (role) {
    case LinearRole::v:
      if (m.many_heads_a_kv || m.experts >= 4) return T::q4_k;
      return larger ? T::iq3_s : T::q2_k;
    case LinearRole::k:
      return m.experts == 8 ? T::q4_k : base;
    case LinearRole::down:
    case LinearRole::expert_down:
    case LinearRole::shared_down:
      if (!first_eighth(m, layer)) return base;
      return larger ? T::iq3_s : T::q2_k;
    case LinearRole::o:
      if (m.experts == 8) return T::q5_k;
      if (one_of(m.file, W::iq1_s, W::iq1_m)) return T::iq2_xxs;
      return larger ? T::iq3_s : base;
    default:
      return base;
  }
}

T value_type(const GgufModel& m, Count layer, T base) {
  T type = base;
  const bool grouped = m.many_heads_a_kv;
  if (m.file == W::q2_k)
    type = grouped ? T::q4_k : T::q3_k;
  else if (m.file == W::q2_k_s && grouped)
    type = T::q4_k;
  else if (m.file == W::iq3_xxs)
    type = grouped ? T::q4_k : base;
  else if (one_of(m.file, W::iq3_xs, W::iq3_s) && grouped)
    type = T::q4_k;
  else if (m.file == W::iq3_m)
    type = T::q4_k;
  else if (m.file == W::q3_k_m)
    type = layer < 2 ? T::q5_k : T::q4_k;
  else if (m.file == W::q3_k_l)
    type = T::q5_k;
  else if (one_of(m.file, W::iq4_nl, W::iq4_xs) && grouped)
    type = T::q5_k;
  else if (one_of(m.file, W::q4_k_m, W::q5_k_m) && more_bits(layer, m.layers))
    type = T::q6_k;
  else if (m.file == W::q4_k_s && layer < 4)
    type = T::q5_k;
  if (m.eighty_layers && (type == T::q3_k || type == T::q4_k)) type = T::q5_k;
  if (m.experts == 8) type = T::q8_0;
  return type;
}

T down_type(const GgufModel& m, Count layer, T base) {
  const bool more = more_bits(layer, m.layers);
  switch (m.file) {
    case W::q2_k:
      return T::q3_k;
    case W::q2_k_s:
      return first_eighth(m, layer) ? T::q4_k : base;
    case W::q3_k_m:
      if (layer < m.layers / 16) return T::q5_k;
      return !m.falcon || more ? T::q4_k : T::q3_k;
    case W::q3_k_l:
      return m.falcon ? T::q4_k : T::q5_k;
    case W::iq3_m:
      return first_eighth(m, layer) || (m.experts == 8 && more) ? T::q4_k : base;
    case W::q4_k_m:
      if (m.falcon) return layer < m.layers / 16 ? T::q6_k : more ? T::q5_k : T::q4_k;
      return more ? T::q6_k : base;
    case W::q4_k_s:
      return !m.falcon && first_eighth(m, layer) ? T::q5_k : base;
    case W::iq4_nl:
    case W::iq4_xs:
      return first_eighth(m, layer) ? T::q5_k : base;  // without an importance matrix, as published
    case W::q5_k_m:
      return more ? T::q6_k : base;
    default:
      return base;
  }
}

T output_type(const GgufModel& m, T base) {
  if (m.falcon) return m.file == W::q3_k_l ? T::q4_k : base;
  if (m.experts == 8) {
    const bool raised = one_of(m.file, W::q2_k, W::iq3_xs, W::iq3_xxs, W::q3_k_s, W::q3_k_m, W::iq4_nl, W::q4_k_s,
                               W::q4_k_m, W::iq3_s, W::iq3_m, W::iq4_xs);
    return raised ? T::q5_k : base;
  }
  switch (m.file) {
    case W::q2_k:
      return T::q3_k;
    case W::iq3_xxs:
      return T::iq3_s;
    case W::q3_k_m:
    case W::iq3_m:
      return T::q4_k;
    case W::q3_k_l:
      return T::q5_k;
    default:
      return base;
  }
}

T fused_qkv_type(const GgufModel& m, T base) {
  if (one_of(m.file, W::q3_k_m, W::q3_k_l, W::iq3_m)) return T::q4_k;
  if (m.file == W::q4_k_m) return T::q5_k;
  return m.file == W::q5_k_m ? T::q6_k : base;
}

T query_key_type(const GgufModel& m, LinearRole role, T base) {
  if (role == LinearRole::k && m.experts == 8) return T::q8_0;
  if (m.file == W::iq3_xs) return T::iq3_xxs;
  return m.file == W::iq3_xxs ? T::iq2_s : base;
}

// A row that is no multiple of the block takes a type of 32-blocks, and 16 bit where that fails too.
T fallback(T type, Count row) {
  if (row % blocks[static_cast<std::size_t>(type)].weights == 0) return type;
  T smaller = T::iq4_nl;
  if (type == T::q4_k) smaller = T::q5_0;
  if (type == T::q5_k) smaller = T::q5_1;
  if (type == T::q6_k) smaller = T::q8_0;
  if (type == T::q4_k || type == T::q5_k || type == T::q6_k || blocks[static_cast<std::size_t>(type)].weights == 256)
    return row % 32 == 0 ? smaller : T::f16;
  return T::f16;
}

}  // namespace

GgufModel gguf_model(const ModelShape& shape, WeightFormat file) {
  GgufModel m;
  m.file = file;
  m.layers = shape.layers;
  for (const LayerShape& k : shape.kinds) {
    m.experts = std::max(m.experts, k.experts);
    if (k.kv_heads > 0 && k.heads / k.kv_heads >= 4) m.many_heads_a_kv = true;
  }
  m.eighty_layers = shape.layers == 80 && shape.model_type == "llama";
  m.falcon = shape.model_type == "falcon";
  m.tied = shape.tied_embeddings;
  return m;
}

GgmlType gguf_base_type(WeightFormat file) {
  switch (file) {
    case W::q8_0:
      return T::q8_0;
    case W::q6_k:
      return T::q6_k;
    case W::q5_0:
      return T::q5_0;
    case W::q5_1:
      return T::q5_1;
    case W::q5_k_s:
    case W::q5_k_m:
      return T::q5_k;
    case W::q4_0:
      return T::q4_0;
    case W::q4_1:
      return T::q4_1;
    case W::q4_k_s:
    case W::q4_k_m:
      return T::q4_k;
    case W::q3_k_s:
    case W::q3_k_m:
    case W::q3_k_l:
      return T::q3_k;
    case W::q2_k:
    case W::q2_k_s:
      return T::q2_k;
    case W::iq4_nl:
      return T::iq4_nl;
    case W::iq4_xs:
      return T::iq4_xs;
    case W::iq3_m:
    case W::iq3_s:
    case W::iq3_xs:
      return T::iq3_s;
    case W::iq3_xxs:
      return T::iq3_xxs;
    case W::iq2_m:
      return T::iq2_s;
    case W::iq2_s:
    case W::iq2_xs:
      return T::iq2_xs;
    case W::iq2_xxs:
      return T::iq2_xxs;
    case W::iq1_m:
      return T::iq1_m;
    case W::iq1_s:
      return T::iq1_s;
    default:
      return T::f16;
  }
}

GgmlType gguf_head_type(const GgufModel& m, Count row) {
  if (m.file == W::mxfp4) return T::q8_0;
  const T base = gguf_base_type(m.file);
  if (m.falcon || row % blocks[static_cast<std::size_t>(base)].weights != 0) return T::q8_0;
  if (is_two_bit_family(m.file) || m.file == W::iq3_xxs) return T::q5_k;
  return base == T::q8_0 ? base : T::q6_k;
}

GgmlType gguf_embedding_type(const GgufModel& m, Count row) {
  if (m.tied || m.file == W::mxfp4) return gguf_head_type(m, row);
  if (one_of(m.file, W::iq2_xxs, W::iq2_xs, W::iq1_s, W::iq1_m)) return T::q2_k;
  if (one_of(m.file, W::iq2_s, W::iq2_m, W::iq3_xxs)) return T::iq3_s;
  return gguf_base_type(m.file);
}

GgmlType gguf_linear_type(const GgufModel& m, const LinearShape& linear, Count layer) {
  if (!linear.quantisable || linear.role == LinearRole::router) return T::f32;
  // MXFP4_MOE: the experts' matrices alone, the rest in 8 bit.
  if (m.file == W::mxfp4) return is_expert(linear.role) ? T::mxfp4 : T::q8_0;
  const T base = gguf_base_type(m.file);
  if (is_two_bit_family(m.file)) return two_bit_type(m, linear.role, layer, base);
  switch (linear.role) {
    case LinearRole::v:
      return value_type(m, layer, base);
    case LinearRole::q:
    case LinearRole::k:
      return query_key_type(m, linear.role, base);
    case LinearRole::qkv:
      return fused_qkv_type(m, base);
    case LinearRole::down:
    case LinearRole::expert_down:
    case LinearRole::shared_down:
      return down_type(m, layer, base);
    case LinearRole::o:
      return output_type(m, base);
    case LinearRole::gate:
    case LinearRole::up:
    case LinearRole::gate_up:
    case LinearRole::expert_gate:
    case LinearRole::expert_up:
      if (m.file == W::iq3_xs && layer >= m.layers / 8 && layer < 7 * m.layers / 8) return T::iq3_xxs;
      return base;
    default:
      return base;
  }
}

double ggml_bytes(GgmlType type, Count row, double rows) {
  if (row <= 0) return 0;
  const Block& b = blocks[static_cast<std::size_t>(fallback(type, row))];
  return rows * static_cast<double>(ceil_div(row, b.weights) * b.bytes);
}

}  // namespace gpusel
