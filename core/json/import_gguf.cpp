// GGUF v2 and v3: metadata (key, type, value), then one entry a tensor (name, dimensions, type). Tensor sizes follow
// from the type's block, so the bytes are exact. Formats: ggml/docs/gguf.md; block sizes: ggml/src/ggml-common.h; file
// types: llama.h (llama_ftype).
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/domain/formats.hpp"
#include "core/json/gguf_reader.hpp"
#include "core/json/import.hpp"
#include "core/json/text.hpp"

namespace gpusel {
namespace {

struct Block {
  std::uint32_t type;
  Count weights, bytes;
};
constexpr std::array<Block, 33> blocks{
    {{0, 1, 4},      {1, 1, 2},     {2, 32, 18},    {3, 32, 20},    {6, 32, 22},    {7, 32, 24},    {8, 32, 34},
     {9, 32, 36},    {10, 256, 84}, {11, 256, 110}, {12, 256, 144}, {13, 256, 176}, {14, 256, 210}, {15, 256, 292},
     {16, 256, 66},  {17, 256, 74}, {18, 256, 98},  {19, 256, 50},  {20, 32, 18},   {21, 256, 110}, {22, 256, 82},
     {23, 256, 136}, {24, 1, 1},    {25, 1, 2},     {26, 1, 4},     {27, 1, 8},     {28, 1, 8},     {29, 256, 56},
     {30, 1, 2},     {34, 256, 54}, {35, 256, 66},  {39, 32, 17},   {40, 64, 36}}};

using W = WeightFormat;
constexpr std::array<std::pair<int, WeightFormat>, 32> file_types{
    {{0, W::fp32},    {1, W::fp16},    {2, W::q4_0},     {3, W::q4_1},    {7, W::q8_0},     {8, W::q5_0},
     {9, W::q5_1},    {10, W::q2_k},   {11, W::q3_k_s},  {12, W::q3_k_m}, {13, W::q3_k_l},  {14, W::q4_k_s},
     {15, W::q4_k_m}, {16, W::q5_k_s}, {17, W::q5_k_m},  {18, W::q6_k},   {19, W::iq2_xxs}, {20, W::iq2_xs},
     {21, W::q2_k_s}, {22, W::iq3_xs}, {23, W::iq3_xxs}, {24, W::iq1_s},  {25, W::iq4_nl},  {26, W::iq3_s},
     {27, W::iq3_m},  {28, W::iq2_s},  {29, W::iq2_m},   {30, W::iq4_xs}, {31, W::iq1_m},   {32, W::bf16},
     {38, W::mxfp4},  {39, W::nvfp4}}};

// GGUF's key after "<architecture>." and config.json's.
constexpr std::array<std::pair<std::string_view, std::string_view>, 20> keys{{
    {"block_count", "num_hidden_layers"},
    {"embedding_length", "hidden_size"},
    {"feed_forward_length", "intermediate_size"},
    {"attention.head_count", "num_attention_heads"},
    {"attention.head_count_kv", "num_key_value_heads"},
    {"attention.key_length", "head_dim"},
    {"context_length", "max_position_embeddings"},
    {"vocab_size", "vocab_size"},
    {"expert_count", "num_experts"},
    {"expert_used_count", "num_experts_per_tok"},
    {"expert_feed_forward_length", "moe_intermediate_size"},
    {"expert_shared_feed_forward_length", "shared_expert_intermediate_size"},
    {"expert_shared_count", "n_shared_experts"},
    {"leading_dense_block_count", "first_k_dense_replace"},
    {"attention.sliding_window", "sliding_window"},
    {"attention.q_lora_rank", "q_lora_rank"},
    {"attention.kv_lora_rank", "kv_lora_rank"},
    {"ssm.state_size", "ssm_state_size"},
    {"ssm.conv_kernel", "conv_kernel"},
    {"ssm.group_count", "n_groups"},
}};

constexpr std::array<std::pair<std::string_view, std::string_view>, 12> architectures{{{"qwen2moe", "qwen2_moe"},
                                                                                       {"qwen3moe", "qwen3_moe"},
                                                                                       {"gemma3", "gemma3_text"},
                                                                                       {"deepseek2", "deepseek_v3"},
                                                                                       {"gpt-oss", "gpt_oss"},
                                                                                       {"llama4", "llama4_text"},
                                                                                       {"phi2", "phi"},
                                                                                       {"command-r", "cohere"},
                                                                                       {"gptneox", "gpt_neox"},
                                                                                       {"starcoder", "gpt_bigcode"},
                                                                                       {"glm4moe", "glm4_moe"},
                                                                                       {"granitemoe", "granitemoe"}}};

const Block* block_of(std::uint64_t type) {
  for (const Block& b : blocks)
    if (b.type == type) return &b;
  return nullptr;
}

std::string model_type(const std::string& architecture, bool experts) {
  if (architecture == "llama" && experts) return "mixtral";
  for (const auto& [from, to] : architectures)
    if (architecture == from) return std::string(to);
  return architecture;
}

struct Sizes {
  double bytes = 0, elements = 0;
  bool has_output = false;
  double vocabulary = 0;
};

std::optional<Error> read_tensor(GgufReader& in, Sizes& sizes) {
  const std::string_view name = in.string();
  const std::uint64_t dimensions = in.integer(4);
  if (in.failed()) return in.error();
  if (dimensions > 4)
    return import_error("syntax",
                        "a GGUF tensor claims " + std::to_string(dimensions) + " dimensions; there are at most 4");
  double elements = 1, first = 1, last = 1;
  for (std::uint64_t i = 0; i < dimensions; ++i) {
    last = static_cast<double>(in.integer(8));
    if (i == 0) first = last;
    elements *= last;
  }
  const std::uint64_t type = in.integer(4);
  in.integer(8);  // offset
  if (in.failed()) return in.error();
  const Block* block = block_of(type);
  if (!block) return import_error("unknown-format", "GGUF tensor type " + std::to_string(type) + " is not known here");
  const auto weights = static_cast<double>(block->weights);
  if (!(elements <= 1e14) || std::floor(first / weights) * weights != first)
    return import_error("syntax", "a GGUF tensor has a shape that its type cannot have");
  sizes.bytes += elements / weights * static_cast<double>(block->bytes);
  sizes.elements += elements;
  if (name == "output.weight") sizes.has_output = true;
  if (name == "token_embd.weight") sizes.vocabulary = last;
  if (!(sizes.bytes <= 1e15)) return import_error("syntax", "the GGUF tensors add up to more bytes than can be");
  return std::nullopt;
}

void put_config(const GgufMetadata& meta, const Sizes& sizes, Model& m) {
  const std::string architecture = meta.text("general.architecture");
  m.config = Value(Value::Object{});
  m.config.set("model_type", model_type(architecture, meta.number(architecture + ".expert_count") > 0));
  for (const auto& [from, to] : keys) {
    const double x = meta.number(architecture + "." + std::string(from));
    if (x > 0 && x <= 1e12) m.config.set(to, x);
  }
  if (!m.config.find("num_key_value_heads"))
    if (const Value* heads = m.config.find("num_attention_heads")) m.config.set("num_key_value_heads", Value(*heads));
  if (sizes.vocabulary > 0) m.config.set("vocab_size", sizes.vocabulary);
  if (const double experts = meta.number(architecture + ".expert_count"); experts > 0) {
    m.config.set("num_local_experts", experts);
    m.config.set("n_routed_experts", experts);
  }
  m.config.set("tie_word_embeddings", !sizes.has_output);
}

void put_mla(const GgufMetadata& meta, Model& m) {
  const std::string architecture = meta.text("general.architecture");
  if (!m.config.find("kv_lora_rank")) return;
  const double rope = meta.number(architecture + ".rope.dimension_count");
  const double key = std::max(meta.number(architecture + ".attention.key_length"),
                              meta.number(architecture + ".attention.key_length_mla"));
  const double mla_key = meta.number(architecture + ".attention.key_length_mla") > 0
                             ? meta.number(architecture + ".attention.key_length_mla")
                             : key;
  const double mla_value = meta.number(architecture + ".attention.value_length_mla");
  m.config.set("qk_rope_head_dim", rope > 0 ? rope : 64.0);
  m.config.set("qk_nope_head_dim", std::max(1.0, mla_key - (rope > 0 ? rope : 64.0)));
  m.config.set("v_head_dim",
               mla_value > 0 ? mla_value : std::max(1.0, meta.number(architecture + ".attention.value_length")));
}

std::optional<WeightFormat> file_format(double type) {
  for (const auto& [id, format] : file_types)
    if (id == type) return format;
  return std::nullopt;
}

}  // namespace

Result<Model> import_gguf(std::string_view bytes) {
  GgufReader in(bytes);
  in.skip(4);
  const std::uint64_t version = in.integer(4);
  if (!in.failed() && version != 2 && version != 3)
    return import_error("unsupported-version", "GGUF version " + std::to_string(version) +
                                                   " is not read; versions 2 and 3 (little-endian) are");
  const std::uint64_t tensors = in.integer(8), pairs = in.integer(8);
  if (in.failed()) return in.error();
  if (tensors > 1000000 || pairs > 100000)
    return import_error("too-large", "the GGUF header claims more tensors or keys than can be");
  GgufMetadata meta;
  for (std::uint64_t i = 0; i < pairs; ++i)
    if (!in.pair(meta)) return in.error();
  Sizes sizes;
  for (std::uint64_t i = 0; i < tensors; ++i)
    if (auto error = read_tensor(in, sizes)) return *error;
  if (meta.text("general.architecture").empty())
    return import_error("missing", "the GGUF file does not say general.architecture");
  if (meta.text("general.type") == "adapter")
    return import_error("adapter", "this file holds a LoRA adapter, not a model");
  Model m;
  m.from_catalogue = false;
  m.name = meta.text("general.name");
  put_config(meta, sizes, m);
  put_mla(meta, m);
  m.native_format = file_format(meta.number("general.file_type", -2));
  const bool whole = meta.number("split.count") <= 1;  // the first of several files has all keys, but not all tensors
  if (whole && sizes.bytes > 0) m.file_weight_bytes = Bytes(static_cast<std::int64_t>(sizes.bytes));
  if (whole) m.published_parameters = static_cast<Count>(sizes.elements);
  m.published_precision = whole ? "exact" : "";
  return m;
}

}  // namespace gpusel
