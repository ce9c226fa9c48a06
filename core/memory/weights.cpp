#include "core/memory/weights.hpp"

#include "core/memory/memory.hpp"
#include "core/memory/weights_gguf.hpp"

namespace gpusel {
namespace {

bool is_expert(LinearRole role) {
  return role == LinearRole::expert_gate || role == LinearRole::expert_up || role == LinearRole::expert_down;
}

// Bytes of what a format leaves alone: norms, biases, routers, towers (GGUF files keep vectors in fp32).
double plain_bytes(WeightFormat format) {
  if (format == WeightFormat::fp32) return 4;
  return 2;
}
// gpt-oss is published with its experts alone in MXFP4 (openai/gpt-oss model card); attention, router, tables stay
// bf16.
bool takes_format(const ModelShape& shape, WeightFormat format, const LinearShape& linear) {
  if (!linear.quantisable || linear.role == LinearRole::router) return false;
  if (format == WeightFormat::mxfp4 && shape.model_type == "gpt_oss") return is_expert(linear.role);
  return true;
}

struct Sizer {
  const ModelShape& shape;
  WeightFormat format;
  const FormatInfo& info;
  GgufModel gguf;
  double* quantised;
  bool mixture;  // a GGUF file: its type decides matrix by matrix

  Sizer(const ModelShape& s, WeightFormat f, double* q, bool gguf_file)
      : shape(s),
        format(f),
        info(format_info(f)),
        gguf(gguf_model(s, f)),
        quantised(q),
        mixture(info.cls == FormatClass::gguf || (gguf_file && f == WeightFormat::mxfp4)) {}

  bool by_layer() const { return mixture; }
  // Norms, biases, routers.
  double vector_bytes() const { return mixture ? 4 : plain_bytes(format); }

  double matrix(const LinearShape& linear, Count layer) const {
    const double rows = static_cast<double>(linear.copies * linear.out);
    if (by_layer()) {
      const GgmlType type = gguf_linear_type(gguf, linear, layer);
      const double size = ggml_bytes(type, linear.in, rows);
      if (type != GgmlType::f32 && type != GgmlType::f16) *quantised += size;
      return size;
    }
    if (!takes_format(shape, format, linear))
      return static_cast<double>(linear.matrix_parameters()) * plain_bytes(format);
    const double one = static_cast<double>(stored_bytes(format, linear.in * linear.out).value);
    const double size = one * static_cast<double>(linear.copies);
    if (is_quantised(format)) *quantised += size;
    return size;
  }

  LayerBytes layer(const LayerShape& kind, Count index) const {
    LayerBytes b;
    for (const LinearShape& linear : kind.linears) {
      const double biases = linear.bias ? static_cast<double>(linear.copies * linear.out) * vector_bytes() : 0;
      const double size = matrix(linear, index) + biases;
      if (is_expert(linear.role))
        b.experts += size;
      else if (linear.replicated || linear.role == LinearRole::router)
        b.replicated += size;
      else
        b.split += size;
    }
    b.replicated += static_cast<double>(kind.norm_parameters + kind.other_parameters) * vector_bytes();
    return b;
  }

  double table(Count parameters, bool head) const {
    if (parameters <= 0) return 0;
    if (!by_layer() || shape.hidden <= 0) return static_cast<double>(parameters) * plain_bytes(format);
    const GgmlType type = head ? gguf_head_type(gguf, shape.hidden) : gguf_embedding_type(gguf, shape.hidden);
    const double size =
        ggml_bytes(type, shape.hidden, static_cast<double>(parameters) / static_cast<double>(shape.hidden));
    *quantised += size;
    return size;
  }

  struct Sized {
    LayerBytes layer;
    double quantised = 0;
  };
  // Each kind once: what a format other than a mixture makes of it does not depend on where it stands.
  std::vector<Sized> sized_kinds(const std::vector<LayerShape>& kinds) const {
    std::vector<Sized> out;
    out.reserve(kinds.size());
    const double before = *quantised;
    for (const LayerShape& kind : kinds) {
      *quantised = 0;
      const LayerBytes one = layer(kind, 0);
      out.push_back({one, *quantised});
    }
    *quantised = before;
    return out;
  }

  // A stack's layers; equal kinds are sized once unless the format's mixture depends on the layer.
  LayerBytes stack(const std::vector<LayerShape>& kinds, const std::vector<std::uint8_t>& order,
                   std::vector<LayerBytes>* each) const {
    LayerBytes sum;
    if (each) each->reserve(order.size());
    if (by_layer()) {
      for (std::size_t l = 0; l < order.size(); ++l) {
        const LayerBytes one = layer(kinds[order[l]], static_cast<Count>(l));
        sum += one;
        if (each) each->push_back(one);
      }
      return sum;
    }
    const std::vector<Sized> sized = sized_kinds(kinds);
    if (each) {
      for (const std::uint8_t k : order) {
        sum += sized[k].layer;
        *quantised += sized[k].quantised;
        each->push_back(sized[k].layer);
      }
      return sum;
    }
    std::vector<Count> count(kinds.size(), 0);
    for (const std::uint8_t k : order) ++count[k];
    for (std::size_t k = 0; k < kinds.size(); ++k) {
      const LayerBytes& one = sized[k].layer;
      const double n = static_cast<double>(count[k]);
      *quantised += sized[k].quantised * n;
      sum.split += one.split * n;
      sum.replicated += one.replicated * n;
      sum.experts += one.experts * n;
    }
    return sum;
  }
};

}  // namespace

LayerBytes& LayerBytes::operator+=(const LayerBytes& b) {
  split += b.split;
  replicated += b.replicated;
  experts += b.experts;
  return *this;
}

StoredWeights stored_weights(const ModelShape& shape, WeightFormat format, std::vector<LayerBytes>* by_layer,
                             bool gguf_file) {
  StoredWeights w;
  const Sizer size(shape, format, &w.quantised, gguf_file);
  w.embedding = size.table(shape.embedding_parameters, false);
  w.head = size.table(shape.head_parameters, true);
  w.outside = static_cast<double>(shape.position_parameters + shape.extra_parameters) * plain_bytes(format) +
              static_cast<double>(shape.final_norm_parameters) * size.vector_bytes();
  for (const Tower& tower : shape.towers) w.towers += static_cast<double>(tower.parameters) * plain_bytes(format);
  w.encoder = size.stack(shape.encoder_kinds, shape.encoder_layer_kind, nullptr).total();
  w.layers = size.stack(shape.kinds, shape.layer_kind, by_layer);
  w.mtp = static_cast<double>(shape.mtp_parameters) *
          (is_quantised(format) ? bits_per_weight(format) / 8 : plain_bytes(format));
  return w;
}

StoredWeights stored_weights(const ModelShape& shape, const ServeSpec& serve, std::vector<LayerBytes>* by_layer) {
  return stored_weights(shape, serve.weights, by_layer, serve.engine == Engine::llama_cpp);
}

CaseWeights case_weights(const ModelShape& shape, const ServeSpec& serve) {
  CaseWeights w;
  w.layered = stored_weights(shape, serve, &w.by_layer);
  w.whole = stored_weights(shape, serve);
  return w;
}

Bytes weight_bytes(const ModelShape& shape, WeightFormat format) {
  return bytes(stored_weights(shape, format).total());
}

}  // namespace gpusel
