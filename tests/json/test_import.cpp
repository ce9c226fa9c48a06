#include <doctest/doctest.h>

#include <cstdint>
#include <string>

#include "core/json/json.hpp"

using namespace gpusel;

namespace {

std::string code_of(std::string_view bytes, std::string_view name = "file") {
  const Result<Model> m = import_model(bytes, name);
  return m ? "ok" : m.error().code;
}

double number(const Model& m, std::string_view key) {
  const Value* v = m.config.find(key);
  return v && v->number() ? *v->number() : -1;
}

std::string little(std::uint64_t x, int width) {
  std::string out;
  for (int i = 0; i < width; ++i) out += static_cast<char>(x >> (8 * i) & 255U);
  return out;
}
std::string text(std::string_view s) { return little(s.size(), 8) + std::string(s); }
std::string key_u32(std::string_view key, std::uint32_t x) { return text(key) + little(4, 4) + little(x, 4); }
std::string key_text(std::string_view key, std::string_view x) { return text(key) + little(8, 4) + text(x); }
std::string tensor(std::string_view name, std::initializer_list<std::uint64_t> shape, std::uint32_t type) {
  std::string out = text(name) + little(shape.size(), 4);
  for (std::uint64_t d : shape) out += little(d, 8);
  return out + little(type, 4) + little(0, 8);
}

// A Q4_K_M llama of one layer: 256 wide, vocabulary of 512.
std::string gguf() {
  std::string tokens = text("tokenizer.ggml.tokens") + little(9, 4) + little(8, 4) + little(512, 8);
  for (int i = 0; i < 512; ++i) tokens += text("t");
  const std::string pairs = key_text("general.architecture", "llama") + key_text("general.name", "tiny") +
                            key_u32("general.file_type", 15) + key_u32("llama.block_count", 1) +
                            key_u32("llama.embedding_length", 256) + key_u32("llama.feed_forward_length", 512) +
                            key_u32("llama.attention.head_count", 4) + key_u32("llama.attention.head_count_kv", 2) +
                            tokens;
  return "GGUF" + little(3, 4) + little(3, 8) + little(9, 8) + pairs + tensor("token_embd.weight", {256, 512}, 12) +
         tensor("blk.0.attn_q.weight", {256, 256}, 14) + tensor("output_norm.weight", {256}, 0);
}

std::string safetensors(const std::string& header) { return little(header.size(), 8) + header; }

}  // namespace

TEST_CASE("config.json: its keys stay as they are, Infinity reads as not given") {
  const Result<Model> m = import_model(
      R"({"architectures": ["MambaForCausalLM"], "model_type": "mamba2", "hidden_size": 2560, "time_step_limit": [0.0, Infinity], "note": "NaN", "_name_or_path": "a/b"})",
      "config.json");
  REQUIRE(m.ok());
  CHECK(number(*m, "hidden_size") == 2560);
  CHECK(*m->config.find("note")->string() == "NaN");
  CHECK(m->name == "a/b");
  CHECK_FALSE(m->from_catalogue);
  CHECK_FALSE(m->native_format.has_value());
}

TEST_CASE("config.json: quantised checkpoints say their format") {
  const auto format = [](std::string_view q) {
    return import_model(R"({"model_type": "llama", "hidden_size": 8, "quantization_config": )" + std::string(q) + "}",
                        "config.json")
        ->native_format;
  };
  CHECK(format(R"({"quant_method": "fp8"})") == WeightFormat::fp8);
  CHECK(format(R"({"quant_method": "gptq", "bits": 8})") == WeightFormat::gptq_int8);
  CHECK(format(R"({"quant_method": "awq", "bits": 4})") == WeightFormat::awq_int4);
  CHECK(format(R"({"quant_method": "bitsandbytes", "load_in_8bit": true})") == WeightFormat::int8);
  CHECK(format(R"({"quant_method": "something"})") == std::nullopt);
}

TEST_CASE("GGUF: keys and exact bytes") {
  const Result<Model> m = import_model(gguf(), "tiny.gguf");
  REQUIRE(m.ok());
  CHECK(m->name == "tiny");
  CHECK(*m->config.find("model_type")->string() == "llama");
  CHECK(number(*m, "hidden_size") == 256);
  CHECK(number(*m, "num_key_value_heads") == 2);
  CHECK(number(*m, "vocab_size") == 512);
  CHECK(*m->config.find("tie_word_embeddings")->boolean());
  CHECK(m->native_format == WeightFormat::q4_k_m);
  CHECK(m->file_weight_bytes == Bytes(512 * 144 + 256 * 210 + 256 * 4));
  CHECK(m->published_parameters == 256 * 512 + 256 * 256 + 256);
}

TEST_CASE("GGUF: every truncation is an error, no prefix crashes") {
  const std::string whole = gguf();
  for (std::size_t n = 4; n < whole.size(); n += n < 200 ? 1 : 37) {
    CAPTURE(n);
    CHECK(code_of(std::string_view(whole).substr(0, n)) == "truncated");
  }
}

TEST_CASE("GGUF: hostile headers") {
  const std::string start = "GGUF" + little(3, 4);
  CHECK(code_of("GGUF" + little(1, 4) + std::string(16, '\0')) == "unsupported-version");
  CHECK(code_of("GGUF" + little(0x03000000, 4) + std::string(16, '\0')) == "unsupported-version");
  CHECK(code_of(start + little(~0ULL, 8) + little(1, 8)) == "too-large");
  CHECK(code_of(start + little(0, 8) + little(1, 8) + little(~0ULL, 8)) == "truncated");
  CHECK(code_of(start + little(0, 8) + little(1, 8) + text("k") + little(77, 4) + std::string(64, '\0')) == "syntax");
  CHECK(code_of(start + little(0, 8) + little(1, 8) + text("k") + little(9, 4) + little(9, 4) + little(1, 8)) ==
        "syntax");
  CHECK(code_of(start + little(0, 8) + little(1, 8) + text("k") + little(9, 4) + little(4, 4) +
                little(1ULL << 62, 8)) == "truncated");
  CHECK(code_of(start + little(0, 8) + little(1, 8) + text("k") + little(9, 4) + little(8, 4) + little(~0ULL, 8)) ==
        "truncated");
  CHECK(code_of(start + little(1, 8) + little(0, 8) + tensor("t", {1ULL << 63, 1ULL << 63}, 0)) == "syntax");
  CHECK(code_of(start + little(1, 8) + little(0, 8) + tensor("t", {100}, 12)) == "syntax");
  CHECK(code_of(start + little(1, 8) + little(0, 8) + tensor("t", {256}, 99)) == "unknown-format");
  CHECK(code_of(start + little(0, 8) + little(0, 8)) == "missing");
}

TEST_CASE("safetensors: keys from shapes, head counts marked as guessed") {
  const std::string header = R"({"__metadata__": {"format": "pt"},
    "model.embed_tokens.weight": {"dtype": "BF16", "shape": [1000, 256], "data_offsets": [0, 512000]},
    "model.layers.0.self_attn.q_proj.weight": {"dtype": "BF16", "shape": [256, 256], "data_offsets": [512000, 643072]},
    "model.layers.0.self_attn.k_proj.weight": {"dtype": "BF16", "shape": [128, 256], "data_offsets": [643072, 708608]},
    "model.layers.11.mlp.up_proj.weight": {"dtype": "BF16", "shape": [512, 256], "data_offsets": [708608, 970752]}})";
  const Result<Model> m = import_model(safetensors(header), "model.safetensors");
  REQUIRE(m.ok());
  CHECK(number(*m, "hidden_size") == 256);
  CHECK(number(*m, "num_hidden_layers") == 12);
  CHECK(number(*m, "num_attention_heads") == 4);
  CHECK(number(*m, "vocab_size") == 1000);
  CHECK(m->file_weight_bytes == Bytes(970752));
  CHECK(m->unverified.size() == 3);
  CHECK(code_of(safetensors(header), "model-00001-of-00004.safetensors") == "shard");
}

TEST_CASE("safetensors: hostile headers") {
  CHECK(code_of(little(~0ULL, 8) + "{}") == "too-large");
  CHECK(code_of(little(100, 8) + "{}") == "truncated");
  CHECK(code_of(safetensors("{}")) == "syntax");
  CHECK(code_of(safetensors("{\"a\":")) == "syntax");
  CHECK(code_of(safetensors(R"({"a": {"dtype": "F32", "shape": [2], "data_offsets": [0, 4]}})")) == "syntax");
  CHECK(code_of(safetensors(R"({"a": {"dtype": "F32", "shape": [-1], "data_offsets": [0, 4]}})")) == "syntax");
  CHECK(code_of(safetensors(R"({"a": {"dtype": "F32", "shape": [1e300], "data_offsets": [0, 4]}})")) == "syntax");
  CHECK(code_of(safetensors(R"({"a": {"dtype": "F32", "shape": [1], "data_offsets": [8, 4]}})")) == "syntax");
  CHECK(code_of(safetensors(R"({"a": 1})")) == "syntax");
  CHECK(code_of(safetensors(R"({"a": {"dtype": "F32", "shape": [1], "data_offsets": [0, 4]}})")) ==
        "unknown-architecture");
  CHECK(code_of(safetensors(R"({"a.lora_A.weight": {"dtype": "F32", "shape": [1], "data_offsets": [0, 4]}})")) ==
        "adapter");
}

TEST_CASE("files that are none of the three") {
  CHECK(code_of("") == "unknown-file");
  CHECK(code_of("hello") == "unknown-file");
  CHECK(code_of("\x7f"
                "ELF\x02\x01\x01") == "unknown-file");
  CHECK(code_of("{\"a\": 1}") == "unknown-file");
  CHECK(code_of("  {\"hidden_size\": 1e300}") == "out-of-range");
  CHECK(code_of("{\"model\": \"x\", \"task\": \"train\", \"hidden_size\": 1}") == "unknown-file");
  CHECK(code_of("{\"weight_map\": {}}") == "unknown-file");
}
