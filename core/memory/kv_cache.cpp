#include "core/memory/kv_cache.hpp"

#include <algorithm>

#include "core/memory/memory.hpp"

namespace gpusel {
namespace {

Count pages(Count tokens, Count page) { return ceil_div(tokens, page) * page; }
Count padded(Count width, Count multiple) { return pages(width, multiple); }

LayerCache attention_cache(const LayerShape& layer, const CacheRules& rules, Count tp) {
  LayerCache c;
  // Beyond one KV head a core, heads are replicated.
  const Count heads = std::max<Count>(1, layer.kv_heads);
  const Count heads_a_core = ceil_div(heads, std::min(tp * rules.cores, heads));
  const double held = static_cast<double>(std::min(heads, heads_a_core * rules.cores));
  const Count value_dim = layer.v_head_dim > 0 ? layer.v_head_dim : layer.head_dim;
  const Count width = padded(layer.head_dim, rules.head_multiple) + padded(value_dim, rules.head_multiple);
  c.token_bytes = held * static_cast<double>(width) * rules.bytes;
  const bool local = layer.mixer == Mixer::sliding || layer.mixer == Mixer::chunked;
  if (local && rules.window) c.window = layer.window;
  c.cross = layer.mixer == Mixer::cross;
  return c;
}

LayerCache latent_cache(const LayerShape& layer, const CacheRules& rules, Count tp) {
  LayerCache c;
  if (!rules.latent) {
    const Count width = layer.nope_head_dim + layer.rope_head_dim + layer.v_head_dim;
    c.token_bytes =
        static_cast<double>(layer.heads * width) * rules.bytes / static_cast<double>(std::min(tp, layer.heads));
  } else if (rules.sparse_fp8 && layer.index_head_dim > 0) {
    // 512 fp8 values, four fp32 scales, 64 bf16 rotary values (vLLM's fp8_ds_mla).
    const Count scales = layer.kv_lora_rank / 32;
    c.token_bytes = static_cast<double>(layer.kv_lora_rank + scales + 2 * layer.rope_head_dim);
  } else {
    c.token_bytes = static_cast<double>(layer.kv_lora_rank + layer.rope_head_dim) * rules.bytes;
  }
  c.index_bytes = static_cast<double>(layer.index_head_dim) * rules.bytes;
  c.read_tokens = layer.index_topk;
  return c;
}

}  // namespace

CacheRules plain_cache_rules(KvFormat format) {
  CacheRules r;
  r.bytes = kv_bits(format) / 8;
  r.sparse_fp8 = format == KvFormat::fp8;
  return r;
}

CacheRules cache_rules(const EngineFacts& engine, const Accelerator& device, KvFormat format, Count chunk_tokens) {
  CacheRules r = plain_cache_rules(format);
  r.page = std::max<Count>(1, engine.page_tokens);
  r.latent = engine.latent_cache;
  r.window = engine.window_cache;
  r.prefill_tokens = engine.static_batch ? 0 : chunk_tokens;
  if (engine.static_shapes) r.head_multiple = 128;
  r.cores = device.cores;
  return r;
}

LayerCache layer_cache(const LayerShape& layer, const CacheRules& rules, Count tp) {
  LayerCache c;
  switch (layer.mixer) {
    case Mixer::full:
    case Mixer::sliding:
    case Mixer::chunked:
    case Mixer::cross:
      if (!layer.shares_kv) c = attention_cache(layer, rules, tp);
      break;
    case Mixer::mla:
      c = latent_cache(layer, rules, tp);
      break;
    default:
      break;
  }
  // Recurrent states stay in fp32, the convolution's tail in 16 bit; both split by heads.
  c.state_bytes = (static_cast<double>(layer.state_elements) * 4 + static_cast<double>(layer.conv_elements) * 2) /
                  static_cast<double>(tp);
  return c;
}

double held_bytes(const LayerCache& layer, const CacheRules& rules, Count context, Count cross_tokens) {
  Count tokens = layer.cross ? cross_tokens : context;
  if (layer.window > 0) tokens = std::min(tokens, layer.window);
  const Count page = layer.page > 0 ? layer.page : rules.page;
  return static_cast<double>(pages(tokens, page)) * (layer.token_bytes + layer.index_bytes) + layer.state_bytes;
}

double read_bytes(const LayerCache& layer, double context, double cross_tokens) {
  double tokens = layer.cross ? cross_tokens : context;
  if (layer.window > 0) tokens = std::min(tokens, static_cast<double>(layer.window));
  const double attended = layer.read_tokens > 0 ? std::min(tokens, static_cast<double>(layer.read_tokens)) : tokens;
  return attended * layer.token_bytes + tokens * layer.index_bytes + 2 * layer.state_bytes;
}

Bytes kv_cache_bytes(const ModelShape& shape, KvFormat format, Count context) {
  const CacheRules rules = plain_cache_rules(format);
  const Count cross = shape.encoder_decoder ? context : 0;
  double sum = 0;
  for (std::size_t k = 0; k < shape.kinds.size(); ++k)
    sum += static_cast<double>(shape.layers_of_kind(k)) *
           held_bytes(layer_cache(shape.kinds[k], rules, 1), rules, context, cross);
  return bytes(sum);
}

}  // namespace gpusel
