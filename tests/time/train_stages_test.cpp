// How a model's work is cut into pipeline stages, and what its ranks send each other.
#include <doctest/doctest.h>

#include <algorithm>

#include "tests/time/train_time_case.hpp"

using namespace gpusel;
using namespace gpusel::test;

TEST_CASE("layers in another order take as long (invariant 32)") {
  TrainCase t("google/gemma-3-27b-pt");
  full(t);
  const double before = t.report().step.estimate.value;
  std::reverse(t.shape.layer_kind.begin(), t.shape.layer_kind.end());
  CHECK(t.report().step.estimate.value == before);
  std::sort(t.shape.layer_kind.begin(), t.shape.layer_kind.end());
  CHECK(t.report().step.estimate.value == before);
}

TEST_CASE("stages share the model's work: their sum is the whole (invariant 32)") {
  for (Count tp : {1, 4}) {
    TrainCase t("meta-llama/Meta-Llama-3-70B");
    full(t);
    const auto work = [&](Count pp) {
      Layout l;
      l.pp = pp;
      l.tp = tp;
      const TrainSetup s = train_setup(t.filled(l));
      return train_work(s, train_constants(*s.c));
    };
    const TrainWork whole = work(1);
    for (Count pp : {2, 4, 5, 8, 10, 16, 20}) {  // 80 layers in equal stages: the last one has the head beside
      CAPTURE(pp);
      const TrainWork stage = work(pp);
      const double stages = static_cast<double>(pp);
      CHECK(stage.linear_flops * stages == doctest::Approx(whole.linear_flops));
      CHECK(stage.attention_flops * stages == doctest::Approx(whole.attention_flops));
      CHECK(stage.elementwise_bytes * stages == doctest::Approx(whole.elementwise_bytes));
      CHECK(stage.head_flops == whole.head_flops);
      CHECK(stage.model_flops * stages == doctest::Approx(whole.model_flops));
      const double slowest = stage.linear_flops * stage.passes.linear + stage.head_flops * stage.passes.head;
      const double all = whole.linear_flops * whole.passes.linear + whole.head_flops * whole.passes.head;
      CHECK(slowest * stage.mean_stage * stages == doctest::Approx(all));
    }
  }
}

TEST_CASE("places that layers leave over are the head's: Llama 3 405B, 126 layers on 16 stages") {
  TrainCase t("meta-llama/Llama-3.1-405B");
  full(t);
  Layout l;
  l.pp = 16;
  l.tp = 8;
  const TrainSetup s = train_setup(t.filled(l, 16));
  const TrainWork w = train_work(s, train_constants(*s.c));
  CHECK(w.stage_layers == 8);  // the last has 6 and the head, which costs less than two
  CHECK(w.head_flops == 0);
  CHECK(w.mean_stage < 1);
  CHECK(w.mean_stage > 126.0 / 128);
}

TEST_CASE("node-limited routing sends fewer copies between hosts") {
  TrainCase t("deepseek-ai/DeepSeek-V3", "h800-sxm5-80gb");
  full(t);
  Layout l;
  l.dp = 64;
  l.ep = 64;
  const auto expert = [&] { return train_step(train_setup(t.filled(l, 8))).traffic.expert.value; };
  const double limited = expert();
  for (LayerShape& k : t.shape.kinds) k.expert_groups = k.groups_per_token = 0;
  CHECK(limited == doctest::Approx(expert() / 2).epsilon(0.02));  // 4 hosts for 8 experts; latency stays
  t.scenario.train.compute = Compute::fp8;
  CHECK(expert() < 1.6 * limited);  // 3 bytes for 4
}

TEST_CASE("a sharded optimizer scatters gradients and gathers weights: 3/4 of an fp32 all-reduce") {
  TrainCase t;
  full(t);
  t.scenario.train.recipe = Recipe::megatron;  // fp32 gradients, 16-bit weights
  Layout l;
  l.dp = 64;
  l.tp = 1;
  const auto gradients = [&](Count zero) {
    l.zero = zero;
    return train_step(train_setup(t.filled(l, 8))).traffic.gradients.value;
  };
  CHECK(gradients(1) == doctest::Approx(0.75 * gradients(0)).epsilon(0.02));
}

TEST_CASE("hybrid sharding gathers within a group and sends only gradients between groups") {
  TrainCase t;
  full(t);
  Layout all;
  all.dp = 64;
  all.zero = 3;
  Layout hybrid = all;
  hybrid.shard = 8;
  const auto traffic = [&](const Layout& l, double network) {
    t.filled(l, 8);
    t.c.network = BytesPerSecond(network);
    return train_step(train_setup(t.c)).traffic;
  };
  for (const double network : {2e9, 50e9}) {
    const TrainTraffic whole = traffic(all, network), grouped = traffic(hybrid, network);
    CHECK(grouped.shards.value < whole.shards.value);
    CHECK(whole.gradients.value == 0);
    // A ring over 8 groups of an eighth of the 16-bit gradients.
    const double gradients = 2.0 * static_cast<double>(t.shape.parameters) / 8;
    CHECK(grouped.gradients.value == doctest::Approx(2 * 7.0 / 8 * gradients / (0.744 * network)).epsilon(0.02));
  }
  // One group of all ranks is full sharding.
  hybrid.shard = 64;
  CHECK(traffic(hybrid, 50e9).shards.value == traffic(all, 50e9).shards.value);
  CHECK(traffic(hybrid, 50e9).gradients.value == 0);
}
