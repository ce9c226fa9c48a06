#include "core/model/layer_plan.hpp"

#include <algorithm>
#include <string>

namespace gpusel {
namespace {

// One letter a layer: F full, S sliding, K chunked, L linear, M mamba, C short convolution, X cross-attention, H
// attention and mamba side by side, N no mixer; and, where a layer is a single mixer (nemotron_h): * attention, - MLP,
// E experts.
using Letters = std::string;

char letter_of(std::string_view name) {
  if (name == "full_attention" || name == "attention" || name == "full") return 'F';
  if (name == "sliding_attention" || name == "sliding") return 'S';
  if (name == "chunked_attention") return 'K';
  if (name == "linear_attention" || name == "linear") return 'L';
  if (name == "mamba" || name == "mamba2" || name == "recurrent") return 'M';
  if (name == "conv") return 'C';
  if (name == "cross_attention") return 'X';
  if (name == "hybrid") return 'H';
  if (name == "none") return 'N';
  return '\0';
}

Letters from_names(Config& c, const Value::Array& names, Count layers) {
  Letters out;
  for (const Value& v : names) {
    const std::string* name = v.string();
    const char letter = name != nullptr         ? letter_of(*name)
                        : v.number() != nullptr ? (*v.number() != 0 ? 'F' : 'L')
                                                : '\0';
    if (letter == '\0') {
      c.fail("out-of-range", "layer_types", "layer_types names a kind of layer that is not known");
      return Letters(static_cast<std::size_t>(layers), 'F');
    }
    out += letter;
  }
  return out;
}

// The layers whose index is in a list (1-based lists start at 1).
Letters marked(const Value::Array& list, Count layers, Count first, char in_list, char others) {
  Letters out(static_cast<std::size_t>(layers), others);
  for (const Value& v : list) {
    const double* number = v.number();
    if (number == nullptr) continue;
    const double index = *number - static_cast<double>(first);
    if (index >= 0 && index < static_cast<double>(layers)) out[static_cast<std::size_t>(index)] = in_list;
  }
  return out;
}

// Every n-th layer (the last of each group of n) is `nth`, the others `rest`.
Letters every_nth(Count layers, Count n, char nth, char rest) {
  Letters out;
  for (Count l = 0; l < layers; ++l) out += n > 1 && (l + 1) % n == 0 ? nth : rest;
  return out;
}

// 0 = all layers slide.
Count window_period(Config& c, std::string_view type) {
  const Value* value = c.find({"sliding_window_pattern", "_sliding_window_pattern"});
  if (value != nullptr && value->number() != nullptr)
    return c.integer({"sliding_window_pattern", "_sliding_window_pattern"}, 0, 4096);
  if (type == "gemma2" || type == "gpt_oss") return 2;
  if (type == "gemma3" || type == "gemma3_text" || type == "gemma4") return 6;
  if (type == "gemma3n" || type == "gemma3n_text") return 5;
  if (type == "cohere2" || type == "olmo3" || type == "exaone4") return 4;
  return 0;
}

Letters letters_from_lists(Config& c, const Dims& d) {
  if (const Value::Array* types = c.array({"layer_types", "layers_block_type"})) return from_names(c, *types, d.layers);
  if (const Value::Array* types = c.array({"attn_type_list"})) return from_names(c, *types, d.layers);
  if (const Value::Array* list = c.array({"cross_attention_layers"})) return marked(*list, d.layers, 0, 'X', 'F');
  if (const Value::Array* list = c.array({"attn_layer_indices"})) return marked(*list, d.layers, 0, 'F', 'M');
  if (const Value::Array* list = c.array({"full_attn_idxs"})) return marked(*list, d.layers, 0, 'F', 'C');
  if (const Value* nested = c.find({"linear_attn_config"})) {
    const Value* list = nested->find("full_attn_layers");
    if (list != nullptr && list->array() != nullptr) return marked(*list->array(), d.layers, 1, 'F', 'L');
  }
  if (const Value::Array* list = c.array({"hybrid_layer_pattern"})) {
    Letters out;
    for (const Value& v : *list) out += v.number() != nullptr && *v.number() != 0 ? 'S' : 'F';
    return out;
  }
  return {};
}

Letters letters_from_periods(Config& c, const Dims& d) {
  if (d.type == "mamba" || d.type == "mamba2" || d.type == "falcon_mamba")
    return Letters(static_cast<std::size_t>(d.layers), 'M');
  if (d.type == "falcon_h1") return Letters(static_cast<std::size_t>(d.layers), 'H');
  if (d.type == "jamba" || c.has({"attn_layer_period"})) {
    const Count period = std::max<Count>(1, c.integer({"attn_layer_period"}, 8, 4096));
    const Count offset = c.integer({"attn_layer_offset"}, 4, 4096);
    Letters out;
    for (Count l = 0; l < d.layers; ++l) out += l % period == offset ? 'F' : 'M';
    return out;
  }
  const Count interval =
      c.integer({"full_attention_interval"}, d.linear.kind == LinearDims::Kind::gated_delta ? 4 : 0, 4096);
  if (interval > 0) return every_nth(d.layers, interval, 'F', 'L');
  if (d.type == "llama4" || d.type == "llama4_text" || c.has({"attention_chunk_size"}))
    return every_nth(d.layers, c.integer({"no_rope_layer_interval"}, 4, 4096), 'F', 'K');
  if (d.window > 0) return every_nth(d.layers, window_period(c, d.type), 'F', 'S');
  return Letters(static_cast<std::size_t>(d.layers), 'F');
}

Letters read_letters(Config& c, const Dims& d) {
  Letters letters(c.text({"layer_pattern", "hybrid_override_pattern"}, ""));
  if (letters.empty()) letters = letters_from_lists(c, d);
  if (letters.empty()) letters = letters_from_periods(c, d);
  if (letters.size() != static_cast<std::size_t>(d.layers) ||
      letters.find_first_not_of("FSKLMCXHN*-E") != Letters::npos) {
    c.fail("out-of-range", "layer_types",
           "the pattern of layers must name each of the " + std::to_string(d.layers) + " layers");
    letters = Letters(static_cast<std::size_t>(d.layers), 'F');
  }
  return letters;
}

bool listed(const Value::Array* list, Count layer) {
  if (list == nullptr) return false;
  return std::any_of(list->begin(), list->end(), [&](const Value& v) {
    return v.number() != nullptr && *v.number() == static_cast<double>(layer);
  });
}

// Whether layer l has experts.
class ExpertLayers {
 public:
  ExpertLayers(Config& c, const Dims& d) : experts_(d.moe.experts > 0) {
    if (!experts_) return;
    first_ = c.integer({"first_k_dense_replace", "moe_layer_start_index"}, 0, 4096);
    flags_ = c.array({"moe_layer_freq"});
    dense_ = c.array({"mlp_only_layers"});
    const bool llama4 = c.has({"interleave_moe_layer_step"});
    step_ = c.integer(
        {"moe_layer_step", "interleave_moe_layer_step", "expert_layer_period", "decoder_sparse_step", "moe_layer_freq"},
        d.type == "jamba" ? 2 : 1, 4096);
    if (flags_ != nullptr || step_ == 0) step_ = 1;
    const bool last_of_group = llama4 || c.has({"decoder_sparse_step"});
    offset_ = c.integer({"moe_layer_offset", "expert_layer_offset"}, last_of_group || d.type == "jamba" ? step_ - 1 : 0,
                        4096);
  }
  bool operator()(Count layer) const {
    if (!experts_ || layer < first_ || listed(dense_, layer)) return false;
    if (flags_ != nullptr && layer < static_cast<Count>(flags_->size())) {
      const double* flag = (*flags_)[static_cast<std::size_t>(layer)].number();
      return flag != nullptr && *flag != 0;
    }
    return layer % step_ == offset_ % step_;
  }

 private:
  bool experts_;
  Count first_ = 0, step_ = 1, offset_ = 0;
  const Value::Array* flags_ = nullptr;
  const Value::Array* dense_ = nullptr;
};

// GLM-5.2 shares an indexer among n layers. Which layers own one is not published; their number follows from its
// parameter total: the first three, then every n-th.
bool owns_indexer(const Dims& d, Count layer) {
  if (d.mla.index_dim == 0) return false;
  if (d.mla.index_every <= 1 || layer < 3) return true;
  return (layer - 3) % d.mla.index_every == d.mla.index_every - 1;
}

void set_mixer(LayerPlan& p, char letter, const Dims& d) {
  const Recurrence mamba = d.mamba.heads > 0 ? Recurrence::mamba2 : Recurrence::mamba1;
  const Mixer attention = d.mla.kv_rank > 0 ? Mixer::mla : Mixer::full;
  switch (letter) {
    case 'F':
    case '*':
      p.mixer = attention;
      break;
    case 'H':
      p.mixer = attention;
      p.recurrence = mamba;
      break;
    case 'S':
      p.mixer = Mixer::sliding;
      p.window = d.window;
      break;
    case 'K':
      p.mixer = Mixer::chunked;
      p.window = d.window;
      break;
    case 'X':
      p.mixer = Mixer::cross;
      break;
    case 'L':
      p.mixer = Mixer::linear;
      p.recurrence = Recurrence::linear;
      break;
    case 'C':
      p.mixer = Mixer::linear;
      p.recurrence = Recurrence::short_conv;
      break;
    case 'M':
      p.recurrence = mamba;
      p.mixer = mamba == Recurrence::mamba2 ? Mixer::mamba2 : Mixer::mamba1;
      break;
    default:
      p.mixer = Mixer::none;
      break;
  }
  if (p.mixer == Mixer::full) {
    p.head_dim = d.global_head_dim;
    p.kv_heads = d.global_kv_heads;
    p.key_is_value = d.key_is_value;
  } else {
    p.head_dim = d.head_dim;
    p.kv_heads = p.mixer == Mixer::sliding ? d.window_kv_heads : d.kv_heads;
  }
  // MiMo-V2 has sinks on its sliding layers only, gpt-oss on all.
  p.sinks = d.type == "mimo_v2_flash" ? p.mixer == Mixer::sliding : d.sinks;
}

void set_compression(LayerPlan& p, const Value::Array* ratios, Count layer, const Dims& d) {
  const Value* value = ratios != nullptr && layer < static_cast<Count>(ratios->size())
                           ? &(*ratios)[static_cast<std::size_t>(layer)]
                           : nullptr;
  const double* ratio = value != nullptr ? value->number() : nullptr;
  p.compression = ratio != nullptr && *ratio > 0 && *ratio <= 65'536 ? static_cast<Count>(*ratio) : 0;
  p.mixer = p.compression > 0 ? Mixer::mla : Mixer::sliding;
  p.window = p.compression > 0 ? 0 : d.window;
}

}  // namespace

std::vector<LayerPlan> plan_layers(Config& c, const Dims& d) {
  const Letters letters = read_letters(c, d);
  const ExpertLayers has_experts(c, d);
  const Value::Array* ratios = c.array({"compress_ratios"});
  const Value::Array* widths = c.array({"ffn_per_layer"});
  std::vector<LayerPlan> plans(static_cast<std::size_t>(d.layers));
  for (Count l = 0; l < d.layers; ++l) {
    LayerPlan& p = plans[static_cast<std::size_t>(l)];
    const char letter = letters[static_cast<std::size_t>(l)];
    set_mixer(p, letter, d);
    if (d.output_groups > 0 && p.mixer != Mixer::none) set_compression(p, ratios, l, d);
    p.indexer = p.compression < 0 && p.mixer == Mixer::mla && owns_indexer(d, l);
    const bool single = letter == '*' || letter == '-' || letter == 'E' || (d.type == "nemotron_h" && letter == 'M');
    p.experts = letter == 'E' || (!single && has_experts(l));
    if (letter == '-' || (!single && !p.experts)) p.mlp_width = d.moe.experts > 0 ? d.dense_width : d.mlp_width;
    if (p.experts && d.moe.dense_beside > 0) p.mlp_width = d.moe.dense_beside;
    if (widths != nullptr && l < static_cast<Count>(widths->size())) {
      const double* width = (*widths)[static_cast<std::size_t>(l)].number();
      p.mlp_width = width != nullptr && *width >= 0 && *width < 1e7 ? static_cast<Count>(*width) : 0;
    }
    const bool mixes = p.mixer != Mixer::none, feeds = p.experts || p.mlp_width > 0;
    p.norms = d.norms >= 2 && !(mixes && feeds) ? d.norms / 2 : d.norms;
  }
  return plans;
}

}  // namespace gpusel
