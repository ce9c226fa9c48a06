#include "core/model/dims.hpp"

#include <algorithm>

namespace gpusel {
namespace {

constexpr Count max_width = 1'000'000, max_layers = 4096, max_vocab = 100'000'000, max_heads = 65'536,
                max_experts = 65'536;

bool is(std::string_view type, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), type) != names.end();
}

// Models whose layers are a recurrent mixer alone; their config's intermediate_size is the mixer's inner width.
bool mixer_only(std::string_view type) { return is(type, {"mamba", "mamba2", "falcon_mamba"}); }

Norm read_norm(const Family& family, std::string_view name) {
  if (name == "rmsnorm") return Norm::rms;
  if (name == "layernorm" || name == "layernorm1p") return Norm::layer;
  if (name == "layernorm_nobias") return Norm::layer_no_bias;
  if (name == "nonparametric") return Norm::none;
  return family.norm;
}

QkNorm read_qk_norm(Config& config, const Family& family) {
  const std::string_view name = config.text({"qk_norm"}, "");
  if (name == "head") return QkNorm::head;
  if (name == "full") return QkNorm::whole;
  if (name == "per_head" || name == "head_vec" || name == "each_head") return QkNorm::each_head;
  if (is(family.type, {"cohere", "stablelm"}))
    return config.boolean({"use_qk_norm", "qk_layernorm"}, false) ? QkNorm::each_head : QkNorm::none;
  if (family.qk_norm == QkNorm::none && config.boolean({"use_qk_norm"}, false) &&
      !is(family.type, {"llama4", "llama4_text"}))
    return QkNorm::head;
  return family.qk_norm;
}

void read_heads(Config& c, Dims& d) {
  d.heads =
      c.integer({"num_attention_heads", "n_head", "n_heads", "num_heads", "decoder_attention_heads"}, 0, max_heads);
  if (d.heads == 0 && mixer_only(d.type)) d.heads = 1;
  // transformers' Gemma3TextConfig leaves its defaults out of the file.
  const bool gemma3_default = d.heads == 0 && d.type.substr(0, 6) == "gemma3";
  if (gemma3_default) d.heads = 8;
  if (d.heads == 0) d.heads = c.required({"num_attention_heads"}, max_heads);
  const bool multi_query = c.boolean({"multi_query"}, false) && !c.boolean({"new_decoder_architecture"}, false);
  d.kv_heads = c.integer({"num_key_value_heads", "n_head_kv", "num_kv_heads", "multi_query_group_num", "kv_n_heads"},
                         multi_query      ? 1
                         : gemma3_default ? 4
                                          : d.heads,
                         max_heads);
  if (d.kv_heads == 0) d.kv_heads = d.heads;
  if (multi_query && is(d.type, {"falcon", "gpt_bigcode"})) d.kv_heads = 1;
  d.head_dim = c.integer({"head_dim", "kv_channels", "d_kv", "attention_head_dim"},
                         gemma3_default ? 256 : d.hidden / d.heads, max_width);
  if (d.head_dim == 0) d.head_dim = d.hidden / d.heads;
  d.value_head_dim = c.integer({"v_head_dim"}, d.head_dim, max_width);
  d.global_head_dim = c.integer({"global_head_dim"}, d.head_dim, max_width);
  d.global_kv_heads = c.integer({"num_global_key_value_heads"}, d.kv_heads, max_heads);
  d.window_kv_heads = c.integer({"swa_num_key_value_heads"}, d.kv_heads, max_heads);
  d.key_is_value = c.boolean({"attention_k_eq_v"}, false);
}

void read_mla(Config& c, Dims& d) {
  d.mla.kv_rank = c.integer({"kv_lora_rank"}, 0, max_width);
  d.mla.q_rank = c.integer({"q_lora_rank"}, 0, max_width);
  d.output_groups = c.integer({"o_groups"}, 0, 1024);
  d.output_rank = c.integer({"o_lora_rank"}, 0, max_width);
  d.residual_streams = c.integer({"hc_mult"}, 0, 64);
  if (d.mla.kv_rank == 0 && d.output_groups == 0) return;
  d.mla.rope = c.integer({"qk_rope_head_dim"}, 64, max_width);
  d.mla.nope = c.integer({"qk_nope_head_dim"}, 128, max_width);
  d.mla.value = c.integer({"v_head_dim"}, 128, max_width);
  d.mla.index_heads = c.integer({"index_n_heads"}, 0, max_heads);
  d.mla.index_dim = c.integer({"index_head_dim"}, 0, max_width);
  d.mla.index_topk = c.integer({"index_topk"}, 0, max_vocab);
  d.mla.index_every = std::max<Count>(1, c.integer({"index_topk_freq"}, 1, max_layers));
}

void read_mlp(Config& c, Dims& d) {
  d.mlp_width = c.integer({"intermediate_size", "ffn_hidden_size", "n_inner", "ffn_dim", "d_ff", "decoder_ffn_dim"}, 0,
                          max_width * 16);
  // Qwen (1) publishes twice the width of each matrix; the catalogue holds the width itself.
  if (d.type == "qwen" && c.has({"kv_channels", "no_bias"})) d.mlp_width /= 2;
  if (mixer_only(d.type))
    d.mlp_width = 0;
  else if (d.mlp_width == 0 && !c.has({"intermediate_size"}) && !d.gated)
    d.mlp_width = d.hidden * c.integer({"expansion_ratio", "ffn_mult"}, 4, 64);
  d.dense_width = c.integer({"dense_intermediate_size", "intermediate_size_mlp"}, d.mlp_width, max_width * 16);
}

void read_moe(Config& c, Dims& d) {
  MoeDims& m = d.moe;
  m.experts = c.integer({"num_experts", "num_local_experts", "n_routed_experts", "moe_num_experts"}, 0, max_experts);
  if (m.experts <= 1) {
    m.experts = 0;
    const Count shared = c.integer({"shared_intermediate_size"}, 0, max_width * 16);
    if (d.type == "granitemoehybrid" && shared > 0) d.mlp_width = d.dense_width = shared;
    return;
  }
  m.per_token = c.integer({"num_experts_per_tok", "num_experts_per_token", "moe_k", "moe_topk", "moe_top_k",
                           "num_selected_experts", "experts_per_token"},
                          0, max_experts);
  if (m.per_token == 0 || m.per_token > m.experts)
    c.fail("out-of-range", "num_experts_per_tok", "num_experts_per_tok must be from 1 to the number of experts");
  m.groups = c.integer({"n_group"}, 0, max_experts);
  m.groups_per_token = c.integer({"topk_group"}, 0, max_experts);
  m.width = c.integer({"moe_intermediate_size", "expert_intermediate_size"}, d.mlp_width, max_width);
  const Count shared_experts =
      c.integer({"n_shared_experts", "moe_num_shared_experts", "num_shared_experts", "num_shared_expert"}, 0, 1024);
  const bool llama4 = is(d.type, {"llama4", "llama4_text"});
  m.shared_width = c.integer({"shared_expert_intermediate_size", "moe_shared_expert_intermediate_size",
                              "shared_intermediate_size", "share_expert_dim"},
                             llama4 ? m.width : shared_experts * m.width, max_width);
  m.latent = c.integer({"moe_latent_size", "routed_expert_hidden_size"}, 0, max_width);
  m.dense_beside = c.integer({"dense_residual_ffn"}, 0, max_width);
  m.router_bias = c.boolean({"router_bias"}, d.family->router_bias);
  m.shared_gate = c.boolean({"shared_expert_gate"}, is(d.type, {"qwen2_moe", "qwen3_next", "qwen3_5_moe"}));
  m.expert_bias = c.boolean({"expert_bias"}, d.type == "gpt_oss");
}

void read_mamba(Config& c, Dims& d) {
  MambaDims& m = d.mamba;
  m.state = c.integer({"mamba_d_state", "ssm_state_size", "state_size"},
                      is(d.type, {"mamba", "falcon_mamba", "jamba"}) ? 16 : 128, max_width);
  m.conv = c.integer({"mamba_d_conv", "conv_kernel"}, 4, 64);
  m.heads = c.integer({"mamba_n_heads", "mamba_num_heads"}, 0, max_heads);
  const Count head_dim = c.integer({"mamba_d_head", "mamba_head_dim"}, 64, max_width);
  m.groups = c.integer({"mamba_n_groups", "n_groups"}, 1, max_heads);
  const Count expand = c.integer({"mamba_expand", "expand"}, 2, 64);
  if (m.heads == 0 && d.type == "mamba2") m.heads = expand * d.hidden / std::max<Count>(1, head_dim);
  m.inner = c.integer({"mamba_d_ssm"}, m.heads > 0 ? m.heads * head_dim : expand * d.hidden, max_width * 16);
  m.dt_rank = c.integer({"mamba_dt_rank", "time_step_rank"}, ceil_div(d.hidden, 16), max_width);
  m.gated_norm = c.boolean({"mamba_rms_norm"}, true);
  m.inner_norms = c.boolean({"mamba_inner_layernorms"}, d.type == "jamba");
}

void read_linear(Config& c, Dims& d) {
  LinearDims& l = d.linear;
  const Value* nested = c.find({"linear_attn_config"});
  const std::string_view name = c.text({"linear_type"}, "");
  if (name == "gdn" || is(d.type, {"qwen3_next", "qwen3_5", "qwen3_5_moe"}))
    l.kind = LinearDims::Kind::gated_delta;
  else if (name == "kda" || nested != nullptr)
    l.kind = LinearDims::Kind::kimi_delta;
  else if (name == "lightning" || is(d.type, {"minimax_text_01", "minimax_m1"}))
    l.kind = LinearDims::Kind::lightning;
  else
    return;
  l.value_heads = c.integer({"linear_num_value_heads"}, d.heads, max_heads);
  l.key_heads = c.integer({"linear_num_key_heads"}, l.value_heads, max_heads);
  l.value_dim = c.integer({"linear_value_head_dim"}, d.head_dim, max_width);
  l.key_dim = c.integer({"linear_key_head_dim"}, l.value_dim, max_width);
  l.conv = c.integer({"linear_conv_kernel_dim"}, 4, 64);
  if (nested == nullptr || nested->object() == nullptr) return;
  Config inner(*nested);
  l.key_heads = l.value_heads = inner.integer({"num_heads"}, l.value_heads, max_heads);
  l.key_dim = l.value_dim = inner.integer({"head_dim"}, l.value_dim, max_width);
  l.conv = inner.integer({"short_conv_kernel_size"}, l.conv, 64);
  if (inner.error()) c.fail(inner.error()->code, "linear_attn_config", inner.error()->message);
}

void read_flags(Config& c, Dims& d) {
  const Family& f = *d.family;
  d.norm = read_norm(f, c.text({"norm_type"}, ""));
  d.norms = static_cast<int>(c.integer({"norms_per_layer"}, f.norms, 8));
  if (d.type == "falcon" && !c.has({"norms_per_layer"}) && c.boolean({"new_decoder_architecture"}, false)) d.norms = 2;
  d.gated = c.boolean({"mlp_gated"}, f.gated);
  d.qkv_bias = c.boolean({"qkv_bias", "attention_bias", "add_qkv_bias", "use_qkv_bias"}, f.qkv_bias);
  // attention_bias means all four projections in the Llama line of modeling files, query, key and value alone in Qwen's
  // and GLM's.
  const bool all_four = c.boolean({"attention_bias"}, false) && !is(d.type, {"glm4_moe", "seed_oss", "gpt_neox"}) &&
                        d.type.substr(0, 4) != "qwen";
  d.o_bias = c.boolean({"o_bias", "attention_out_bias", "attention_output_bias"}, f.o_bias || all_four);
  d.mlp_bias = c.boolean({"mlp_bias"}, f.mlp_bias);
  d.head_bias = c.boolean({"lm_head_bias"}, f.head_bias);
  d.parallel = c.boolean({"parallel_attn_mlp", "parallel_attn", "use_parallel_residual"}, f.parallel);
  d.tied = c.boolean({"tie_word_embeddings"}, f.tied);
  d.embedding_norm = c.boolean({"embedding_norm"}, f.embedding_norm);
  d.sinks = c.boolean({"attn_sinks"}, d.type == "gpt_oss");
  d.output_gate = c.boolean({"attn_output_gate"}, is(d.type, {"qwen3_next", "qwen3_5", "qwen3_5_moe"}));
  d.final_norm = c.boolean({"final_norm"}, c.boolean({"do_layer_norm_before"}, true));
  d.headless = c.text({"count_family"}, "") == "headless";
  d.qk_norm = read_qk_norm(c, f);
  d.layer_scalars = c.integer({"layer_scalar"}, 0, 64);
}

}  // namespace

Dims read_dims(Config& c) {
  Dims d;
  d.type = c.text({"model_type"}, "");
  d.family = find_family(d.type);
  if (d.family == nullptr) {
    // A wrapper of an unknown kind around a text model of a known one.
    const Value* root_type = c.document().find("model_type");
    if (root_type != nullptr && root_type->string() != nullptr) d.family = find_family(*root_type->string());
    d.known = d.family != nullptr;
    if (!d.known)
      d.family = &generic_family();
    else
      d.type = d.family->type;
  }
  d.hidden = c.required({"hidden_size", "n_embd", "d_model", "dim", "n_embed"}, max_width);
  d.layers = c.integer({"decoder_layers", "num_decoder_layers"}, 0, max_layers);
  if (d.layers == 0) d.layers = c.required({"num_hidden_layers", "n_layer", "n_layers", "num_layers"}, max_layers);
  d.vocab = c.integer({"vocab_size", "padded_vocab_size"}, d.type.substr(0, 6) == "gemma3" ? 262'208 : 0, max_vocab);
  if (d.vocab == 0) d.vocab = c.required({"vocab_size"}, max_vocab);
  d.max_positions = c.integer(
      {"max_position_embeddings", "n_positions", "max_seq_len", "seq_length", "model_max_length", "n_ctx"}, 0);
  read_flags(c, d);
  read_heads(c, d);
  read_mla(c, d);
  read_mlp(c, d);
  read_moe(c, d);
  read_mamba(c, d);
  read_linear(c, d);
  d.window = c.integer({"sliding_window", "sliding_window_size", "attention_chunk_size", "local_attention"}, 0);
  if (!c.boolean({"use_sliding_window"}, d.type.substr(0, 4) != "qwen")) d.window = 0;
  d.short_conv = c.integer({"conv_L_cache"}, d.type == "lfm2" ? 3 : 0, 64);
  const Positions kind = d.family->positions;
  d.positions =
      c.integer({"learned_positions"},
                kind == Positions::none ? 0 : d.max_positions + (kind == Positions::learned_plus_two ? 2 : 0));
  d.embedding_width = c.integer({"embedding_size", "word_embed_proj_dim"}, 0, max_width);
  if (d.embedding_width == d.hidden) d.embedding_width = 0;
  d.extra = c.integer({"extra_params"}, d.type == "mllama" ? 8 * d.hidden : 0, 1'000'000'000'000);
  d.tower = c.integer({"vision_params"}, 0, 1'000'000'000'000);
  d.mtp_layers = c.integer({"num_nextn_predict_layers", "mtp_num_hidden_layers"}, 0, 64);
  return d;
}

}  // namespace gpusel
