#include <doctest/doctest.h>

#include <cmath>

#include "core/time/serve_constants.hpp"
#include "core/time/serve_step.hpp"
#include "core/time/serve_work.hpp"
#include "core/time/time.hpp"
#include "tests/memory/serve_case.hpp"

using namespace gpusel;
using gpusel::test::catalog;
using gpusel::test::ServeCase;

namespace {

ServeTiming time_of(ServeCase& s, Count concurrency) {
  const Case& c = s.filled();
  return serve_time(c, serve_memory(c, concurrency), concurrency, max_concurrency(c));
}
void ordered(double low, double estimate, double high) {
  CHECK(low > 0);
  CHECK(low <= estimate);
  CHECK(estimate <= high);
  CHECK(std::isfinite(high));
}

}  // namespace

TEST_CASE("distinct experts: the document's figures") {
  CHECK(expert_coverage(8, 2, 1) == doctest::Approx(2));
  CHECK(expert_coverage(8, 2, 2) == doctest::Approx(3.5));
  CHECK(expert_coverage(8, 2, 16) == doctest::Approx(7.9).epsilon(0.01));
  CHECK(expert_coverage(256, 8, 8) == doctest::Approx(57).epsilon(0.01));
  CHECK(expert_coverage(512, 10, 32) == doctest::Approx(240).epsilon(0.01));
  CHECK(expert_coverage(256, 8, 1e9) == doctest::Approx(256));
}

TEST_CASE("Mixtral reads 25.5 GB for one request, nearly all of it for many (example 7)") {
  ServeCase s("mistralai/Mixtral-8x7B-v0.1", "h200-sxm-141gb");
  const ServeWork w = serve_work(s.filled(), nullptr);
  CHECK(dense_bytes(w) + expert_bytes(w, 1, 1) == doctest::Approx(25.5e9).epsilon(0.01));
  CHECK(dense_bytes(w) + expert_bytes(w, 2, 1) == doctest::Approx(42.4e9).epsilon(0.01));
  CHECK(dense_bytes(w) + expert_bytes(w, 16, 1) == doctest::Approx(92.2e9).epsilon(0.01));
}

TEST_CASE("Whisper's prompt costs its encoder and the cross attention's keys and values, not its decoder") {
  ServeCase s("openai/whisper-large-v3", "a100-sxm4-80gb");
  const ServeWork w = serve_work(s.filled(), nullptr);
  const double encoder = 32.0 * (4 * 1280.0 * 1280 + 2 * 1280.0 * 5120), cross = 32.0 * 2 * 1280 * 1280;
  CHECK(w.prompt_flops == doctest::Approx(2 * (encoder + cross)));
  CHECK(w.encoder_attention_flops == doctest::Approx(32.0 * 4 * 1280));
  CHECK(w.encoder_bytes == doctest::Approx(1.27e9).epsilon(0.03));
}

TEST_CASE("the input table is not read: Llama-3-8B q4_k_m reads 4.617 GB a token (example 10)") {
  ServeCase s("meta-llama/Meta-Llama-3-8B", "rtx-4090");
  s.serve().engine = Engine::llama_cpp;
  s.serve().weights = WeightFormat::q4_k_m;
  const Case& c = s.filled();
  CHECK(dense_bytes(serve_work(c, nullptr)) == doctest::Approx(4.617e9).epsilon(0.005));
}

TEST_CASE("every reported rate is positive, ordered and below its roof") {
  struct Setup {
    const char *model, *accelerator;
    Count count, tp;
    Engine engine;
    WeightFormat weights;
  };
  const Setup setups[] = {
      {"meta-llama/Meta-Llama-3-8B", "h100-sxm5-80gb", 1, 1, Engine::vllm, WeightFormat::bf16},
      {"meta-llama/Meta-Llama-3-70B", "h100-sxm5-80gb", 4, 4, Engine::vllm, WeightFormat::fp8},
      {"deepseek-ai/DeepSeek-V3", "b200-sxm-192gb", 8, 8, Engine::sglang, WeightFormat::fp8},
      {"openai/gpt-oss-120b", "mi300x", 1, 1, Engine::vllm, WeightFormat::mxfp4},
      {"Qwen/Qwen3-30B-A3B", "apple-m2-ultra", 1, 1, Engine::llama_cpp, WeightFormat::q4_k_m},
      {"meta-llama/Meta-Llama-3-8B", "rtx-4060-ti-16gb", 1, 1, Engine::llama_cpp, WeightFormat::q4_k_m},
      {"meta-llama/Meta-Llama-3-8B", "wormhole-n150", 1, 1, Engine::generic, WeightFormat::int4},
  };
  for (const Setup& x : setups) {
    CAPTURE(x.model);
    CAPTURE(x.accelerator);
    REQUIRE(test::catalog().accelerator(x.accelerator) != nullptr);
    ServeCase s(x.model, x.accelerator, x.count);
    s.c.layout.tp = x.tp;
    s.serve().engine = x.engine;
    s.serve().weights = x.weights;
    for (const Count b : {1, 4, 32}) {
      const ServeTiming t = time_of(s, b);
      const ServeReport& r = t.report;
      ordered(r.ttft.low.value, r.ttft.estimate.value, r.ttft.high.value);
      ordered(r.tpot.low.value, r.tpot.estimate.value, r.tpot.high.value);
      ordered(r.prefill.low.value, r.prefill.estimate.value, r.prefill.high.value);
      ordered(r.decode.low.value, r.decode.estimate.value, r.decode.high.value);
      ordered(r.output.low.value, r.output.estimate.value, r.output.high.value);
      for (const PhaseBound& p : t.bounds) {
        CAPTURE(p.phase);
        CHECK(p.reached_flops_per_second <= p.peak_flops_per_second);
        CHECK(p.reached_flops_per_second <=
              p.flop_per_byte * p.bandwidth_bytes_per_second);  // bytes/s within the bandwidth
      }
      CHECK(t.compute_utilization >= 0);
      CHECK(t.compute_utilization <= 1);
    }
  }
}

TEST_CASE("more requests: never fewer tokens in all, never more for each") {
  for (const char* model : {"meta-llama/Meta-Llama-3-8B", "Qwen/Qwen3-30B-A3B"}) {
    ServeCase s(model, "h100-sxm5-80gb");
    double all = 0, each = 1e9;
    for (Count b = 1; b <= max_concurrency(s.filled()); b *= 2) {
      const ServeReport r = time_of(s, b).report;
      CHECK(r.decode.estimate.value >= all);
      CHECK(r.decode_per_request.estimate.value <= each);
      all = r.decode.estimate.value;
      each = r.decode_per_request.estimate.value;
    }
  }
}

TEST_CASE("longer prompts wait longer, longer contexts decode slower; cached tokens help") {
  ServeCase s("meta-llama/Meta-Llama-3-8B", "h100-sxm5-80gb");
  double ttft = 0, tpot = 0;
  for (const Count tokens : {16, 128, 1024, 8192, 65536}) {
    s.serve().input_tokens = tokens;
    s.serve().context_length.reset();
    const ServeReport r = time_of(s, 1).report;
    CHECK(r.ttft.estimate.value >= ttft);
    CHECK(r.tpot.estimate.value >= tpot);
    ttft = r.ttft.estimate.value;
    tpot = r.tpot.estimate.value;
  }
  s.serve().cached_tokens = 60000;
  CHECK(time_of(s, 1).report.ttft.estimate.value < ttft);
}

TEST_CASE("doubling a device's rates at most halves the time; more compute leaves a bandwidth-bound decode alone") {
  ServeCase s("meta-llama/Meta-Llama-3-8B", "h100-sxm5-80gb");
  const double before = time_of(s, 1).report.decode.estimate.value;
  Accelerator fast = *test::catalog().accelerator("h100-sxm5-80gb");
  fast.peak.bf16 = fast.peak.bf16 * 2;
  fast.peak.fp16 = fast.peak.fp16 * 2;
  s.c.devices[0].accelerator = &fast;
  CHECK(time_of(s, 1).report.decode.estimate.value == doctest::Approx(before).epsilon(0.002));
  fast.bandwidth = fast.bandwidth * 2;
  const double after = time_of(s, 1).report.decode.estimate.value;
  CHECK(after > before);
  CHECK(after <= 2 * before);
}

TEST_CASE("weight-only formats multiply in 16 bit; fp8 only where the device has it") {
  const Accelerator& h100 = *test::catalog().accelerator("h100-sxm5-80gb");
  const Accelerator& a100 = *test::catalog().accelerator("a100-sxm4-80gb");
  const Accelerator& rtx4090 = *test::catalog().accelerator("rtx-4090");
  const double half = half_precision_peak(h100, Engine::vllm).value;
  CHECK(serving_peak(a100, WeightFormat::awq_int4, Engine::vllm).value ==
        half_precision_peak(a100, Engine::vllm).value);
  CHECK(serving_peak(h100, WeightFormat::mxfp4, Engine::vllm).value == half);
  CHECK(serving_peak(h100, WeightFormat::fp8, Engine::vllm).value == doctest::Approx(2 * half).epsilon(0.01));
  CHECK(serving_peak(a100, WeightFormat::fp8, Engine::vllm).value == half_precision_peak(a100, Engine::vllm).value);
  // GeForce: half rate with FP32 accumulation, which llama.cpp does not ask for.
  CHECK(half_precision_peak(rtx4090, Engine::llama_cpp).value ==
        doctest::Approx(2 * half_precision_peak(rtx4090, Engine::vllm).value).epsilon(0.01));
}

TEST_CASE("layers split over two devices decode no faster than on one") {
  ServeCase one("meta-llama/Meta-Llama-3-8B", "rtx-4090");
  ServeCase two("meta-llama/Meta-Llama-3-8B", "rtx-4090", 2);
  for (ServeCase* s : {&one, &two}) {
    s->serve().engine = Engine::llama_cpp;
    s->serve().weights = WeightFormat::q4_k_m;
  }
  two.c.layout.layer_split = 2;
  // Each hand-over to the next device costs a little.
  const double split = time_of(two, 1).report.decode.estimate.value,
               whole = time_of(one, 1).report.decode.estimate.value;
  CHECK(split < whole);
  CHECK(split > 0.95 * whole);
}

TEST_CASE("a dense draft model that guesses well speeds one request up, not a saturated batch") {
  ServeCase plain("meta-llama/Meta-Llama-3-70B", "h100-sxm5-80gb", 4),
      drafted("meta-llama/Meta-Llama-3-70B", "h100-sxm5-80gb", 4);
  plain.c.layout.tp = drafted.c.layout.tp = 4;
  const ModelShape draft = test::shape_of("meta-llama/Llama-3.2-1B");
  drafted.c.draft = &draft;
  drafted.serve().speculative = Speculative{"meta-llama/Llama-3.2-1B", 4, 0.8};
  CHECK(time_of(drafted, 1).report.tpot.estimate < time_of(plain, 1).report.tpot.estimate);
  const double gain_one = time_of(plain, 1).report.tpot.estimate / time_of(drafted, 1).report.tpot.estimate;
  const double gain_many = time_of(plain, 256).report.tpot.estimate / time_of(drafted, 256).report.tpot.estimate;
  CHECK(gain_many < gain_one);
}

TEST_CASE("alone, a token waits for no prompt; in company it does") {
  ServeCase s("meta-llama/Meta-Llama-3-8B", "h100-sxm5-80gb");
  const ServeReport alone = time_of(s, 1).report;
  CHECK(alone.tpot.estimate.value == doctest::Approx(1 / alone.decode_per_request.estimate.value));
  const ServeReport many = time_of(s, 32).report;
  CHECK(many.tpot.estimate.value > 1 / many.decode_per_request.estimate.value);
}

TEST_CASE("an encoder answers in one pass") {
  ServeCase s("google-bert/bert-base-uncased", "rtx-4090");
  s.serve().input_tokens = 512;
  const ServeReport r = time_of(s, 8).report;
  CHECK(r.output.estimate.value * 512 == doctest::Approx(r.prefill.estimate.value));
  CHECK(r.output.estimate.value > 8);
}

TEST_CASE("offloaded weights never make it faster") {
  ServeCase s("meta-llama/Meta-Llama-3-70B", "a100-sxm4-80gb");
  s.serve().engine = Engine::llama_cpp;
  s.serve().weights = WeightFormat::q8_0;
  s.scenario.hardware->offload = Offload::weights;
  const double spilled = time_of(s, 1).report.tpot.estimate.value;
  ServeCase roomy("meta-llama/Meta-Llama-3-70B", "a100-sxm4-80gb");
  roomy.serve().engine = Engine::llama_cpp;
  roomy.serve().weights = WeightFormat::q4_k_m;
  roomy.scenario.hardware->offload = Offload::weights;
  const double held = time_of(roomy, 1).report.tpot.estimate.value;
  roomy.scenario.hardware->offload = Offload::none;
  CHECK(time_of(roomy, 1).report.tpot.estimate.value == doctest::Approx(held));
  CHECK(spilled > held);
}

TEST_CASE("chips whose speed nobody published say so") {
  ServeCase s("meta-llama/Meta-Llama-3-70B", "groq-lpu-v1", 576);
  s.c.explain = true;
  const ServeTiming t = time_of(s, 1);
  CHECK_FALSE(t.report.speed_known);
  REQUIRE_FALSE(t.warnings.empty());
  CHECK(t.warnings.back().code == "no-speed-data");
}

TEST_CASE("every serving constant of the calibration is read, and each is a product of positive effects") {
  for (const Constant& constant : test::catalog().calibration.constants) {
    if (constant.key.rfind("serve.", 0) != 0) continue;
    CAPTURE(constant.key);
    CAPTURE(constant.group);
    CHECK(is_serve_constant(constant.key));
    CHECK(constant.value > 0);
  }
}

TEST_CASE("intervals widen with distance from what was measured") {
  const Calibration& k = test::catalog().calibration;
  for (const char* quantity :
       {"serve.decode_tokens_per_second", "serve.output_tokens_per_second", "serve.prefill_tokens_per_second"}) {
    for (const char* regime : {"single", "batched"}) {
      CAPTURE(quantity);
      CAPTURE(regime);
      const std::string r = regime;
      const std::string seen = r + "/device", kin = r + "/family";
      const Spread a = k.interval(quantity, {seen}), b = k.interval(quantity, {kin});
      CHECK(a.high / a.low <= b.high / b.low);
    }
  }
}

TEST_CASE("explaining changes no number, and its parts add up") {
  ServeCase s("meta-llama/Meta-Llama-3-8B", "h100-sxm5-80gb");
  const ServeReport quiet = time_of(s, 8).report;
  s.c.explain = true;
  const ServeReport loud = time_of(s, 8).report;
  CHECK(quiet.tpot == loud.tpot);
  CHECK(quiet.output == loud.output);
  CHECK(quiet.why_tpot.parts.empty());
  double sum = 0;
  for (const Why& part : loud.why_tpot.parts) sum += part.value;
  CHECK(sum == doctest::Approx(loud.tpot.estimate.value));
}

TEST_CASE("a cache grown by concatenation is copied each step, expanded heads once for each query head") {
  ServeCase s("Qwen/Qwen2.5-7B", "a100-sxm4-80gb");  // 28 query heads, 4 of keys and values
  s.serve().engine = Engine::vllm;
  const double once = cache_bytes(serve_work(s.filled(), nullptr), 1000, 0);
  s.scenario.serve.engine = Engine::transformers;
  CHECK(cache_bytes(serve_work(s.filled(), nullptr), 1000, 0) == doctest::Approx(3 * once));
  Catalog older = catalog();
  older.engines[static_cast<std::size_t>(Engine::transformers)].expands_kv_heads = true;
  s.c.catalog = &older;
  CHECK(cache_bytes(serve_work(s.filled(), nullptr), 1000, 0) == doctest::Approx((2 + 1 + 2 * 7) * once));
}

TEST_CASE("without fused attention a prompt's scores pass through memory four times") {
  ServeCase s("meta-llama/Meta-Llama-3-8B", "rtx-3090");
  ServeWork w = serve_work(s.filled(), nullptr);
  const ServeConstants k;
  StepLoad prompt;
  prompt.prompt_tokens = 512, prompt.prompts = 1, prompt.prompt_context = 4096;
  const double fused = step_time(w, k, prompt).attention;
  w.fused_attention = false;
  const double scores = 512.0 * 4096 * 32 * 32;
  CHECK(step_time(w, k, prompt).attention - fused ==
        doctest::Approx(16 * scores / (k.weight_efficiency * w.bandwidth)));
}

TEST_CASE("a token's activations: what Llama-3-8B's products and the kernels between them move") {
  ServeCase s("meta-llama/Meta-Llama-3-8B", "h100-sxm5-80gb");
  const ServeWork w = serve_work(s.filled(), nullptr);
  const double h = 4096, kv = 1024, f = 14336;
  const double products = (h + h) + 2 * (h + kv) + (h + h) + 2 * (h + f) + (f + h);
  const double between = 2 * 4 * h + 3 * f + 2 * (h + kv);
  CHECK(w.product_bytes == doctest::Approx(2 * 32 * products));
  CHECK(w.elementwise_bytes == doctest::Approx(2 * 32 * between));
  const ServeConstants k;
  StepLoad prompt;
  prompt.prompt_tokens = 512, prompt.prompts = 1, prompt.prompt_context = 512;
  CHECK(step_time(w, k, prompt).activations ==
        doctest::Approx(512 * 2 * 32 * (products + between) / (k.weight_efficiency * w.bandwidth)));
}

TEST_CASE("a token meets its chosen experts, gathers for them and adds their results up") {
  ServeCase s("mistralai/Mixtral-8x7B-v0.1", "h200-sxm-141gb");  // 2 of 8 experts
  const ServeWork w = serve_work(s.filled(), nullptr);
  const double h = 4096, kv = 1024, f = 14336;
  const double attention = 2 * (h + h) + 2 * (h + kv), router = h + 8, expert = 3 * (h + f);
  CHECK(w.product_bytes == doctest::Approx(2 * 32 * (attention + router + 2 * expert)));
  CHECK(w.elementwise_bytes == doctest::Approx(2 * 32 * (2 * 4 * h + 3 * 2 * f + 2 * (h + kv) + 6 * h)));
}

TEST_CASE("vector products unpack what is packed, for each token anew") {
  ServeCase s("meta-llama/Meta-Llama-3-8B", "rtx-4090");
  Catalog older = catalog();
  older.engines[static_cast<std::size_t>(Engine::vllm)].matrix_units = false;
  s.serve().engine = Engine::vllm;
  s.c.catalog = &older;
  const double plain = serve_work(s.filled(), nullptr).peak;
  s.scenario.serve.weights = WeightFormat::awq_int4;
  CHECK(serve_work(s.filled(), nullptr).peak == doctest::Approx(plain / 6));
}

TEST_CASE("weight-only kernels reach the rate of warp-level products") {
  const auto peak = [](const char* id, WeightFormat format) {
    return serving_peak(*catalog().accelerator(id), format, Engine::vllm).value;
  };
  for (const char* id : {"a100-sxm4-80gb", "rtx-4090", "mi300x"})
    CHECK(peak(id, WeightFormat::awq_int4) == peak(id, WeightFormat::bf16));
  CHECK(peak("h100-sxm5-80gb", WeightFormat::awq_int4) ==
        doctest::Approx(0.63 * peak("h100-sxm5-80gb", WeightFormat::bf16)));
  CHECK(peak("b200-sxm-192gb", WeightFormat::gptq_int4) ==
        doctest::Approx(0.25 * peak("b200-sxm-192gb", WeightFormat::bf16)));
  CHECK(peak("b200-sxm-192gb", WeightFormat::fp8) > peak("b200-sxm-192gb", WeightFormat::bf16));
}

TEST_CASE("products slow down with the peak a watt and the peak a byte read") {
  ServeCase s("meta-llama/Meta-Llama-3-8B", "rtx-3090");
  ServeWork w = serve_work(s.filled(), nullptr);
  const ServeConstants k;
  StepLoad prompt;
  prompt.prompt_tokens = 8192, prompt.prompts = 1, prompt.prompt_context = 4096;
  const double before = step_time(w, k, prompt).products;
  w.density *= 2;
  CHECK(step_time(w, k, prompt).products / before == doctest::Approx(std::pow(2, k.density_exponent)).epsilon(0.02));
}
