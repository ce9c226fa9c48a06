#include "core/memory/kv_cache.hpp"

#include <doctest/doctest.h>

#include "tests/memory/serve_case.hpp"

using namespace gpusel;
using gpusel::test::shape_of;

namespace {
Count growth(const ModelShape& s, KvFormat f, Count from, Count to) {
  return (kv_cache_bytes(s, f, to).value - kv_cache_bytes(s, f, from).value) / (to - from);
}
}  // namespace

TEST_CASE("bytes a token, by kind of attention") {
  struct Expected {
    const char* model;
    Count inside;  // bytes a token below every window
    Count beyond;  // and above
  };
  const Expected table[] = {
      {"openai-community/gpt2", 12 * 12 * 128 * 2, 12 * 12 * 128 * 2},     // MHA
      {"meta-llama/Llama-2-7b-hf", 32 * 32 * 256 * 2, 32 * 32 * 256 * 2},  // MHA
      {"tiiuae/falcon-7b", 32 * 128 * 2, 32 * 128 * 2},                    // one KV head
      {"meta-llama/Meta-Llama-3-8B", 131072, 131072},                      // GQA
      {"meta-llama/Meta-Llama-3-70B", 327680, 327680},
      {"Qwen/Qwen2.5-7B", 28 * 4 * 256 * 2, 28 * 4 * 256 * 2},
      {"deepseek-ai/DeepSeek-V3", 70272, 70272},                                 // latent
      {"mistralai/Mistral-7B-v0.1", 131072, 0},                                  // every layer a window
      {"google/gemma-3-27b-pt", 62 * 8192, 10 * 8192},                           // 5 of 6 layers a window
      {"openai/gpt-oss-120b", 36 * 2048, 18 * 2048},                             // every second
      {"meta-llama/Llama-4-Scout-17B-16E-Instruct", 48 * 4096, 12 * 4096},       // chunked, 3 of 4
      {"Qwen/Qwen3-Next-80B-A3B-Instruct", 12 * 2 * 512 * 2, 12 * 2 * 512 * 2},  // 1 of 4, the rest states
      {"nvidia/Nemotron-H-8B-Base-8K", 4 * 8 * 256 * 2, 4 * 8 * 256 * 2},        // 4 of 52
      {"meta-llama/Llama-3.2-11B-Vision", 131072, 131072},                       // cross layers constant
      {"google-bert/bert-base-uncased", 0, 0},                                   // no cache
  };
  for (const Expected& e : table) {
    CAPTURE(e.model);
    const ModelShape s = shape_of(e.model);
    CHECK(growth(s, KvFormat::bf16, 16, 96) == e.inside);
    CHECK(growth(s, KvFormat::bf16, 20000, 30000) == e.beyond);
  }
}

TEST_CASE("DeepSeek-V3 at 8,192 tokens: 549 MiB (example 6)") {
  const ModelShape s = shape_of("deepseek-ai/DeepSeek-V3");
  CHECK(kv_cache_bytes(s, KvFormat::bf16, 8192).value == Count{549} * 1048576);
  const CacheRules rules = plain_cache_rules(KvFormat::bf16);
  const LayerShape& layer = s.kinds.front();
  CHECK(layer_cache(layer, rules, 8).token_bytes == layer_cache(layer, rules, 1).token_bytes);  // no share of a latent
}

TEST_CASE("engines without a latent path hold every head's keys and values") {
  const ModelShape s = shape_of("deepseek-ai/DeepSeek-V3");
  CacheRules rules = plain_cache_rules(KvFormat::bf16);
  rules.latent = false;
  double a_token = 0;
  for (std::size_t k = 0; k < s.kinds.size(); ++k)
    a_token += static_cast<double>(s.layers_of_kind(k)) * layer_cache(s.kinds[k], rules, 1).token_bytes;
  CHECK(a_token == 4997120);
}

TEST_CASE("Gemma-3-27B at 32,768 tokens: 2.91 GiB, not 15.5 (example 8)") {
  CHECK(gib(kv_cache_bytes(shape_of("google/gemma-3-27b-pt"), KvFormat::bf16, 32768)) ==
        doctest::Approx(2.91).epsilon(0.005));
  CHECK(gib(kv_cache_bytes(shape_of("google/gemma-3-27b-pt"), KvFormat::bf16, 131072)) ==
        doctest::Approx(10.4).epsilon(0.005));
}

TEST_CASE("fp8 halves the cache, states stay; recurrent states do not grow") {
  const ModelShape llama = shape_of("meta-llama/Meta-Llama-3-8B");
  CHECK(2 * kv_cache_bytes(llama, KvFormat::fp8, 4096).value == kv_cache_bytes(llama, KvFormat::bf16, 4096).value);
  CHECK(kv_cache_bytes(llama, KvFormat::q8_0, 4096).value * 16 ==
        kv_cache_bytes(llama, KvFormat::bf16, 4096).value * 17 / 2);
  const ModelShape hybrid = shape_of("nvidia/Nemotron-H-8B-Base-8K");
  const Count state = kv_cache_bytes(hybrid, KvFormat::bf16, 0).value;
  CHECK(state > 0);
  CHECK(kv_cache_bytes(hybrid, KvFormat::fp8, 0).value == state);
}

TEST_CASE("a window as long as the context holds what a full layer holds") {
  LayerShape layer;
  layer.mixer = Mixer::full;
  layer.heads = 32, layer.kv_heads = 8, layer.head_dim = layer.v_head_dim = 128;
  const CacheRules rules = plain_cache_rules(KvFormat::bf16);
  const double full = held_bytes(layer_cache(layer, rules, 1), rules, 4096, 0);
  layer.mixer = Mixer::sliding;
  layer.window = 4096;
  CHECK(held_bytes(layer_cache(layer, rules, 1), rules, 4096, 0) == full);
  CHECK(held_bytes(layer_cache(layer, rules, 1), rules, 8192, 0) == full);
  layer.window = 1024;
  CHECK(held_bytes(layer_cache(layer, rules, 1), rules, 4096, 0) == full / 4);
}

TEST_CASE("tensor parallelism divides by KV heads and no further") {
  LayerShape layer;
  layer.mixer = Mixer::full;
  layer.heads = 32, layer.kv_heads = 4, layer.head_dim = layer.v_head_dim = 128;
  const CacheRules rules = plain_cache_rules(KvFormat::bf16);
  const double whole = layer_cache(layer, rules, 1).token_bytes;
  CHECK(layer_cache(layer, rules, 4).token_bytes == whole / 4);
  CHECK(layer_cache(layer, rules, 8).token_bytes == whole / 4);
}

TEST_CASE("every core holds whole KV heads: eight over twelve chips of two cores are two a chip") {
  LayerShape layer;
  layer.mixer = Mixer::full;
  layer.heads = 64, layer.kv_heads = 8, layer.head_dim = layer.v_head_dim = 128;
  CacheRules rules = plain_cache_rules(KvFormat::bf16);
  const double head = layer_cache(layer, rules, 8).token_bytes;
  rules.cores = 2;
  CHECK(layer_cache(layer, rules, 12).token_bytes == 2 * head);
  CHECK(layer_cache(layer, rules, 4).token_bytes == 2 * head);  // one a core
  CHECK(layer_cache(layer, rules, 1).token_bytes == 8 * head);
}
