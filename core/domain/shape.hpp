// Every tensor of a model, by layer: what memory, time and adapters are computed from. Layers of one kind share a
// LayerShape; `layer_kind[l]` says which one layer l is. Counts are elements. Built by core/model/build_shape; nothing
// else fills it. Shapes follow estimation.md sec. 2 (config keys of Hugging Face transformers; totals equal published
// tensor totals).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/domain/model.hpp"
#include "core/domain/result.hpp"
#include "core/units/units.hpp"

namespace gpusel {

enum class Mixer {
  none,           // layer without token mixing (nemotron_h "-" layers)
  full,           // MHA / GQA / MQA over the whole context
  sliding,        // GQA over the last `window` tokens
  chunked,        // llama4 local attention in chunks of `window`
  mla,            // multi-head latent attention: one latent of kv_lora_rank + rope head per token
  cross,          // attends to encoder or image tokens; its cache is constant a request
  bidirectional,  // encoders: no KV cache
  mamba1,
  mamba2,
  linear,  // recurrent states: constant a request
};
enum class Mlp { none, gated, plain, moe };

enum class LinearRole {
  q,
  k,
  v,
  o,
  qkv,
  gate,
  up,
  down,
  gate_up,  // attention and MLP
  q_down,
  q_up,
  kv_down,
  kv_up,  // MLA: q_a, q_b, kv_a, kv_b
  expert_gate,
  expert_up,
  expert_down,
  shared_gate,
  shared_up,
  shared_down,
  router,
  mixer_in,
  mixer_out,
  other,  // recurrent mixers, projections, indexers
};

// One matrix (or `copies` equal ones): in x out. `active` of the copies are used per token (experts).
struct LinearShape {
  LinearRole role = LinearRole::other;
  std::string name;  // the module's name in the checkpoint: "q_proj", "c_attn", "gate_proj": LoRA targets name these
  Count in = 0, out = 0;
  Count copies = 1;
  double active = 1;
  bool bias = false;
  bool quantisable = true;    // k-bit formats replace it (router and norms are not)
  bool row_parallel = false;  // TP splits the input (o, down); otherwise the output
  bool replicated = false;    // TP does not split it (router, MLA down-projections)
  Count parameters() const { return copies * (in * out + (bias ? out : 0)); }
  Count matrix_parameters() const { return copies * in * out; }
  double active_parameters() const { return active * static_cast<double>(in * out + (bias ? out : 0)); }
  bool operator==(const LinearShape&) const = default;
};

struct LayerShape {
  Mixer mixer = Mixer::full;
  Mlp mlp = Mlp::gated;
  Count heads = 0, kv_heads = 0, head_dim = 0, v_head_dim = 0;  // query heads a, KV heads k, d, d_v
  Count window = 0;  // sliding / chunked; cross: the tokens attended to, 0 = not fixed by the model
  Count q_lora_rank = 0, kv_lora_rank = 0, rope_head_dim = 0, nope_head_dim = 0;  // MLA
  Count index_head_dim = 0, index_topk = 0;  // sparse-attention indexer (DeepSeek-V3.2): cache and reads
  Count state_elements = 0;                  // recurrent state, elements a request (usually fp32)
  Count conv_elements = 0;                   // convolution state, elements a request (16 bit)
  Count mlp_width = 0;                       // f of a dense MLP (and of llama4/arctic dense residual)
  Count experts = 0, experts_per_token = 0, expert_width = 0, shared_width = 0;
  Count expert_groups = 0, groups_per_token = 0;  // node-limited routing (DeepSeek-V3: 4 of 8 groups); 0: free
  Count norm_parameters = 0;    // all norms of the layer, biases and small vectors included in other_parameters
  Count other_parameters = 0;   // vectors, gates, convolution kernels: never quantised, never LoRA targets
  int norms = 2;                // norms a layer (gemma2/3: 4, parallel blocks: 1)
  bool parallel_block = false;  // attention and MLP read the same norm
  bool shares_kv = false;       // reuses an earlier layer's cache (gemma3n)
  std::vector<LinearShape> linears;
  bool operator==(const LayerShape&) const = default;
};

// A part beside the decoder stack: vision tower, text encoder, VAE, audio encoder.
struct Tower {
  std::string role;  // "vision", "text_encoder", "vae", "unet", "audio"
  Count parameters = 0;
  Count hidden = 0, layers = 0, mlp_width = 0, heads = 0;  // 0 where unknown
  bool is_vision() const { return role.rfind("vision", 0) == 0; }
  bool operator==(const Tower&) const = default;
};

struct ModelShape {
  std::string id, name, model_type;
  Modality modality = Modality::text;
  Count hidden = 0, layers = 0, vocab = 0, max_positions = 0;
  bool tied_embeddings = false, layer_norm = false, gated_mlp = true, encoder_decoder = false, has_head = true;
  Count embedding_parameters = 0;  // input table (tied: the one table)
  Count head_parameters = 0;       // 0 when tied
  Count position_parameters = 0, final_norm_parameters = 0,
        extra_parameters = 0;  // learned positions; what else is outside layers
  Count mtp_parameters =
      0;  // multi-token-prediction modules: in the file, unused in plain decoding; not in parameters()
  std::vector<Tower> towers;
  std::vector<LayerShape> kinds;
  std::vector<std::uint8_t>
      layer_kind;  // index into kinds, one a layer, in order (encoder-decoder models: a decoder layer stands as two)
  std::vector<LayerShape>
      encoder_kinds;  // encoder-decoder models: the encoder's stack (its layers counted in encoder_layers)
  std::vector<std::uint8_t> encoder_layer_kind;
  std::vector<Note> notes;  // unknown architecture estimated from its keys, keys ignored, ...

  // Totals, filled by build_shape.
  Count parameters = 0;         // every stored tensor of the main model (towers included, MTP not)
  Count active_parameters = 0;  // used per token, embeddings counted ("all-in")
  Count linear_parameters = 0;  // quantisable matrices, head and embedding not included
  double matmul_parameters =
      0;  // N_m: active matrix parameters a token multiplies with, head included, input table not
  const LayerShape& layer(Count l) const { return kinds[layer_kind[static_cast<std::size_t>(l)]]; }
  Count layers_of_kind(std::size_t kind) const {
    Count n = 0;
    for (std::uint8_t k : layer_kind) n += k == kind;
    return n;
  }
  bool is_moe() const {
    for (const LayerShape& k : kinds)
      if (k.mlp == Mlp::moe) return true;
    return false;
  }
  bool operator==(const ModelShape&) const = default;
};

}  // namespace gpusel
