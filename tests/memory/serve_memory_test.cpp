#include <doctest/doctest.h>

#include "core/memory/serve_setup.hpp"
#include "tests/memory/serve_case.hpp"

using namespace gpusel;
using gpusel::test::ServeCase;

TEST_CASE("Llama-3-70B fp8 on two H100: 36.3 GB of weights and 38 GB of cache a device (example 5)") {
  ServeCase s("meta-llama/Meta-Llama-3-70B", "h100-sxm5-80gb", 2);
  s.serve().weights = WeightFormat::fp8;
  s.c.layout.tp = 2;
  const Case& c = s.filled();
  const MemoryReport r = serve_memory(c, 32);
  CHECK(r.parts[Part::weights].number() == doctest::Approx(36.33e9).epsilon(0.005));
  // 163,840 bytes a token and device; 1,280 tokens a request.
  CHECK(r.parts[Part::kv_cache].number() == doctest::Approx(32.0 * 1280 * 163840));
  CHECK(max_concurrency(c) == doctest::Approx(183).epsilon(0.05));
  CHECK(r.fits == Fits::yes);
  CHECK(r.preallocated);
  CHECK(r.device.estimate > r.need.estimate);
}

TEST_CASE("Mixtral in 16 bit needs two 80 GB devices or one of 141 (example 7)") {
  CHECK(max_concurrency(ServeCase("mistralai/Mixtral-8x7B-v0.1", "h100-sxm5-80gb").filled()) == 0);
  ServeCase two("mistralai/Mixtral-8x7B-v0.1", "h100-sxm5-80gb", 2);
  two.c.layout.tp = 2;
  CHECK(max_concurrency(two.filled()) > 0);
  CHECK(max_concurrency(ServeCase("mistralai/Mixtral-8x7B-v0.1", "h200-sxm-141gb").filled()) > 0);
}

TEST_CASE("gpt-oss-120b fits one H100 (example 9), Llama-3-8B q4_k_m a 4090 (example 10)") {
  ServeCase oss("openai/gpt-oss-120b", "h100-sxm5-80gb");
  oss.serve().weights = WeightFormat::mxfp4;
  CHECK(serve_memory(oss.filled(), 1).fits != Fits::no);
  CHECK(serve_memory(oss.filled(), 1).parts[Part::weights].number() == doctest::Approx(65.25e9).epsilon(0.002));

  ServeCase llama("meta-llama/Meta-Llama-3-8B", "rtx-4090");
  llama.serve().weights = WeightFormat::q4_k_m;
  llama.serve().engine = Engine::llama_cpp;
  llama.serve().context_length = 8192;
  const MemoryReport r = serve_memory(llama.filled(), 1);
  // 4.913 GB of file, less the embedding that stays on the host (q4_k: 0.295 GB).
  CHECK(r.parts[Part::weights].number() == doctest::Approx(4.913e9 - 0.2955e9).epsilon(0.005));
  CHECK(r.parts[Part::kv_cache].value == Count{1} << 30);
  CHECK(r.host.estimate.number() == doctest::Approx(0.2955e9).epsilon(0.005));
}

TEST_CASE("what fits and how many fit agree") {
  struct Setup {
    const char *model, *accelerator;
    Count count, tp, pp, dp;
    Engine engine;
  };
  const Setup setups[] = {
      {"meta-llama/Meta-Llama-3-8B", "rtx-4090", 1, 1, 1, 1, Engine::vllm},
      {"meta-llama/Meta-Llama-3-8B", "a100-sxm4-80gb", 1, 1, 1, 1, Engine::transformers},
      {"meta-llama/Meta-Llama-3-70B", "h100-sxm5-80gb", 8, 4, 1, 2, Engine::vllm},
      {"meta-llama/Meta-Llama-3-70B", "h100-sxm5-80gb", 4, 1, 4, 1, Engine::vllm},
      {"google/gemma-3-27b-pt", "h100-sxm5-80gb", 1, 1, 1, 1, Engine::sglang},
      {"google/gemma-3-27b-pt", "h100-sxm5-80gb", 1, 1, 1, 1, Engine::llama_cpp},
      {"nvidia/Nemotron-H-8B-Base-8K", "l40s", 1, 1, 1, 1, Engine::tensorrt_llm},
  };
  for (const Setup& x : setups) {
    CAPTURE(x.model);
    CAPTURE(to_string(x.engine));
    ServeCase s(x.model, x.accelerator, x.count);
    s.c.layout.tp = x.tp, s.c.layout.pp = x.pp, s.c.layout.dp = x.dp;
    s.serve().engine = x.engine;
    const Case& c = s.filled();
    const Count most = max_concurrency(c);
    REQUIRE(most > 0);
    CHECK(serve_memory(c, most).fits != Fits::no);
    // One more still fits a paging engine at the mean length, tightly; a burst of them does not.
    CHECK(serve_memory(c, most + 1).fits != Fits::yes);
    CHECK(serve_memory(c, 3 * most + 3).fits == Fits::no);
    s.serve().arrival.kind = Arrival::Kind::burst;
    CHECK(serve_memory(c, most + 1).fits == Fits::no);
    s.serve().arrival.kind = Arrival::Kind::steady;
    for (const Count b : {Count{1}, most / 2 + 1, most, most + 1}) {
      const MemoryReport r = serve_memory(c, b);
      CHECK(r.parts.total() == r.allocated.estimate);
      CHECK(r.allocated.low <= r.allocated.estimate);
      CHECK(r.allocated.estimate <= r.allocated.high);
      CHECK(r.allocated.estimate <= r.reserved.estimate);
      CHECK(r.reserved.estimate <= r.device.estimate);
      CHECK(r.allocated.low <= r.reserved.low);
      CHECK(r.reserved.low <= r.device.low);
      CHECK(r.allocated.high <= r.reserved.high);
      CHECK(r.reserved.high <= r.device.high);
      if (r.fits != Fits::no) CHECK(r.device.estimate <= r.usable);
    }
  }
}

TEST_CASE("memory grows with requests and context") {
  ServeCase s("google/gemma-3-27b-pt", "h200-sxm-141gb");
  Bytes before(0);
  for (const Count b : {1, 2, 8, 64}) {
    const Bytes need = serve_memory(s.filled(), b).need.estimate;
    CHECK(need >= before);
    before = need;
  }
  before = Bytes(0);
  for (const Count context : {512, 1024, 4096, 32768}) {
    s.serve().context_length = context;
    const Bytes need = serve_memory(s.filled(), 4).need.estimate;
    CHECK(need >= before);
    before = need;
  }
}

TEST_CASE("pipeline stages and split layers hold the model once") {
  for (const bool split : {false, true}) {
    ServeCase s("meta-llama/Meta-Llama-3-70B", "h100-sxm5-80gb", 4);
    (split ? s.c.layout.layer_split : s.c.layout.pp) = 4;
    const Case& c = s.filled();
    const ServeSetup setup = serve_setup(c);
    double sum = 0;
    Count layers = 0;
    for (const Stage& stage : setup.stages) {
      sum += stage.weights;
      for (const CacheRun& run : stage.cache) layers += run.layers;
    }
    CHECK(layers == 80);
    CHECK(sum == doctest::Approx(weight_bytes(s.shape, WeightFormat::bf16).number()));
  }
}

TEST_CASE("unequal devices share layers by their memory") {
  ServeCase s("meta-llama/Meta-Llama-3-70B", "rtx-4090", 2);
  s.c.devices = {{test::catalog().accelerator("rtx-4090"), 1}, {test::catalog().accelerator("rtx-a6000"), 1}};
  s.c.layout.layer_split = 2;
  s.serve().engine = Engine::llama_cpp;
  s.serve().weights = WeightFormat::q4_k_m;
  const ServeSetup setup = serve_setup(s.filled());
  REQUIRE(setup.stages.size() == 2);
  CHECK(setup.stages[1].weights > 1.5 * setup.stages[0].weights);
  CHECK(serve_memory(s.c, 1).fits != Fits::no);
}

TEST_CASE("weights left on the host are not on the device") {
  ServeCase s("meta-llama/Meta-Llama-3-70B", "rtx-4090");
  s.serve().engine = Engine::llama_cpp;
  s.serve().weights = WeightFormat::q4_k_m;
  const MemoryReport without = serve_memory(s.filled(), 1);
  CHECK(without.fits == Fits::no);
  s.scenario.hardware->offload = Offload::weights;
  const MemoryReport with = serve_memory(s.filled(), 1);
  CHECK(with.fits != Fits::no);
  const double together = with.parts[Part::weights].number() + with.host.estimate.number();
  CHECK(together == doctest::Approx(without.parts[Part::weights].number() + without.host.estimate.number()));
}

TEST_CASE("SRAM chips hold a model together") {
  ServeCase s("meta-llama/Meta-Llama-3-70B", "groq-lpu-v1", 576);
  s.serve().weights = WeightFormat::int8;
  s.c.layout.pp = 72, s.c.layout.tp = 8;
  CHECK(serve_memory(s.filled(), 1).fits != Fits::no);
  ServeCase few("meta-llama/Meta-Llama-3-70B", "groq-lpu-v1", 64);
  few.serve().weights = WeightFormat::int8;
  CHECK(serve_memory(few.filled(), 1).fits == Fits::no);
}

TEST_CASE("chips of SRAM hold what their usable share says, no engine's pool or buffers beside it") {
  // 70.6e9 parameters in 16 bit over four wafers of 36.7 GB (estimation.md sec. 7: four).
  ServeCase wafers("meta-llama/Meta-Llama-3-70B", "cerebras-wse3", 4);
  wafers.c.layout.pp = 4;
  CHECK(serve_memory(wafers.filled(), 1).fits != Fits::no);
  ServeCase three("meta-llama/Meta-Llama-3-70B", "cerebras-wse3", 3);
  three.c.layout.pp = 3;
  CHECK(serve_memory(three.filled(), 1).fits == Fits::no);
  // Corsair in its fast mode: 2 GB of SRAM a card.
  ServeCase corsair("meta-llama/Meta-Llama-3-8B", "dmatrix-corsair", 8);
  corsair.serve().weights = WeightFormat::int8;
  corsair.c.layout.tp = 8;
  const MemoryReport m = serve_memory(corsair.filled(), 1);
  CHECK(m.fits == Fits::yes);
  CHECK(m.parts[Part::workspace] == Bytes(0));
  CHECK(m.parts[Part::communication] == Bytes(0));
}

TEST_CASE("vLLM's attention pages are as large as a hybrid model's states") {
  ServeCase s("nvidia/Nemotron-H-8B-Base-8K", "h100-sxm5-80gb");
  const ServeSetup hybrid = serve_setup(s.filled());
  double token = 0, state = 0;
  Count page = 0;
  for (const CacheRun& run : hybrid.stages.front().cache) {
    token = std::max(token, run.layer.token_bytes);
    state = std::max(state, run.layer.state_bytes);
    page = std::max(page, run.layer.page);
  }
  double exact = 0;
  for (const LayerShape& kind : s.shape.kinds) exact = std::max(exact, layer_cache(kind, hybrid.rules, 1).state_bytes);
  CHECK(page % 16 == 0);
  CHECK(state == static_cast<double>(page) * token);
  CHECK(state >= exact);
  CHECK(static_cast<double>(page - 16) * token < exact);
  ServeCase plain("meta-llama/Meta-Llama-3-8B", "h100-sxm5-80gb");
  CHECK(serve_setup(plain.filled()).stages.front().cache.front().layer.page == 0);
}

TEST_CASE("the terms of a device's memory sum to it, whatever shares the weights") {
  struct Setting {
    const char *model, *accelerator;
    Count count, tp, pp, ep, layer_split;
    bool offload;
  };
  for (const Setting& set : {Setting{"meta-llama/Meta-Llama-3-8B", "rtx-4090", 1, 1, 1, 1, 1, false},
                             Setting{"meta-llama/Meta-Llama-3-70B", "h100-sxm5-80gb", 8, 4, 2, 1, 1, false},
                             Setting{"deepseek-ai/DeepSeek-V3", "h200-sxm-141gb", 8, 8, 1, 8, 1, false},
                             Setting{"mistralai/Mixtral-8x7B-v0.1", "rtx-4090", 4, 1, 1, 1, 4, false},
                             Setting{"meta-llama/Llama-3.2-1B", "groq-lpu-v1", 64, 1, 1, 1, 1, false},
                             Setting{"Qwen/Qwen2.5-VL-7B-Instruct", "l4", 2, 2, 1, 1, 1, false},
                             Setting{"meta-llama/Meta-Llama-3-70B", "rtx-4090", 1, 1, 1, 1, 1, true}}) {
    CAPTURE(set.model);
    ServeCase c(set.model, set.accelerator, set.count);
    c.c.layout.tp = set.tp;
    c.c.layout.pp = set.pp;
    c.c.layout.ep = set.ep;
    c.c.layout.layer_split = set.layer_split;
    if (set.offload) c.scenario.hardware->offload = Offload::weights;
    c.c.explain = true;
    const MemoryReport r = serve_memory(c.filled(), 2);
    double whole = 0;
    for (const Why& part : r.why.parts) {
      whole += part.value;
      double sum = 0;
      for (const Why& term : part.parts) sum += term.value;
      CAPTURE(part.key);
      if (!part.parts.empty()) CHECK(sum == doctest::Approx(part.value).epsilon(1e-9));
    }
    CHECK(whole == doctest::Approx(r.allocated.estimate.number()).epsilon(1e-6));
  }
}
