// safetensors: 8 bytes of header length, then JSON {"name": {"dtype", "shape", "data_offsets"}}. The header says every
// shape, so the config's keys follow from the names of Hugging Face's modules; head counts do not, and are marked as
// unverified. Format: github.com/huggingface/safetensors README ("Format"), header limit 100 MB.
#include <algorithm>
#include <cmath>

#include "core/json/import.hpp"

namespace gpusel {
namespace {

constexpr std::size_t largest_header = 32U << 20U;

struct Tensor {
  std::string_view name;
  std::string_view dtype;
  std::vector<double> shape;
  double bytes = 0;
  double elements() const {
    double n = 1;
    for (double d : shape) n *= d;
    return n;
  }
};

double dtype_width(std::string_view dtype) {
  if (dtype == "F64" || dtype == "I64" || dtype == "U64") return 8;
  if (dtype == "F32" || dtype == "I32" || dtype == "U32") return 4;
  if (dtype == "F16" || dtype == "BF16" || dtype == "I16" || dtype == "U16") return 2;
  if (dtype.substr(0, 2) == "F8" || dtype == "I8" || dtype == "U8" || dtype == "BOOL") return 1;
  return 0;  // sub-byte and later types: only data_offsets say the size
}

bool size_like(const Value& v, double& out) {
  const double* d = v.number();
  if (!d || !(*d >= 0 && *d <= 1e15) || std::floor(*d) != *d) return false;
  out = *d;
  return true;
}

std::optional<Tensor> read_tensor(const std::string& name, const Value& v) {
  const Value* dtype = v.find("dtype");
  const Value* shape = v.find("shape");
  const Value* offsets = v.find("data_offsets");
  if (!dtype || !dtype->string() || !shape || !shape->array() || !offsets || !offsets->array() ||
      offsets->array()->size() != 2)
    return std::nullopt;
  Tensor t{name, *dtype->string(), {}, 0};
  for (const Value& d : *shape->array()) {
    double size = 0;
    if (!size_like(d, size)) return std::nullopt;
    t.shape.push_back(size);
  }
  double begin = 0, end = 0;
  if (!size_like((*offsets->array())[0], begin) || !size_like((*offsets->array())[1], end) || end < begin)
    return std::nullopt;
  t.bytes = end - begin;
  const double width = dtype_width(t.dtype);
  if (t.shape.size() > 8 || !(t.elements() <= 1e15) || (width > 0 && t.elements() * width != t.bytes))
    return std::nullopt;
  return t;
}

bool ends_with(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

const Tensor* named(const std::vector<Tensor>& tensors, std::string_view end) {
  for (const Tensor& t : tensors)
    if (ends_with(t.name, end)) return &t;
  return nullptr;
}

double side(const Tensor* t, std::size_t axis) { return t && t->shape.size() > axis ? t->shape[axis] : 0; }

// 1 + the largest number after `marker`: layers, experts.
double highest(const std::vector<Tensor>& tensors, std::string_view marker) {
  double most = 0;
  for (const Tensor& t : tensors) {
    const std::size_t at = t.name.find(marker);
    if (at == std::string_view::npos) continue;
    double n = 0;
    std::size_t i = at + marker.size();
    for (; i < t.name.size() && t.name[i] >= '0' && t.name[i] <= '9' && n < 1e6; ++i) n = 10 * n + (t.name[i] - '0');
    if (i > at + marker.size()) most = std::max(most, n + 1);
  }
  return most;
}

void put_experts(const std::vector<Tensor>& tensors, Model& m) {
  const double experts = highest(tensors, ".experts.");
  if (experts == 0) return;
  const bool mixtral = named(tensors, ".w1.weight") != nullptr;
  m.config.set("model_type", mixtral ? "mixtral" : "qwen3_moe");
  m.config.set(mixtral ? "num_local_experts" : "num_experts", experts);
  m.config.set("num_experts_per_tok", std::min(experts, mixtral ? 2.0 : 8.0));
  m.unverified.emplace_back("num_experts_per_tok");
  const Tensor* expert = named(tensors, mixtral ? ".experts.0.w1.weight" : ".experts.0.gate_proj.weight");
  m.config.set("moe_intermediate_size", side(expert, 0));
  if (mixtral) m.config.set("intermediate_size", side(expert, 0));
}

// The usual names: embed_tokens, layers.N.self_attn.{q,k,v,o}_proj, mlp.{gate,up,down}_proj, lm_head.
std::optional<Error> put_config(const std::vector<Tensor>& tensors, Model& m) {
  const Tensor* embedding = named(tensors, "embed_tokens.weight");
  const Tensor* q = named(tensors, "layers.0.self_attn.q_proj.weight");
  const Tensor* k = named(tensors, "layers.0.self_attn.k_proj.weight");
  const Tensor* up = named(tensors, "layers.0.mlp.up_proj.weight");
  if (!embedding || !q || !k || embedding->shape.size() != 2 || side(q, 0) < 1 || side(k, 0) < 1)
    return import_error(
        "unknown-architecture",
        "the tensors' names are not those of a decoder this reader knows (embed_tokens, layers.0.self_attn.q_proj "
        "in 16 bit or more); import the model's config.json instead");
  const Tensor* q_norm = named(tensors, "layers.0.self_attn.q_norm.weight");
  const double hidden = side(embedding, 1);
  const double head = q_norm && q_norm->shape.size() == 1 ? side(q_norm, 0) : hidden >= 2048 ? 128 : 64;
  m.config = Value(Value::Object{});
  m.config.set("model_type", q_norm ? "qwen3" : named(tensors, "layers.0.self_attn.q_proj.bias") ? "qwen2" : "llama");
  m.config.set("hidden_size", hidden);
  m.config.set("num_hidden_layers", highest(tensors, "layers."));
  m.config.set("num_attention_heads", std::max(1.0, std::floor(side(q, 0) / head)));
  m.config.set("num_key_value_heads", std::max(1.0, std::floor(side(k, 0) / head)));
  m.config.set("head_dim", head);
  if (!q_norm) m.unverified = {"num_attention_heads", "num_key_value_heads", "head_dim"};
  if (up) m.config.set("intermediate_size", side(up, 0));
  m.config.set("vocab_size", side(embedding, 0));
  m.config.set("tie_word_embeddings", named(tensors, "lm_head.weight") == nullptr);
  put_experts(tensors, m);
  return std::nullopt;
}

void put_sizes(const std::vector<Tensor>& tensors, Model& m) {
  double bytes_in_all = 0, elements = 0, fp8 = 0;
  for (const Tensor& t : tensors) {
    bytes_in_all += t.bytes;
    elements += t.elements();
    if (t.dtype.substr(0, 4) == "F8_E" && t.shape.size() == 2) fp8 += t.bytes;
  }
  m.file_weight_bytes = Bytes(static_cast<std::int64_t>(bytes_in_all));
  if (fp8 > bytes_in_all / 2) m.native_format = WeightFormat::fp8;
  m.published_parameters = static_cast<Count>(elements);
  m.published_precision = "exact";
}

}  // namespace

Result<Model> import_safetensors(std::string_view bytes, std::string_view file_name) {
  const std::uint64_t length = little_endian(bytes, 0, 8);
  if (length > largest_header)
    return import_error("too-large",
                        "the safetensors header claims " + std::to_string(length) + " bytes; at most 32 MiB is read");
  if (length > bytes.size() - 8)
    return import_error("truncated", "the safetensors header has " + std::to_string(length) + " bytes; only " +
                                         std::to_string(bytes.size() - 8) + " are here");
  if (file_name.find("-of-") != std::string_view::npos)
    return import_error("shard", "this is one shard of a model; import its config.json, which says the whole model");
  const Result<Value> header = parse_json_up_to(bytes.substr(8, static_cast<std::size_t>(length)), largest_header);
  if (!header) return header.error();
  if (!header->object()) return import_error("syntax", "the safetensors header is not an object");
  std::vector<Tensor> tensors;
  double total = 0;
  for (const auto& [name, entry] : *header->object()) {
    if (name == "__metadata__") continue;
    if (name.find("lora_A") != std::string::npos)
      return import_error("adapter",
                          "this file holds a LoRA adapter, not a model; import the base model's config.json");
    std::optional<Tensor> t = read_tensor(name, entry);
    if (!t)
      return import_error(
          "syntax", "the safetensors header describes tensor \"" + name.substr(0, 80) + "\" in a way that cannot be");
    total += t->bytes;
    tensors.push_back(std::move(*t));
  }
  if (tensors.empty() || !(total <= 1e15))
    return import_error("syntax", "the safetensors header holds no tensors, or more bytes than can be");
  Model model;
  model.from_catalogue = false;
  if (auto error = put_config(tensors, model)) return *error;
  put_sizes(tensors, model);
  model.name = std::string(file_name);
  return model;
}

}  // namespace gpusel
