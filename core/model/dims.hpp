// The hyperparameters of a decoder under one set of names, whatever its config.json calls them, with its family's
// defaults filled in. Counts are elements. Zero means "this model has no such part". Symbols of estimation.md sec. 1
// stand behind the names.
#pragma once

#include <string_view>

#include "core/domain/result.hpp"
#include "core/domain/value.hpp"
#include "core/model/config.hpp"
#include "core/model/family.hpp"

namespace gpusel {

struct MlaDims {
  Count q_rank = 0, kv_rank = 0, rope = 0, nope = 0, value = 0;  // r_q, r_kv, d_r, d_n, d_v
  Count index_heads = 0, index_dim = 0, index_topk = 0;          // sparse-attention indexer
  Count index_every = 1;                                         // only every n-th layer has its own indexer
};

struct MoeDims {
  Count experts = 0, per_token = 0, width = 0, shared_width = 0;  // E, t_k, f_e, f_s
  Count groups = 0, groups_per_token = 0;                         // node-limited routing; 0: free
  Count latent = 0;                                               // experts work in a narrower space (nemotron_h)
  Count dense_beside = 0;  // a dense MLP beside the experts, in the same layer (gemma4)
  bool router_bias = false, shared_gate = false, expert_bias = false;
};

struct MambaDims {
  Count inner = 0, state = 0, conv = 4, dt_rank = 0;  // D, S, K, R (Mamba-1)
  Count heads = 0, groups = 1;                        // H, G (Mamba-2)
  bool gated_norm = true, inner_norms = false;
};

struct LinearDims {
  enum class Kind { none, gated_delta, kimi_delta, lightning } kind = Kind::none;
  Count key_heads = 0, value_heads = 0, key_dim = 0, value_dim = 0, conv = 4;
};

struct Dims {
  const Family* family = nullptr;
  bool known = true;  // model_type is in the table
  std::string_view type;
  Count hidden = 0, layers = 0, vocab = 0, max_positions = 0;       // h, L, V
  Count heads = 0, kv_heads = 0, head_dim = 0, value_head_dim = 0;  // a, k, d, d_v
  Count global_head_dim = 0, global_kv_heads = 0;  // of full layers where they differ from sliding ones
  Count window_kv_heads = 0;                       // of sliding layers where they differ from full ones
  bool key_is_value = false;                       // full layers share one projection for K and V
  Count mlp_width = 0, dense_width = 0;            // f; f of the dense layers of a MoE
  Count window = 0;
  Norm norm = Norm::rms;
  int norms = 2;
  bool gated = true, qkv_bias = false, o_bias = false, mlp_bias = false, head_bias = false, parallel = false;
  bool tied = false, embedding_norm = false, sinks = false, output_gate = false, final_norm = true, headless = false;
  QkNorm qk_norm = QkNorm::none;
  Count positions = 0;        // rows of a learned position table
  Count embedding_width = 0;  // where it differs from hidden (OPT-350M)
  Count layer_scalars = 0, extra = 0, tower = 0;
  Count mtp_layers = 0;
  MlaDims mla;
  MoeDims moe;
  MambaDims mamba;
  LinearDims linear;
  Count output_groups = 0, output_rank = 0, residual_streams = 0;  // deepseek_v4
  Count short_conv = 0;                                            // kernel of a short-convolution mixer (lfm2)

  Count norm_size() const {
    return norm == Norm::rms || norm == Norm::layer_no_bias ? hidden : norm == Norm::layer ? 2 * hidden : 0;
  }
};

// Reads what the config has; a missing or impossible key is left in config.error().
Dims read_dims(Config& config);

}  // namespace gpusel
