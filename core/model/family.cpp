#include "core/model/family.hpp"

namespace gpusel {
namespace {

constexpr ModuleNames gpt2_names{.o = "c_proj", .qkv = "c_attn", .up = "c_fc", .down = "c_proj"};
constexpr ModuleNames bloom_names{.o = "dense", .qkv = "query_key_value", .up = "dense_h_to_4h", .down = "dense_4h_to_h"};
constexpr ModuleNames opt_names{.o = "out_proj", .up = "fc1", .down = "fc2"};
constexpr ModuleNames phi_names{.o = "dense", .up = "fc1", .down = "fc2"};
constexpr ModuleNames phi3_names{.qkv = "qkv_proj", .gate_up = "gate_up_proj"};
constexpr ModuleNames mpt_names{.o = "out_proj", .qkv = "Wqkv"};
constexpr ModuleNames chatglm_names{.o = "dense", .qkv = "query_key_value", .down = "dense_4h_to_h", .gate_up = "dense_h_to_4h"};
constexpr ModuleNames glm4_names{.gate_up = "gate_up_proj"};
constexpr ModuleNames qwen_names{.o = "c_proj", .qkv = "c_attn", .gate = "w2", .up = "w1", .down = "c_proj"};
constexpr ModuleNames baichuan_names{.qkv = "W_pack"};
constexpr ModuleNames internlm2_names{.o = "wo", .qkv = "wqkv", .gate = "w1", .up = "w3", .down = "w2"};
constexpr ModuleNames gptj_names{.o = "out_proj", .up = "fc_in", .down = "fc_out"};
constexpr ModuleNames starcoder2_names{.up = "c_fc", .down = "c_proj"};
constexpr ModuleNames mixtral_names{.expert_gate = "w1", .expert_up = "w3", .expert_down = "w2"};
constexpr ModuleNames fused_experts{.expert_down = "down_proj", .expert_gate_up = "gate_up_proj"};
constexpr ModuleNames granite_moe_names{.expert_down = "output_linear", .expert_gate_up = "input_linear"};
constexpr ModuleNames dbrx_names{.o = "out_proj", .qkv = "Wqkv", .expert_gate = "w1", .expert_up = "v1", .expert_down = "w2"};
constexpr ModuleNames exaone_names{.o = "out_proj", .gate = "c_fc_0", .up = "c_fc_1", .down = "c_proj"};
constexpr ModuleNames grok_names{.expert_gate = "linear", .expert_up = "linear_v", .expert_down = "linear_1"};
constexpr ModuleNames bert_names{.q = "query", .k = "key", .v = "value", .o = "dense", .up = "dense", .down = "dense"};
constexpr ModuleNames nomic_names{.o = "out_proj", .qkv = "Wqkv", .gate = "fc12", .up = "fc11", .down = "fc2"};
constexpr ModuleNames modernbert_names{.o = "Wo", .qkv = "Wqkv", .down = "Wo", .gate_up = "Wi"};
constexpr ModuleNames t5_names{.q = "q", .k = "k", .v = "v", .o = "o", .gate = "wi_0", .up = "wi_1", .down = "wo"};
constexpr ModuleNames lfm2_names{.o = "out_proj", .gate = "w1", .up = "w3", .down = "w2"};
constexpr ModuleNames rwkv_names{.q = "r_proj", .up = "key", .down = "value"};

constexpr Family families[] = {
    {.type = "baichuan", .names = baichuan_names},
    {.type = "bailing_moe", .qk_norm = QkNorm::head, .router_bias = true},
    {.type = "bamba"},
    {.type = "bert", .norm = Norm::layer, .gated = false, .qkv_bias = true, .o_bias = true, .mlp_bias = true, .tied = true,
     .counting = Counting::bert, .names = bert_names},
    {.type = "bloom", .norm = Norm::layer, .gated = false, .qkv_bias = true, .o_bias = true, .mlp_bias = true, .tied = true,
     .embedding_norm = true, .names = bloom_names},
    {.type = "chatglm", .qkv_bias = true, .names = chatglm_names},
    {.type = "cohere", .norm = Norm::layer_no_bias, .norms = 1, .parallel = true, .tied = true},
    {.type = "cohere2", .norm = Norm::layer_no_bias, .norms = 1, .parallel = true, .tied = true},
    {.type = "dbrx", .norm = Norm::layer_no_bias, .names = dbrx_names},
    {.type = "deepseek"},
    {.type = "deepseek_v2"},
    {.type = "deepseek_v3", .router_bias = true},
    {.type = "deepseek_v32", .router_bias = true},
    {.type = "deepseek_v4", .router_bias = true},
    {.type = "dots1", .qk_norm = QkNorm::head, .router_bias = true},
    {.type = "ernie4_5", .tied = true},
    {.type = "ernie4_5_moe", .tied = true, .router_bias = true},
    {.type = "exaone", .names = exaone_names},
    {.type = "exaone4", .qk_norm = QkNorm::head},
    {.type = "falcon", .norm = Norm::layer, .norms = 1, .gated = false, .parallel = true, .tied = true, .names = bloom_names},
    {.type = "falcon_h1"},
    {.type = "falcon_mamba"},
    {.type = "FluxTransformer2DModel", .counting = Counting::diffusion},
    {.type = "gemma", .tied = true},
    {.type = "gemma2", .norms = 4, .tied = true},
    {.type = "gemma3", .norms = 4, .qk_norm = QkNorm::head, .tied = true},
    {.type = "gemma3_text", .norms = 4, .qk_norm = QkNorm::head, .tied = true},
    {.type = "gemma3n", .norms = 4, .qk_norm = QkNorm::head, .tied = true, .counting = Counting::gemma3n},
    {.type = "gemma3n_text", .norms = 4, .qk_norm = QkNorm::head, .tied = true, .counting = Counting::gemma3n},
    {.type = "gemma4", .norms = 4, .qk_norm = QkNorm::head, .tied = true, .names = fused_experts},
    {.type = "glm4", .norms = 4, .names = glm4_names},
    {.type = "glm4_moe", .router_bias = true},
    {.type = "glm4_moe_lite", .router_bias = true},
    {.type = "glm_moe_dsa", .router_bias = true},
    {.type = "gpt2", .norm = Norm::layer, .gated = false, .qkv_bias = true, .o_bias = true, .mlp_bias = true,
     .positions = Positions::learned, .tied = true, .names = gpt2_names},
    {.type = "gpt_bigcode", .norm = Norm::layer, .gated = false, .qkv_bias = true, .o_bias = true, .mlp_bias = true,
     .positions = Positions::learned, .tied = true, .names = gpt2_names},
    {.type = "gpt_neox", .norm = Norm::layer, .gated = false, .qkv_bias = true, .o_bias = true, .mlp_bias = true, .parallel = true,
     .names = bloom_names},
    {.type = "gpt_oss", .qkv_bias = true, .o_bias = true, .router_bias = true, .names = fused_experts},
    {.type = "gptj", .norm = Norm::layer, .norms = 1, .gated = false, .mlp_bias = true, .head_bias = true, .parallel = true,
     .names = gptj_names},
    {.type = "granite"},
    {.type = "granitemoe", .names = granite_moe_names},
    {.type = "granitemoehybrid", .names = granite_moe_names},
    {.type = "grok-1", .norms = 4, .tied = true, .names = grok_names},
    {.type = "hunyuan_v1_moe", .qk_norm = QkNorm::head, .tied = true},
    {.type = "internlm2", .names = internlm2_names},
    {.type = "internlm3"},
    {.type = "internvl_chat"},
    {.type = "jamba"},
    {.type = "kimi_k2", .router_bias = true},
    {.type = "kimi_linear", .router_bias = true},
    {.type = "lfm2", .qk_norm = QkNorm::head, .tied = true, .names = lfm2_names},
    {.type = "llama"},
    {.type = "llama4", .names = fused_experts},
    {.type = "llama4_text", .names = fused_experts},
    {.type = "llava"},
    {.type = "llava_next"},
    {.type = "mamba", .norms = 1, .tied = true},
    {.type = "mamba2", .norms = 1, .tied = true},
    {.type = "mimo", .qkv_bias = true},
    {.type = "mimo_v2_flash", .router_bias = true},
    {.type = "minicpm", .tied = true},
    {.type = "minicpm3", .tied = true},
    {.type = "minimax_m1", .names = mixtral_names},
    {.type = "minimax_m2", .qk_norm = QkNorm::whole, .router_bias = true, .names = mixtral_names},
    {.type = "minimax_m3", .qk_norm = QkNorm::head, .router_bias = true, .names = mixtral_names},
    {.type = "minimax_text_01", .names = mixtral_names},
    {.type = "mistral"},
    {.type = "mistral3"},
    {.type = "mixtral", .names = mixtral_names},
    {.type = "mllama"},
    {.type = "modernbert", .norm = Norm::layer_no_bias, .tied = true, .counting = Counting::modernbert, .names = modernbert_names},
    {.type = "mpt", .norm = Norm::layer_no_bias, .gated = false, .tied = true, .names = mpt_names},
    {.type = "nemotron", .norm = Norm::layer, .gated = false},
    {.type = "nemotron-nas"},
    {.type = "nemotron_h", .norms = 1, .gated = false},
    {.type = "nomic_bert", .norm = Norm::layer, .tied = true, .counting = Counting::nomic, .names = nomic_names},
    {.type = "olmo", .norm = Norm::none},
    {.type = "olmo2", .qk_norm = QkNorm::whole},
    {.type = "olmo3", .qk_norm = QkNorm::whole},
    {.type = "olmoe", .qk_norm = QkNorm::whole},
    {.type = "opt", .norm = Norm::layer, .gated = false, .qkv_bias = true, .o_bias = true, .mlp_bias = true,
     .positions = Positions::learned_plus_two, .tied = true, .names = opt_names},
    {.type = "paligemma", .tied = true},
    {.type = "phi", .norm = Norm::layer, .norms = 1, .gated = false, .qkv_bias = true, .o_bias = true, .mlp_bias = true,
     .head_bias = true, .parallel = true, .names = phi_names},
    {.type = "phi3", .names = phi3_names},
    {.type = "phimoe", .norm = Norm::layer, .qkv_bias = true, .o_bias = true, .head_bias = true, .names = mixtral_names},
    {.type = "pixtral"},
    {.type = "qwen", .qkv_bias = true, .names = qwen_names},
    {.type = "qwen2", .qkv_bias = true},
    {.type = "qwen2_5_vl", .qkv_bias = true},
    {.type = "qwen2_moe", .qkv_bias = true},
    {.type = "qwen2_vl", .qkv_bias = true},
    {.type = "qwen3", .qk_norm = QkNorm::head},
    {.type = "qwen3_5", .qk_norm = QkNorm::head},
    {.type = "qwen3_5_moe", .qk_norm = QkNorm::head},
    {.type = "qwen3_moe", .qk_norm = QkNorm::head},
    {.type = "qwen3_next", .qk_norm = QkNorm::head},
    {.type = "qwen3_vl", .qk_norm = QkNorm::head},
    {.type = "qwen3_vl_moe", .qk_norm = QkNorm::head, .names = fused_experts},
    {.type = "rwkv7", .norm = Norm::layer, .gated = false, .counting = Counting::rwkv7, .names = rwkv_names},
    {.type = "SD3Transformer2DModel", .counting = Counting::diffusion},
    {.type = "seed_oss", .qkv_bias = true},
    {.type = "smollm3", .tied = true},
    {.type = "stablelm", .norm = Norm::layer},
    {.type = "starcoder2", .norm = Norm::layer, .gated = false, .qkv_bias = true, .o_bias = true, .mlp_bias = true, .tied = true,
     .names = starcoder2_names},
    {.type = "step3p7", .qk_norm = QkNorm::head, .router_bias = true},
    {.type = "t5", .gated = false, .tied = true, .counting = Counting::t5, .names = t5_names},
    {.type = "UNet2DConditionModel", .counting = Counting::diffusion},
    {.type = "whisper", .norm = Norm::layer, .gated = false, .qkv_bias = true, .o_bias = true, .mlp_bias = true, .tied = true,
     .counting = Counting::whisper, .names = opt_names},
    {.type = "xlm-roberta", .norm = Norm::layer, .gated = false, .qkv_bias = true, .o_bias = true, .mlp_bias = true, .tied = true,
     .counting = Counting::bert, .names = bert_names},
};

constexpr Family generic{.type = ""};

}  // namespace

const Family* find_family(std::string_view model_type) {
  for (const Family& family : families)
    if (family.type == model_type) return &family;
  return nullptr;
}

const Family& generic_family() { return generic; }

}  // namespace gpusel
