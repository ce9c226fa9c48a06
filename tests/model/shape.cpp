#include "core/model/shape.hpp"

#include <doctest/doctest.h>

#include <string>

#include "core/catalog/parse.hpp"
#include "core/gpusel.hpp"

using namespace gpusel;

namespace {

const Catalog& catalog() {
  static const Result<Catalog> loaded = load_catalog();
  REQUIRE_MESSAGE(loaded.ok(), (loaded.ok() ? std::string() : loaded.error().message));
  return loaded.value();
}

ModelShape shape_of(const std::string& id) {
  const Model* model = catalog().model(id);
  REQUIRE_MESSAGE(model != nullptr, id);
  Result<ModelShape> shape = build_shape(*model);
  REQUIRE_MESSAGE(shape.ok(), (shape.ok() ? std::string() : shape.error().message));
  return shape.value();
}

Result<ModelShape> from_config(const char* text) {
  Result<Value> value = parse_catalog_json(text, "test");
  REQUIRE_MESSAGE(value.ok(), text);
  Model model;
  model.config = value.value();
  model.from_catalogue = false;
  return build_shape(model);
}

Count total(const char* config) {
  const Result<ModelShape> shape = from_config(config);
  REQUIRE_MESSAGE(shape.ok(), (shape.ok() ? std::string() : shape.error().message));
  return shape->parameters;
}

std::string mixers(const ModelShape& s) {
  constexpr std::string_view letters = "nFSKlXBMML";  // in the order of Mixer
  std::string out;
  for (Count l = 0; l < static_cast<Count>(s.layer_kind.size()); ++l)
    out += letters[static_cast<std::size_t>(s.layer(l).mixer)];
  return out;
}

Count count_of(const std::string& text, char letter) {
  Count n = 0;
  for (char c : text) n += c == letter;
  return n;
}

}  // namespace

// The table "Check values" of the estimation notes, sec. 2.
TEST_CASE("check values") {
  struct Row {
    const char* id;
    Count total, active;
  };
  const Row rows[] = {
      {"openai-community/gpt2", 124'439'808, 124'439'808},
      {"google-bert/bert-base-uncased", 109'482'240, 109'482'240},
      {"huggyllama/llama-7b", 6'738'415'616, 6'738'415'616},
      {"meta-llama/Llama-3.2-1B", 1'235'814'400, 1'235'814'400},
      {"meta-llama/Meta-Llama-3-8B", 8'030'261'248, 8'030'261'248},
      {"Qwen/Qwen2.5-7B", 7'615'616'512, 7'615'616'512},
      {"Qwen/Qwen3-8B", 8'190'735'360, 8'190'735'360},
      {"google/gemma-3-27b-pt", 27'432'406'640, 27'432'406'640},
      {"mistralai/Mixtral-8x7B-v0.1", 46'702'792'704, 12'879'925'248},
      {"Qwen/Qwen3-30B-A3B", 30'532'122'624, 3'353'032'704},
      {"deepseek-ai/DeepSeek-V3", 671'026'419'200, 37'552'297'472},
      {"openai/gpt-oss-120b", 116'829'156'672, 5'711'982'912},
      {"nvidia/Nemotron-H-8B-Base-8K", 8'100'852'736, 8'100'852'736},
      {"Qwen/Qwen3-Next-80B-A3B-Instruct", 79'674'391'296, 3'874'929'408},
      {"meta-llama/Llama-3.2-11B-Vision", 10'670'220'835, 10'670'220'835},
  };
  for (const Row& row : rows) {
    CAPTURE(row.id);
    const ModelShape s = shape_of(row.id);
    CHECK(s.parameters == row.total);
    CHECK(s.active_parameters == row.active);
  }
}

TEST_CASE("a decoder's frame and linears") {
  const ModelShape s = shape_of("meta-llama/Meta-Llama-3-8B");
  CHECK(s.layers == 32);
  CHECK(s.layer_kind.size() == 32);
  CHECK(s.kinds.size() == 1);
  CHECK(s.embedding_parameters == 128256LL * 4096);
  CHECK(s.head_parameters == 128256LL * 4096);
  // What NF4 replaces: 6.979e9 of 8.030e9.
  CHECK(s.linear_parameters == 6'979'321'856);
  CHECK(s.matmul_parameters == doctest::Approx(6'979'321'856.0 + 128256.0 * 4096));
  CHECK(forward_matmul_flops_per_token(s) == doctest::Approx(2 * s.matmul_parameters));
  const LayerShape& layer = s.layer(0);
  CHECK(layer.kv_heads == 8);
  CHECK(layer.head_dim == 128);
  CHECK(layer.mlp_width == 14336);
  CHECK(layer.linears.size() == 7);
  // Scores and values over 100 earlier tokens: 4 a d c per layer.
  CHECK(attention_flops_per_token(s, 100) == doctest::Approx(32.0 * 4 * 32 * 128 * 100));
}

// LoRA r = 16, all-linear: sum of r (in + out) over the named modules.
TEST_CASE("modules have the names and shapes that adapters target") {
  const auto adapters = [](const ModelShape& s) {
    Count sum = 0;
    for (std::uint8_t k : s.layer_kind)
      for (const LinearShape& l : s.kinds[k].linears) sum += 16 * (l.in + l.out);
    return sum;
  };
  CHECK(adapters(shape_of("meta-llama/Meta-Llama-3-8B")) == 41'943'040);
  CHECK(adapters(shape_of("Qwen/Qwen-7B")) == 35'782'656);
  CHECK(adapters(shape_of("meta-llama/Llama-2-13b-hf")) == 62'586'880);
  const ModelShape qwen = shape_of("Qwen/Qwen-7B");
  CHECK(qwen.layer(0).linears.front().name == "c_attn");
  CHECK(qwen.layer(0).linears.front().role == LinearRole::qkv);
  const ModelShape gpt2 = shape_of("openai-community/gpt2");
  CHECK(gpt2.layer(0).linears.front().name == "c_attn");
  CHECK(shape_of("microsoft/Phi-3-mini-4k-instruct").layer(0).linears.front().name == "qkv_proj");
}

TEST_CASE("latent attention keeps one latent a token") {
  const LayerShape layer = shape_of("deepseek-ai/DeepSeek-V3").layer(10);
  CHECK(layer.mixer == Mixer::mla);
  CHECK(layer.kv_lora_rank + layer.rope_head_dim == 576);
  CHECK(layer.experts == 256);
  CHECK(layer.experts_per_token == 8);
  CHECK(layer.shared_width == 2048);
  CHECK(shape_of("deepseek-ai/DeepSeek-V3").layer(0).mlp == Mlp::gated);
  const LayerShape sparse = shape_of("deepseek-ai/DeepSeek-V3.2").layer(10);
  CHECK(sparse.index_head_dim == 128);
  CHECK(sparse.index_topk == 2048);
}

TEST_CASE("which layers look how far") {
  const std::string gemma = mixers(shape_of("google/gemma-3-27b-pt"));
  CHECK(gemma.substr(0, 12) == "SSSSSFSSSSSF");
  CHECK(count_of(gemma, 'S') == 52);
  CHECK(shape_of("google/gemma-3-27b-pt").layer(0).window == 1024);
  CHECK(mixers(shape_of("openai/gpt-oss-20b")).substr(0, 4) == "SFSF");
  CHECK(mixers(shape_of("meta-llama/Llama-4-Scout-17B-16E-Instruct")).substr(0, 8) == "KKKFKKKF");
  CHECK(mixers(shape_of("Qwen/Qwen3-Next-80B-A3B-Instruct")).substr(0, 8) == "LLLFLLLF");
  CHECK(mixers(shape_of("meta-llama/Llama-3.2-11B-Vision")).substr(0, 9) == "FFFXFFFFX");
  CHECK(count_of(mixers(shape_of("ai21labs/Jamba-v0.1")), 'F') == 4);
  CHECK(mixers(shape_of("google-bert/bert-base-uncased")) == std::string(12, 'B'));
  CHECK(count_of(mixers(shape_of("nvidia/Nemotron-H-8B-Base-8K")), 'F') == 4);
  const ModelShape plain = shape_of("Qwen/Qwen2.5-7B");  // its config has a window that is switched off
  CHECK(count_of(mixers(plain), 'F') == plain.layers);
}

TEST_CASE("recurrent states and shared caches") {
  const LayerShape mamba = shape_of("nvidia/Nemotron-H-8B-Base-8K").layer(0);
  CHECK(mamba.state_elements == 128 * 64 * 128);
  CHECK(mamba.conv_elements == (8192 + 2 * 8 * 128) * 3);
  const LayerShape delta = shape_of("Qwen/Qwen3-Next-80B-A3B-Instruct").layer(0);
  CHECK(delta.state_elements == 32 * 128 * 128);
  const LayerShape both = shape_of("tiiuae/Falcon-H1-7B-Base").layer(0);  // attention and Mamba-2 side by side
  CHECK(both.mixer == Mixer::full);
  CHECK(both.state_elements > 0);
  const ModelShape gemma3n = shape_of("google/gemma-3n-E2B-it");
  CHECK_FALSE(gemma3n.layer(0).shares_kv);
  CHECK(gemma3n.layer(gemma3n.layers - 1).shares_kv);
  CHECK(gemma3n.layer(gemma3n.layers - 11).shares_kv == false);
}

TEST_CASE("encoder-decoder models") {
  const ModelShape whisper = shape_of("openai/whisper-large-v3");
  CHECK(whisper.encoder_decoder);
  CHECK(whisper.encoder_layer_kind.size() == 32);
  CHECK(whisper.layer_kind.size() == 64);  // a decoder layer is self-attention, then cross-attention with the MLP
  CHECK(whisper.layer(0).mixer == Mixer::full);
  CHECK(whisper.layer(1).mixer == Mixer::cross);
  CHECK(whisper.layer(1).window == 1500);
}

TEST_CASE("a mixture is never smaller in total than in use") {
  for (const Model& model : catalog().models) {
    CAPTURE(model.id);
    const Result<ModelShape> s = build_shape(model);
    REQUIRE(s.ok());
    CHECK(s->active_parameters <= s->parameters);
    CHECK(s->parameters > 0);
    CHECK(s->linear_parameters <= s->parameters);
    CHECK(s->matmul_parameters > 0);
    CHECK((s->is_moe() || s->active_parameters == s->parameters));
    CHECK(static_cast<Count>(s->layer_kind.size()) == s->layers);
    for (const LayerShape& kind : s->kinds)
      for (const LinearShape& l : kind.linears) {
        CHECK(l.in > 0);
        CHECK(l.out > 0);
        CHECK(l.active <= static_cast<double>(l.copies));
      }
  }
}

// The same model from the catalogue's keys and from the config.json of its repository.
TEST_CASE("config.json as published") {
  CHECK(
      total(
          R"({"model_type": "gpt2", "n_embd": 768, "n_head": 12, "n_layer": 12, "n_positions": 1024, "n_inner": null, "vocab_size": 50257})") ==
      124'439'808);
  CHECK(
      total(
          R"({"model_type": "falcon", "hidden_size": 4544, "multi_query": true, "num_attention_heads": 71, "num_hidden_layers": 32,
                  "new_decoder_architecture": false, "parallel_attn": true, "bias": false, "alibi": false, "vocab_size": 65024})") ==
      6'921'720'704);
  CHECK(
      total(
          R"({"model_type": "chatglm", "num_layers": 28, "padded_vocab_size": 65024, "hidden_size": 4096, "ffn_hidden_size": 13696,
                  "kv_channels": 128, "num_attention_heads": 32, "multi_query_attention": true, "multi_query_group_num": 2,
                  "add_qkv_bias": true, "rmsnorm": true, "tie_word_embeddings": false, "seq_length": 8192})") ==
      6'243'584'000);
  CHECK(
      total(
          R"({"model_type": "qwen", "hidden_size": 4096, "intermediate_size": 22016, "kv_channels": 128, "no_bias": true,
                  "num_attention_heads": 32, "num_hidden_layers": 32, "seq_length": 8192, "vocab_size": 151936,
                  "tie_word_embeddings": false})") == 7'721'324'544);
  CHECK(
      total(
          R"({"model_type": "mpt", "d_model": 4096, "expansion_ratio": 4, "max_seq_len": 2048, "n_heads": 32, "n_layers": 32, "no_bias": true,
                  "attn_config": {"alibi": true}, "vocab_size": 50432})") == 6'649'286'656);
  CHECK(
      total(
          R"({"model_type": "dbrx", "d_model": 6144, "n_heads": 48, "n_layers": 40, "max_seq_len": 32768, "tie_word_embeddings": false,
                  "attn_config": {"kv_n_heads": 8}, "ffn_config": {"ffn_hidden_size": 10752, "moe_num_experts": 16, "moe_top_k": 4},
                  "vocab_size": 100352})") == 131'596'523'520);
  CHECK(
      total(
          R"({"model_type": "mamba", "hidden_size": 768, "intermediate_size": 1536, "num_hidden_layers": 24, "state_size": 16,
                  "conv_kernel": 4, "expand": 2, "time_step_rank": 48, "vocab_size": 50280})") == 129'135'360);
  CHECK(
      total(
          R"({"model_type": "whisper", "d_model": 384, "encoder_layers": 4, "decoder_layers": 4, "decoder_attention_heads": 6,
                  "encoder_ffn_dim": 1536, "decoder_ffn_dim": 1536, "num_mel_bins": 80, "vocab_size": 51865, "num_hidden_layers": 4})") ==
      37'760'640);
  CHECK(
      total(
          R"({"model_type": "t5", "d_model": 512, "d_kv": 64, "d_ff": 2048, "num_layers": 6, "num_heads": 8, "vocab_size": 32128})") ==
      60'506'624);
  CHECK(
      total(
          R"({"model_type": "deepseek_v3", "hidden_size": 7168, "intermediate_size": 18432, "moe_intermediate_size": 2048,
                  "num_hidden_layers": 61, "num_attention_heads": 128, "num_key_value_heads": 128, "n_shared_experts": 1,
                  "n_routed_experts": 256, "num_experts_per_tok": 8, "kv_lora_rank": 512, "q_lora_rank": 1536, "qk_rope_head_dim": 64,
                  "v_head_dim": 128, "qk_nope_head_dim": 128, "first_k_dense_replace": 3, "moe_layer_freq": 1, "vocab_size": 129280,
                  "num_nextn_predict_layers": 1, "tie_word_embeddings": false})") == 671'026'419'200);
  CHECK(total(R"({"model_type": "mixtral", "hidden_size": 4096, "intermediate_size": 14336, "num_attention_heads": 32,
                  "num_hidden_layers": 32, "num_key_value_heads": 8, "num_local_experts": 8, "num_experts_per_tok": 2,
                  "tie_word_embeddings": false, "vocab_size": 32000, "sliding_window": null})") == 46'702'792'704);
  CHECK(
      total(
          R"({"model_type": "qwen2", "hidden_size": 3584, "intermediate_size": 18944, "num_attention_heads": 28, "num_hidden_layers": 28,
                  "num_key_value_heads": 4, "sliding_window": 131072, "use_sliding_window": false, "tie_word_embeddings": false,
                  "vocab_size": 152064})") == 7'615'616'512);
  CHECK(
      total(
          R"({"model_type": "opt", "hidden_size": 768, "ffn_dim": 3072, "num_attention_heads": 12, "num_hidden_layers": 12,
                  "max_position_embeddings": 2048, "word_embed_proj_dim": 768, "do_layer_norm_before": true, "vocab_size": 50272})") ==
      125'239'296);
}

TEST_CASE("a text model inside a multimodal one") {
  const Result<ModelShape> s =
      from_config(R"({"model_type": "gemma3", "text_config": {"model_type": "gemma3_text", "hidden_size": 2560,
      "intermediate_size": 10240, "num_hidden_layers": 34, "sliding_window": 1024},
      "vision_config": {"hidden_size": 1152, "intermediate_size": 4304, "num_hidden_layers": 27, "num_attention_heads": 16, "patch_size": 14}})");
  REQUIRE(s.ok());
  REQUIRE(s->towers.size() == 1);
  CHECK(s->parameters - s->towers[0].parameters == 4'300'079'472 - 419'816'304);
  CHECK(static_cast<double>(s->towers[0].parameters) == doctest::Approx(419'816'304).epsilon(0.02));
  REQUIRE(s->notes.size() == 1);
  CHECK(s->notes[0].code == "vision-estimated");
}

TEST_CASE("an unknown architecture is counted and says so") {
  const Result<ModelShape> s =
      from_config(R"({"model_type": "brandnew", "hidden_size": 4096, "intermediate_size": 14336,
      "num_attention_heads": 32, "num_key_value_heads": 8, "num_hidden_layers": 32, "vocab_size": 128256})");
  REQUIRE(s.ok());
  CHECK(s->parameters == 8'030'261'248);
  REQUIRE(s->notes.size() == 1);
  CHECK(s->notes[0].code == "unknown-architecture");
}

TEST_CASE("what cannot be counted is an error with its key") {
  struct Row {
    const char *config, *code, *pointer;
  };
  const Row rows[] = {
      {R"({"model_type": "llama"})", "missing", "/model/hidden_size"},
      {R"({"model_type": "llama", "hidden_size": 4096, "num_hidden_layers": 32, "num_attention_heads": 32, "vocab_size": 32000})",
       "missing", "/model/intermediate_size"},
      {R"({"model_type": "llama", "hidden_size": -1})", "out-of-range", "/model/hidden_size"},
      {R"({"model_type": "llama", "hidden_size": 4096, "num_hidden_layers": 1e9})", "out-of-range",
       "/model/num_hidden_layers"},
      {R"({"model_type": "llama", "hidden_size": "big"})", "wrong-type", "/model/hidden_size"},
      {R"({"model_type": "mixtral", "hidden_size": 64, "num_hidden_layers": 2, "num_attention_heads": 2, "vocab_size": 100, "intermediate_size": 64,
           "num_local_experts": 4, "num_experts_per_tok": 8})",
       "out-of-range", "/model/num_experts_per_tok"},
      {R"({"model_type": "qwen3_next", "hidden_size": 64, "num_hidden_layers": 2, "num_attention_heads": 2, "vocab_size": 100, "intermediate_size": 64,
           "layer_types": ["full_attention"]})",
       "out-of-range", "/model/layer_types"},
      {R"({"model_type": "FluxTransformer2DModel"})", "missing", "/model/components"},
      {R"({"model_type": "llama", "hidden_size": 1000000, "num_hidden_layers": 4096, "num_attention_heads": 1000, "vocab_size": 32000,
           "intermediate_size": 16000000})",
       "out-of-range", "/model"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.config);
    const Result<ModelShape> s = from_config(row.config);
    REQUIRE_FALSE(s.ok());
    CHECK(s.error().code == row.code);
    CHECK(s.error().pointer == row.pointer);
    CHECK_FALSE(s.error().message.empty());
  }
}

TEST_CASE("a window at least as long as the context is no window") {
  const ModelShape s = shape_of("google/gemma-3-27b-pt");
  const double near = attention_flops_per_token(s, 1000), far = attention_flops_per_token(s, 2000);
  CHECK(near == doctest::Approx(62.0 * 4 * 32 * 128 * 1000));
  CHECK(far == doctest::Approx(4.0 * 32 * 128 * (10 * 2000 + 52 * 1024)));
}
