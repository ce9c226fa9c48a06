#include "core/time/time.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "tests/time/train_time_case.hpp"

using namespace gpusel;
using namespace gpusel::test;

TEST_CASE("pre-training Llama-3-8B at 8,192 tokens: 51.5 GFLOP a token, near 0.4 of the peak (example 11)") {
  TrainCase t;
  full(t);
  t.scenario.train.recipe = Recipe::amp;
  t.scenario.train.weights = WeightFormat::fp32;
  t.scenario.train.sequence_length = 8192;
  t.scenario.train.checkpointing = Checkpointing::none;
  Layout l;
  l.dp = 64;
  l.zero = 3;
  const double causal_flops = 6 * t.shape.matmul_parameters + 6.0 * 32 * 4096 * 8192;
  CHECK(causal_flops == doctest::Approx(51.5e9).epsilon(0.01));
  const TrainReport r = t.report(l, 8);
  CHECK(r.tokens_per_second.estimate.value * causal_flops / (64 * 989.4e12) == doctest::Approx(0.40).epsilon(0.15));
  CHECK(r.tokens_per_second.low.value < 492e3);
  CHECK(r.tokens_per_second.high.value > 492e3);
}

TEST_CASE("the phases of a step add up to it: forward a third of a plain step, less where layers are recomputed") {
  const auto share = [](Checkpointing recompute, Count accumulation) {
    TrainCase t;
    full(t);
    t.scenario.train.checkpointing = recompute;
    t.scenario.train.gradient_accumulation = accumulation;
    Layout l;
    l.dp = 8;
    l.zero = 3;
    const TrainReport r = t.report(l);
    const TrainPhases& p = r.phases;
    CHECK(p.micro_steps == static_cast<double>(accumulation));
    CHECK(p.generation.value == 0);
    CHECK(p.update.value > 0);
    const double whole = p.micro_steps * (p.forward + p.backward).value + p.update.value;
    CHECK(whole == doctest::Approx(r.step.estimate.value).epsilon(1e-9));
    return p.forward / (p.forward + p.backward);
  };
  CHECK(share(Checkpointing::none, 1) == doctest::Approx(1.0 / 3).epsilon(0.05));
  CHECK(share(Checkpointing::full, 4) == doctest::Approx(1.0 / 4).epsilon(0.1));
}

TEST_CASE("utilisation is between 0 and 1, hardware above model where layers are recomputed") {
  for (const char* device : {"h100-sxm5-80gb", "a100-sxm4-80gb", "rtx-4090", "mi300x", "tpu-v5p", "v100-sxm2-32gb"})
    for (Count batch : {1, 16}) {
      TrainCase t("meta-llama/Meta-Llama-3-8B", device);
      t.scenario.train.micro_batch = batch;
      t.scenario.train.compute = Compute::fp16;
      const TrainReport r = t.report();
      CAPTURE(device);
      CHECK(r.model_flops_utilization > 0);
      CHECK(r.model_flops_utilization < 1);
      CHECK(r.hardware_flops_utilization < 1);
      CHECK(r.step.low.value < r.step.estimate.value);
      CHECK(r.step.estimate.value < r.step.high.value);
    }
}

TEST_CASE("the terms of the step add up to it") {
  for (Checkpointing c : {Checkpointing::none, Checkpointing::full}) {
    TrainCase t;
    full(t);
    t.scenario.train.checkpointing = c;
    t.scenario.train.gradient_accumulation = 4;
    Layout l;
    l.dp = 4;
    l.tp = 2;
    l.pp = 2;
    const TrainReport r = t.report(l, 2);
    double sum = 0;
    for (const Why& part : r.why_step.parts) sum += part.value;
    CHECK(sum == doctest::Approx(r.step.estimate.value));
  }
}

TEST_CASE("accumulation lengthens the step in proportion and never lowers the rate") {
  TrainCase t;
  full(t);
  const TrainReport one = t.report();
  t.scenario.train.gradient_accumulation = 8;
  const TrainReport eight = t.report();
  CHECK(eight.step.estimate.value < 8 * one.step.estimate.value);
  CHECK(eight.tokens_per_second.estimate > one.tokens_per_second.estimate);
}

TEST_CASE("recomputation costs time, at most half as much again") {
  TrainCase t;
  full(t);
  auto at = [&](Checkpointing c) {
    t.scenario.train.checkpointing = c;
    return t.report().step.estimate.value;
  };
  const double none = at(Checkpointing::none), selective = at(Checkpointing::selective),
               everything = at(Checkpointing::full);
  CHECK(none <= selective);
  CHECK(selective <= everything);
  CHECK(everything <= 1.5 * none);
}

TEST_CASE("data parallelism scales below its degree, ever less well") {
  TrainCase t;
  full(t);
  const double single = t.rate();
  double efficiency = 1 + 1e-9;
  for (Count dp : {2, 4, 8, 64, 512}) {
    Layout l;
    l.dp = dp;
    const double e = t.rate(l, (dp + 7) / 8) / (static_cast<double>(dp) * single);
    CHECK(e > 0);
    CHECK(e <= efficiency);
    efficiency = e;
  }
}

TEST_CASE("a degree of one communicates nothing") {
  TrainCase t;
  full(t);
  const TrainStep step = train_step(train_setup(t.filled()));
  const TrainTraffic& x = step.traffic;
  for (Seconds s : {x.tensor, x.pipeline, x.context, x.expert, x.shards, x.host, x.exposed, x.slowdown, x.gradients,
                    x.gradients_exposed})
    CHECK(s.value == 0);
  CHECK(x.bubble == 0);
  CHECK(step.stragglers == 1);
}

TEST_CASE("the pipeline's bubble shrinks with micro-batches and virtual stages") {
  CHECK(pipeline_bubble(1, 1, 1) == 0);
  CHECK(pipeline_bubble(4, 12, 1) == doctest::Approx(0.25));
  CHECK(pipeline_bubble(4, 12, 3) == doctest::Approx(0.25 / 3));
  CHECK(pipeline_bubble(8, 1'000'000, 1) < 1e-4);
}

TEST_CASE("twice the device is never slower and at most twice as fast") {
  TrainCase t;
  t.scenario.train.micro_batch = 8;
  const double before = t.report().step.estimate.value;
  PeakRates& p = t.device.peak;
  for (FlopsPerSecond* f : {&p.fp32, &p.tf32, &p.fp16, &p.bf16, &p.fp8}) *f = *f * 2.0;
  const double faster = t.report().step.estimate.value;
  CHECK(faster <= before);
  t.device.bandwidth = t.device.bandwidth * 2.0;
  const double both = t.report().step.estimate.value;
  CHECK(both <= faster);
  CHECK(both >= before / 2 * (1 - 1e-9));
}

TEST_CASE("a lower power limit never speeds up") {
  TrainCase t;
  t.scenario.train.micro_batch = 8;
  const double before = t.report().step.estimate.value;
  t.filled();
  t.c.power_limit = Watts(400);
  CHECK(train_time(t.c, {}).report.step.estimate.value > before);
}

TEST_CASE("a step of few tokens waits for its launches, one of many computes") {
  TrainCase t;
  t.scenario.train.sequence_length = 64;
  CHECK(train_time(t.filled(), {}).bounds.front().bound == Bound::latency);
  t.scenario.train.sequence_length = 4096;
  t.scenario.train.micro_batch = 8;
  CHECK(train_time(t.filled(), {}).bounds.front().bound == Bound::compute);
}

TEST_CASE("4-bit weights are rebuilt in every pass: a constant a micro-step (65 ms for 7B on an A100)") {
  TrainCase t("meta-llama/Llama-2-7b-hf", "a100-sxm4-80gb");
  t.scenario.train.weights = WeightFormat::nf4;
  auto rebuild = [&](Count length) {
    t.scenario.train.sequence_length = length;
    return train_step(train_setup(t.filled())).compute.dequantise.value;
  };
  CHECK(rebuild(512) == doctest::Approx(65e-3).epsilon(0.05));
  CHECK(rebuild(4096) == doctest::Approx(rebuild(512)));
}

TEST_CASE("adapters skip the weight gradients: less work a token than full training") {
  TrainCase lora, all;
  full(all);
  lora.scenario.train.sequence_length = 4096;
  lora.scenario.train.kernels = Kernels::fused;
  all.scenario.train.kernels = Kernels::fused;
  CHECK(lora.rate() > all.rate());
  CHECK(lora.rate() < 2 * all.rate());
}

TEST_CASE("a family without rows has the wider interval") {
  TrainCase seen("meta-llama/Meta-Llama-3-8B", "h100-sxm5-80gb"), unseen("meta-llama/Meta-Llama-3-8B", "mi300x");
  const TrainReport a = seen.report(), b = unseen.report();
  CHECK(b.step.high.value / b.step.low.value > a.step.high.value / a.step.low.value);
}

TEST_CASE("the run's time grows with its tokens") {
  TrainCase t;
  CHECK_FALSE(t.report().run);
  t.scenario.train.tokens = 1e9;
  const double one = t.report().run->estimate.value;
  t.scenario.train.tokens = 2e9;
  CHECK(t.report().run->estimate.value == doctest::Approx(2 * one));
}
