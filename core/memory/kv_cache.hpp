// What a request leaves on the device while it is being decoded: keys and values by layer type, latents, recurrent
// states. Bytes a request of `context` tokens; never layers * formula (windows, latents, states and shared caches
// differ by layer). Elements per layer type: estimation.md sec. 5.2 (config keys of transformers; DeepSeek-V2
// 2405.04434 for the latent); how engines page and pad: vLLM v1/kv_cache_interface.py, llama.cpp
// src/llama-kv-cache-iswa.cpp.
#pragma once

#include "core/domain/catalog.hpp"
#include "core/domain/formats.hpp"
#include "core/domain/shape.hpp"

namespace gpusel {

struct CacheRules {
  double bytes = 2;  // an element
  Count page = 1;    // tokens a page
  Count prefill_tokens =
      0;  // tokens a window layer holds beyond its windows while a chunk is prefilled, all requests together
  bool latent = true, window = true;
  bool sparse_fp8 = false;  // DeepSeek-V3.2's own layout: 656 bytes a token and layer
  Count head_multiple = 1;  // compiled engines pad the head dimension
  Count cores = 1;          // of a device, each with whole heads of its own
};
CacheRules cache_rules(const EngineFacts& engine, const Accelerator& device, KvFormat format, Count chunk_tokens);
CacheRules plain_cache_rules(KvFormat format);

// One layer's terms, per device of a tensor-parallel group: everything a cache of any size is made of.
struct LayerCache {
  double token_bytes = 0;  // grows with the tokens held
  double index_bytes = 0;  // sparse-attention index: every token, whatever is read
  double state_bytes = 0;  // recurrent and convolution states: constant a request
  Count window = 0;        // tokens held at most; 0 = the whole context
  Count page = 0;          // tokens a page, where it is not the engine's
  Count read_tokens = 0;   // tokens read a step at most (sparse attention); 0 = all held
  bool cross = false;      // holds the encoder's or image's tokens instead
};
LayerCache layer_cache(const LayerShape& layer, const CacheRules& rules, Count tp);

// Bytes held for one request. `cross_tokens`: what cross-attention layers hold.
double held_bytes(const LayerCache& layer, const CacheRules& rules, Count context, Count cross_tokens);
// Bytes read in one decode step of one request at that context (states are read and written).
double read_bytes(const LayerCache& layer, double context, double cross_tokens);

}  // namespace gpusel
