// The worked examples 5 to 9 of the estimation document, derived by hand: every number on the right is written out from
// the configuration's figures, and equal to the last byte where the arithmetic is exact.
#include <doctest/doctest.h>

#include "core/memory/kv_cache.hpp"
#include "tests/memory/serve_case.hpp"

using namespace gpusel;
using gpusel::test::ServeCase;
using gpusel::test::shape_of;

namespace {

double held(const ModelShape& s, const CacheRules& rules, Count context) {
  double bytes = 0;
  for (std::size_t k = 0; k < s.kinds.size(); ++k)
    bytes +=
        static_cast<double>(s.layers_of_kind(k)) * held_bytes(layer_cache(s.kinds[k], rules, 1), rules, context, 0);
  return bytes;
}

constexpr Count kib = 1024, mib = 1024 * kib;

}  // namespace

TEST_CASE("example 5: Llama-3-70B in fp8 keeps embedding and head in 16 bit, norms too") {
  const Count h = 8192, layers = 80, vocab = 128256, mlp = 28672, kv = 8 * 128;
  const Count matrices = layers * (2 * h * h + 2 * h * kv + 3 * h * mlp);
  const Count norms = layers * 2 * h + h;
  const ModelShape s = shape_of("meta-llama/Meta-Llama-3-70B");
  CHECK(s.parameters == matrices + norms + 2 * vocab * h);
  const double by_hand = static_cast<double>(matrices + 2 * (norms + 2 * vocab * h));
  CHECK(by_hand == doctest::Approx(72.66e9).epsilon(0.0002));
  // A scale in fp32 an output channel adds 0.1 %.
  CHECK(weight_bytes(s, WeightFormat::fp8).number() == doctest::Approx(by_hand).epsilon(0.002));
  CHECK(kv_cache_bytes(s, KvFormat::bf16, 1).value == layers * 2 * kv * 2);
  CHECK(kv_cache_bytes(s, KvFormat::bf16, 1).value / 2 == 163840);  // two ranks share the heads
}

TEST_CASE("example 6: DeepSeek-V3's latent, decompressed, and in 8-bit pages of 656 bytes") {
  const ModelShape s = shape_of("deepseek-ai/DeepSeek-V3");
  CHECK(kv_cache_bytes(s, KvFormat::bf16, 8192).value == Count{61} * (512 + 64) * 2 * 8192);
  CHECK(Count{61} * (512 + 64) * 2 * 8192 == 549 * mib);
  CacheRules decompressed = plain_cache_rules(KvFormat::bf16);
  decompressed.latent = false;
  CHECK(held(s, decompressed, 8192) == 61.0 * 128 * (128 + 64 + 128) * 2 * 8192);
  CHECK(61.0 * 128 * (128 + 64 + 128) * 2 * 8192 == 39040.0 * mib);
  CHECK(61.0 * 656 * 8192 / mib == doctest::Approx(313).epsilon(0.002));
}

TEST_CASE("example 7: Mixtral-8x7B holds 93.41 GB and reads 25.5 of them for one request") {
  const Count h = 4096, layers = 32, vocab = 32000, f = 14336, kv = 8 * 128;
  const Count attention = 2 * h * h + 2 * h * kv, expert = 3 * h * f, router = 8 * h, norms = 2 * h;
  const ModelShape s = shape_of("mistralai/Mixtral-8x7B-v0.1");
  CHECK(s.parameters == layers * (attention + 8 * expert + router + norms) + 2 * vocab * h + h);
  CHECK(weight_bytes(s, WeightFormat::bf16).value == 2 * s.parameters);
  CHECK(2.0 * static_cast<double>(s.parameters) == doctest::Approx(93.41e9).epsilon(0.0001));
  // Read: the experts that a token meets, and the head; the input table only by rows.
  const Count read = 2 * (layers * (attention + 2 * expert + router + norms) + vocab * h + h);
  CHECK(static_cast<double>(read) == doctest::Approx(25.5e9).epsilon(0.002));
  CHECK(2 * s.active_parameters == read + 2 * vocab * h);
}

TEST_CASE("example 8: Gemma-3-27B holds 10 layers whole and 52 by windows of 1,024") {
  const ModelShape s = shape_of("google/gemma-3-27b-pt");
  const double a_token = 16 * 2 * 128 * 2;  // KV heads, keys and values, head size, bytes
  CHECK(a_token == 8192);
  for (const Count context : {32768, 131072}) {
    const double exact = 10 * a_token * static_cast<double>(context) + 52 * a_token * 1024;
    CHECK(kv_cache_bytes(s, KvFormat::bf16, context).number() == exact);
  }
  CHECK(62 * a_token * 32768 / (kib * mib) == 15.5);
  // llama.cpp holds a micro-batch of 512 beside each window.
  ServeCase llama("google/gemma-3-27b-pt", "h100-sxm5-80gb");
  llama.serve().engine = Engine::llama_cpp;
  llama.serve().context_length = 32768;
  const double cells = 10 * 32768.0 + 52 * (1024.0 + 512);
  CHECK(serve_memory(llama.filled(), 1).parts[Part::kv_cache].number() == cells * a_token);
  CHECK(cells * a_token / (kib * mib) == doctest::Approx(3.11).epsilon(0.002));
}

TEST_CASE("example 9: gpt-oss-120b in MXFP4 is experts at 4.25 bits and the rest at 16") {
  const Count h = 2880, layers = 36, experts = 128, f = 2880;
  CHECK(layers * experts * 3 * h * f == 114'661'785'600);
  const ModelShape s = shape_of("openai/gpt-oss-120b");
  const double by_hand = 114661785600.0 * 17 / 32 + 2.0 * (static_cast<double>(s.parameters) - 114661785600.0);
  CHECK(by_hand == doctest::Approx(65.25e9).epsilon(0.0002));
  CHECK(weight_bytes(s, WeightFormat::mxfp4).number() == doctest::Approx(by_hand).epsilon(0.0005));
  CHECK(2.0 * static_cast<double>(s.parameters) == doctest::Approx(233.7e9).epsilon(0.0005));
  CHECK(18 * 2 * 8 * 64 * 2 == 36864);
  CHECK(kv_cache_bytes(s, KvFormat::bf16, 131072).value - kv_cache_bytes(s, KvFormat::bf16, 131071).value == 36864);
}
