// What a model_type implies where its config.json does not say: norms, biases, gating, fused modules, names of the
// linear modules. One row a model_type of Hugging Face transformers (its modeling_<type>.py). An explicit key of the
// config wins over the row.
#pragma once

#include <string_view>

#include "core/units/units.hpp"

namespace gpusel {

enum class Norm { rms, layer, layer_no_bias, none };  // parameters: x, 2x, x, 0
enum class QkNorm { none, head, whole, each_head };   // 2d; a*d + k*d; (a + k)*d
enum class Positions { none, learned, learned_plus_two };
enum class Counting { decoder, bert, nomic, modernbert, t5, whisper, gemma3n, rwkv7, diffusion };

// Modules as the checkpoint calls them; LoRA targets name these. `qkv` or `gate_up` set means one fused module.
struct ModuleNames {
  std::string_view q = "q_proj", k = "k_proj", v = "v_proj", o = "o_proj", qkv = "";
  std::string_view gate = "gate_proj", up = "up_proj", down = "down_proj", gate_up = "";
  std::string_view expert_gate = "gate_proj", expert_up = "up_proj", expert_down = "down_proj", expert_gate_up = "";
};

struct Family {
  std::string_view type;
  Norm norm = Norm::rms;
  int norms = 2;  // a layer
  bool gated = true;
  bool qkv_bias = false, o_bias = false, mlp_bias = false, head_bias = false;
  bool parallel = false;  // attention and MLP read the same norm
  QkNorm qk_norm = QkNorm::none;
  Positions positions = Positions::none;
  bool tied = false;  // tie_word_embeddings where the config leaves it out
  bool embedding_norm = false;
  bool router_bias = false;
  Counting counting = Counting::decoder;
  ModuleNames names{};
};

// nullptr for a type that is not in the table.
const Family* find_family(std::string_view model_type);
const Family& generic_family();

}  // namespace gpusel
