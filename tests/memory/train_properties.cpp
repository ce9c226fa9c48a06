// What must hold for any training case, whatever the constants are (the invariants that concern training memory).
#include <doctest/doctest.h>

#include <cmath>

#include "train_case.hpp"

using namespace gpusel;
using namespace gpusel::test;

namespace {

const char* const models[] = {"meta-llama/Meta-Llama-3-8B",    "Qwen/Qwen2.5-7B",
                              "mistralai/Mixtral-8x7B-v0.1",   "deepseek-ai/DeepSeek-V2-Lite",
                              "google-bert/bert-base-uncased", "openai-community/gpt2",
                              "google/gemma-3-27b-pt"};

void for_every_setting(const std::function<void(TrainCase&)>& check) {
  for (const char* id : models) {
    const ModelShape shape = shape_of(id);
    if (shape.layers == 0) continue;
    for (Framework f : {Framework::generic, Framework::hf_trainer, Framework::litgpt, Framework::megatron,
                        Framework::deepspeed, Framework::torchtune})
      for (Method method : {Method::full, Method::lora})
        for (Checkpointing k : {Checkpointing::none, Checkpointing::selective, Checkpointing::full}) {
          TrainCase c(shape, "b200-sxm-192gb");
          c.change([&](TrainSpec& t) {
            t.framework = f;
            t.method = method;
            t.checkpointing = k;
          });
          CAPTURE(id);
          CAPTURE(static_cast<int>(f));
          CAPTURE(static_cast<int>(method));
          CAPTURE(static_cast<int>(k));
          check(c);
        }
  }
}

bool ordered(const Quantity<Bytes>& q) { return q.low <= q.estimate && q.estimate <= q.high && q.low.value >= 0; }

Bytes allocated(TrainCase c) { return c.run().allocated.estimate; }

}  // namespace

TEST_CASE("parts sum to the allocated estimate, numbers are ordered, the peak is the largest moment") {
  int cases = 0;
  for_every_setting([&](TrainCase& c) {
    ++cases;
    const MemoryReport r = c.run();
    CHECK(r.parts.total() == r.allocated.estimate);
    CHECK(ordered(r.allocated));
    CHECK(ordered(r.reserved));
    CHECK(ordered(r.device));
    CHECK(ordered(r.need));
    CHECK(r.allocated.estimate <= r.reserved.estimate);
    CHECK(r.reserved.estimate <= r.device.estimate);
    CHECK(r.allocated.low <= r.reserved.low);
    CHECK(r.reserved.high <= r.device.high);
    CHECK(r.allocated.high <= r.reserved.high);
    if (r.fits != Fits::no) CHECK(r.device.high <= r.usable);
    for (const MomentBytes& m : r.moments) CHECK(m.parts.total() <= r.allocated.estimate);
    for (Bytes part : r.parts.part) CHECK(part.value >= 0);
  });
  CHECK(cases > 100);
}

TEST_CASE("memory never falls when batch, length, rank or adapters grow") {
  for_every_setting([](TrainCase& c) {
    const Bytes base = allocated(c);
    TrainCase batch = c, length = c, rank = c, adapters = c;
    batch.t().micro_batch = 3;
    length.t().sequence_length = 2049;
    rank.t().lora.rank = 64;
    adapters.t().lora.adapters = 3;
    CHECK(allocated(batch) >= base);
    CHECK(allocated(length) >= base);
    CHECK(allocated(rank) >= base);
    CHECK(allocated(adapters) >= base);
  });
}

TEST_CASE("recomputing more never takes more, and accumulation changes no activation") {
  for_every_setting([](TrainCase& c) {
    if (c.t().checkpointing != Checkpointing::none) return;
    c.t().micro_batch = 8;
    TrainCase selective = c, full = c;
    selective.t().checkpointing = Checkpointing::selective;
    full.t().checkpointing = Checkpointing::full;
    CHECK(allocated(c) >= allocated(selective));
    // Where weights decide, the end of backward holds one layer and, recomputed whole, its input besides.
    const Bytes input(4 * c.shape.hidden * 8 * 2048);
    CHECK(allocated(selective) + input >= allocated(full));
    TrainCase accumulated = full;
    accumulated.t().gradient_accumulation = 4;
    CHECK(moment_part(accumulated.run(), Moment::forward_end, Part::activations) ==
          moment_part(full.run(), Moment::forward_end, Part::activations));
    TrainCase more = accumulated;
    more.t().gradient_accumulation = 16;
    CHECK(allocated(more) == allocated(accumulated));
  });
}

TEST_CASE("losses and attention kernels are ordered; eager grows with the square of the length") {
  TrainCase c("meta-llama/Meta-Llama-3-8B", "b200-sxm-192gb");
  c.t().sequence_length = 8192;
  TrainCase chunked = c, fused = c, in_place = c, eager = c, twice = c;
  chunked.t().loss = Loss::chunked;
  fused.t().loss = Loss::fused;
  in_place.t().loss = Loss::in_place;
  CHECK(allocated(c) > allocated(in_place));
  CHECK(allocated(in_place) > allocated(chunked));
  CHECK(allocated(chunked) > allocated(fused));
  eager.change([](TrainSpec& t) {
    t.attention = Attention::eager;
    t.loss = Loss::fused;
    t.sequence_length = 4096;
  });
  twice = eager;
  twice.t().sequence_length = 8192;
  TrainCase flash4 = eager, flash8 = twice;
  flash4.t().attention = Attention::flash;
  flash8.t().attention = Attention::flash;
  const double extra4 = (allocated(eager) - allocated(flash4)).number(),
               extra8 = (allocated(twice) - allocated(flash8)).number();
  CHECK(extra4 > 0);
  CHECK(extra8 / extra4 > 3.5);
  CHECK(extra8 / extra4 < 4.5);
}

TEST_CASE(
    "LoRA with vanishing rank is the frozen base; full training takes more; QLoRA wins only while tokens are few") {
  TrainCase lora("meta-llama/Meta-Llama-3-8B", "b200-sxm-192gb");
  TrainCase full = lora, rank1 = lora;
  full.t().method = Method::full;
  rank1.t().lora.rank = 1;
  CHECK(allocated(full) > allocated(lora));
  const MemoryReport r1 = rank1.run();
  CHECK((r1.parts[Part::adapters] + r1.parts[Part::optimizer]).number() < 0.01 * r1.parts[Part::weights].number());
  lora.t().framework = Framework::hf_trainer;
  TrainCase few = lora, few_q = lora, many = lora, many_q = lora;
  few_q.t().weights = many_q.t().weights = WeightFormat::nf4;
  many.t().sequence_length = many_q.t().sequence_length = 100'000;
  CHECK(allocated(few_q) < allocated(few));
  CHECK(allocated(many_q) > allocated(many));  // the residual stream in fp32 outweighs the smaller base
}

TEST_CASE("recipes are ordered, and ZeRO divides what it says") {
  TrainCase c("meta-llama/Meta-Llama-3-8B", "b200-sxm-192gb");
  c.change([](TrainSpec& t) {
    t.method = Method::full;
    t.gradient_accumulation = 2;
  });
  const auto held = [](TrainCase x) {
    const MemoryReport r = x.run();
    return moment_part(r, Moment::optimizer_step, Part::weights) +
           moment_part(r, Moment::optimizer_step, Part::gradients) +
           moment_part(r, Moment::optimizer_step, Part::optimizer);
  };
  TrainCase amp = c, megatron = c;
  amp.t().recipe = Recipe::amp;
  amp.t().weights = WeightFormat::fp32;
  megatron.t().recipe = Recipe::megatron;
  CHECK(held(c) < held(amp));
  CHECK(held(amp) < held(megatron));
  for (Count n : {2, 8}) {
    Bytes before = held(c.devices(n, 0));
    for (Count zero : {1, 2, 3}) {
      const Bytes now = held(c.devices(n, zero));
      CHECK(now <= before);
      before = now;
    }
    const MemoryReport r = c.run();
    const Bytes states = r.parts[Part::optimizer] * n;
    c.devices(1, 0);
    CHECK(std::abs((c.run().parts[Part::optimizer] - states).number()) <= static_cast<double>(n));
  }
  for (Count zero : {0, 1, 2, 3}) CHECK(allocated(c.devices(1, zero)) == allocated(c.devices(1, 0)));
}

TEST_CASE("parallel devices together hold the model: tensor and expert parallelism") {
  TrainCase c("mistralai/Mixtral-8x7B-v0.1", "b200-sxm-192gb");
  c.t().method = Method::full;
  const double whole = c.run().parts[Part::weights].number();
  for (Count tp : {2, 4}) {
    TrainCase split = c;
    split.c.count = tp;
    split.layout().tp = tp;
    const double replicated = 2.0 * (65 * 4096 + 32 * 8 * 4096);  // norms and routers
    CHECK(split.run().parts[Part::weights].number() * static_cast<double>(tp) ==
          doctest::Approx(whole + static_cast<double>(tp - 1) * replicated).epsilon(1e-9));
  }
  TrainCase experts = c;
  experts.c.count = 8;
  experts.layout().dp = 8;
  experts.layout().ep = 8;
  const double expert_bytes = 2.0 * 32 * 8 * 3 * 4096 * 14336;
  CHECK(experts.run().parts[Part::weights].number() == doctest::Approx(whole - expert_bytes * 7 / 8).epsilon(1e-9));
}

TEST_CASE("pipeline stages together hold the model, the first the most micro-batches") {
  TrainCase c("meta-llama/Meta-Llama-3-8B", "b200-sxm-192gb");
  c.change([](TrainSpec& t) {
    t.method = Method::full;
    t.gradient_accumulation = 8;
    t.loss = Loss::fused;
  });
  const Bytes whole = allocated(c);
  TrainCase four = c;
  four.c.count = 4;
  four.layout().pp = 4;
  const MemoryReport r = four.run();
  CHECK(r.allocated.estimate < whole);
  CHECK(r.parts[Part::weights].number() >
        2.0 * static_cast<double>(c.shape.parameters) / 4.0);  // the fullest stage has an end
  TrainCase one = c;
  one.layout().vp = 1;
  one.layout().cp = 1;
  CHECK(allocated(one) == whole);
}

TEST_CASE("context parallelism cuts activations; offload moves bytes to the host") {
  TrainCase c("meta-llama/Meta-Llama-3-8B", "b200-sxm-192gb");
  c.change([](TrainSpec& t) {
    t.method = Method::full;
    t.recipe = Recipe::deepspeed;
    t.framework = Framework::deepspeed;
    t.sequence_length = 65536;
  });
  TrainCase cp = c;
  cp.c.count = 4;
  cp.layout().cp = 4;
  CHECK(moment_part(cp.run(), Moment::forward_end, Part::activations).number() * 4 ==
        doctest::Approx(moment_part(c.run(), Moment::forward_end, Part::activations).number()));
  const MemoryReport before = c.run();
  c.scenario.hardware->offload = Offload::optimizer;
  const MemoryReport after = c.run();
  CHECK(moment_part(after, Moment::optimizer_step, Part::optimizer).value == 0);
  const double moved = (moment_part(before, Moment::optimizer_step, Part::optimizer) +
                        moment_part(before, Moment::optimizer_step, Part::gradients) -
                        moment_part(after, Moment::optimizer_step, Part::gradients))
                           .number();
  CHECK(after.host.estimate.number() == doctest::Approx(moved));
}

TEST_CASE("explaining changes no number, and every part's terms sum to it") {
  for_every_setting([](TrainCase& c) {
    const MemoryReport plain = c.run(false), told = c.run(true);
    CHECK(plain.allocated == told.allocated);
    CHECK(plain.parts == told.parts);
    CHECK(plain.why.parts.empty());
    CHECK(told.why.value == told.allocated.estimate.number());
    for (const Why& part : told.why.parts) {
      double sum = 0;
      for (const Why& term : part.parts) sum += term.value;
      CHECK(sum == part.value);
    }
  });
}

TEST_CASE("objectives hold their extra models and pairs") {
  TrainCase sft("meta-llama/Meta-Llama-3-8B", "b200-sxm-192gb");
  sft.t().method = Method::full;
  TrainCase dpo = sft, reward = sft, ppo = sft, lora_dpo = sft;
  dpo.t().objective = Objective::dpo;
  reward.t().objective = Objective::reward;
  ppo.t().objective = Objective::ppo;
  CHECK(dpo.run().parts[Part::weights] == sft.run().parts[Part::weights] * 2);  // a frozen reference beside the policy
  CHECK(moment_part(dpo.run(), Moment::forward_end, Part::activations) ==
        moment_part(sft.run(), Moment::forward_end, Part::activations) * 2);
  CHECK(moment_part(reward.run(), Moment::forward_end, Part::logits) <
        moment_part(sft.run(), Moment::forward_end, Part::logits));
  CHECK(allocated(ppo) > allocated(dpo));
  CHECK(moment_part(ppo.run(), Moment::evaluation, Part::kv_cache).value == Count{2} * 2 * 8 * 128 * 32 * 2048);
  lora_dpo.change([](TrainSpec& t) {
    t.method = Method::lora;
    t.objective = Objective::dpo;
  });
  CHECK(lora_dpo.run().parts[Part::weights].number() ==
        doctest::Approx(16.061e9).epsilon(1e-4));  // adapters off is the reference
}
