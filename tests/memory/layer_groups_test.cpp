#include "core/memory/layer_groups.hpp"

#include <doctest/doctest.h>

#include "tests/memory/serve_case.hpp"

using namespace gpusel;
using namespace gpusel::test;

namespace {

CacheRules vllm_rules() {
  CacheRules r;
  r.page = 16;
  return r;
}

CacheRun full(double token_bytes, Count layers) {
  CacheRun run;
  run.layer.token_bytes = token_bytes;
  run.layers = layers;
  return run;
}

CacheRun window(double token_bytes, Count length, Count layers) {
  CacheRun run = full(token_bytes, layers);
  run.layer.window = length;
  return run;
}

CacheRun state(double bytes, Count layers) {
  CacheRun run;
  run.layer.state_bytes = bytes;
  run.layers = layers;
  return run;
}

}  // namespace

TEST_CASE("layers of one kind are paged as they are, whatever their heads") {
  for (std::vector<CacheRun> runs : {std::vector{full(4096, 32)}, std::vector{full(4096, 20), full(2048, 12)},
                                     std::vector{window(4096, 1024, 32)}}) {
    const std::vector<CacheRun> before = runs;
    group_layers(runs, vllm_rules());
    REQUIRE(runs.size() == before.size());
    for (std::size_t i = 0; i < runs.size(); ++i) {
      CHECK(runs[i].layers == before[i].layers);
      CHECK(runs[i].layer.page == 0);
      CHECK(runs[i].layer.token_bytes == before[i].layer.token_bytes);
    }
  }
}

TEST_CASE("ten full and twenty window layers are three groups of ten, nothing added") {
  std::vector<CacheRun> runs{full(8192, 10), window(8192, 1024, 20)};
  group_layers(runs, vllm_rules());
  CHECK(runs[0].layers == 10);
  CHECK(runs[1].layers == 20);
  CHECK(runs[1].layer.page == 16);
}

TEST_CASE("two full and three window layers are groups of three; 12 and 13 are groups of 13") {
  // 3 < 1.5 * 2 does not hold: groups of two, and the third window layer's group is filled up.
  std::vector<CacheRun> runs{full(8192, 2), window(8192, 1024, 3)};
  group_layers(runs, vllm_rules());
  CHECK(runs[0].layers == 2);
  CHECK(runs[1].layers == 4);
  runs = {full(8192, 13), window(8192, 128, 12)};
  group_layers(runs, vllm_rules());
  CHECK(runs[0].layers == 13);
  CHECK(runs[1].layers == 13);
}

TEST_CASE("a layer of half the bytes a token has pages of twice the tokens") {
  // Gemma-like: windows of 16 heads x 256, full layers of 4 heads x 512: 16,384 and 8,192 bytes a token.
  std::vector<CacheRun> runs{full(8192, 10), window(16384, 1024, 50)};
  group_layers(runs, vllm_rules());
  CHECK(runs[0].layer.page == 32);
  CHECK(runs[0].layer.token_bytes == 8192);
  CHECK(runs[1].layer.page == 16);
  // 6,144 into 16,384 goes twice: 32 tokens a page of 262,144 bytes, a quarter of it padding.
  runs = {full(6144, 10), window(16384, 1024, 50)};
  group_layers(runs, vllm_rules());
  CHECK(runs[0].layer.page == 32);
  CHECK(runs[0].layer.token_bytes == 8192);
}

TEST_CASE("a state fills a page, and the page is the fewest kernel blocks that hold it") {
  // vLLM's own example: 788 kB of state, 2 kB a token: 394 tokens, in blocks of 16 that is 25 blocks, 400 tokens.
  std::vector<CacheRun> runs{full(2000, 4), state(788000, 24)};
  group_layers(runs, vllm_rules());
  CHECK(runs[0].layer.page == 400);
  CHECK(runs[0].layer.token_bytes == 2000);
  CHECK(runs[1].layer.state_bytes == 800000);
  CHECK(runs[0].layers == 4);
  CHECK(runs[1].layers == 24);
}

TEST_CASE("attention and a state side by side in a layer are held apart") {
  std::vector<CacheRun> runs{full(2000, 4)};
  runs[0].layer.state_bytes = 788000;
  group_layers(runs, vllm_rules());
  REQUIRE(runs.size() == 2);
  CHECK(runs[0].layer.state_bytes == 0);
  CHECK(runs[0].layer.page == 400);
  CHECK(runs[1].layer.state_bytes == 800000);
  CHECK(runs[1].layers == 4);
}

TEST_CASE("Gemma-3-27B under vLLM: ten full layers, 52 windows in six groups of ten") {
  ServeCase s("google/gemma-3-27b-pt", "h100-sxm5-80gb");
  s.serve().context_length = 32768;
  const ServeSetup setup = serve_setup(s.filled());
  Count layers = 0;
  for (const CacheRun& run : setup.stages.front().cache) layers += run.layers;
  CHECK(layers == 10 + 60);
  const double a_token = 8192, chunk = 8192;
  CHECK(serve_memory(s.filled(), 1).parts[Part::kv_cache].number() == (10 * 32768 + 60 * 1024 + 60 * chunk) * a_token);
}
