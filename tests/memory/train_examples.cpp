// The worked examples 1 to 4 of the estimation document, and the slopes measured on one A100 (fms-acceleration).
#include <doctest/doctest.h>

#include "train_case.hpp"

using namespace gpusel;
using namespace gpusel::test;

TEST_CASE("example 1: LoRA on Llama 3 8B, 2,048 tokens, full checkpointing: the logits decide") {
  TrainCase c("meta-llama/Meta-Llama-3-8B", "rtx-4090");
  const MemoryReport r = c.run(true);
  CHECK(r.peak == Moment::forward_end);
  CHECK(gb(r.parts[Part::weights]) == doctest::Approx(16.061).epsilon(1e-4));
  CHECK(r.parts[Part::adapters].value == 4 * 41'943'040);
  CHECK(r.parts[Part::optimizer].value == 8 * 41'943'040);
  CHECK(r.parts[Part::activations].value == Count{2} * 4096 * 32 * 2048);
  CHECK(r.parts[Part::logits].value == Count{14} * 128'256 * 2048 + Count{6} * 4096 * 2048);
  CHECK(gb(without_workspace(r, Moment::forward_end)) == doctest::Approx(20.83).epsilon(5e-4));
  CHECK(gb(without_workspace(r, Moment::optimizer_step)) == doctest::Approx(16.73).epsilon(5e-4));
  CHECK(gb(moment_total(r, Moment::optimizer_step)) == doctest::Approx(16.90).epsilon(2e-3));  // with AdamW's temporary
  c.t().gradient_accumulation = 2;                                                             // all gradients stay
  CHECK(gb(without_workspace(c.run(), Moment::backward_start)) == doctest::Approx(17.91).epsilon(1e-3));
  c.t().loss = Loss::fused;
  CHECK(c.run().peak == Moment::backward_start);
  CHECK(r.fits != Fits::no);
}

TEST_CASE("example 2: QLoRA on Qwen 7B: the unquantised ends weigh as much as the layers") {
  TrainCase c("Qwen/Qwen-7B", "rtx-4090");
  c.change([](TrainSpec& t) {
    t.weights = WeightFormat::nf4;
    t.lora.target_set = "";
    t.lora.targets = {"c_attn", "c_proj", "w1", "w2"};
  });
  const MemoryReport r = c.run();
  CHECK(gb(r.parts[Part::weights]) == doctest::Approx(5.83).epsilon(2e-3));
  CHECK(gb(r.parts[Part::logits]) == doctest::Approx(4.407).epsilon(1e-3));
  c.t().framework = Framework::hf_trainer;  // residual, embedding and head in fp32
  const MemoryReport hf = c.run();
  CHECK(gb(hf.parts[Part::weights]) == doctest::Approx(8.32).epsilon(2e-3));
  CHECK(hf.parts[Part::activations].value == Count{4} * 4096 * 32 * 2048);
  CHECK(gb(without_workspace(hf, Moment::forward_end)) == doctest::Approx(14.23).epsilon(2e-3));
}

TEST_CASE("example 3: QLoRA on Llama 2 13B fits a 24 GB card at 2,048 tokens") {
  TrainCase c("meta-llama/Llama-2-13b-hf", "rtx-4090");
  c.t().weights = WeightFormat::nf4;
  CHECK(adapter_parameters(c.shape, c.t().lora) == 62'586'880);
  const MemoryReport r = c.run();
  CHECK(gb(r.parts[Part::weights]) == doctest::Approx(7.20).epsilon(3e-3));
  CHECK(r.fits == Fits::yes);
  CHECK(moment_part(r, Moment::forward_end, Part::logits).value == (Count{14} * 32'000 + Count{6} * 5120) * 2048);
}

TEST_CASE("example 4: full fine-tuning of Llama 3 70B on 8 H100: which states fit") {
  TrainCase c("meta-llama/Meta-Llama-3-70B", "h100-sxm5-80gb");
  c.change([](TrainSpec& t) {
    t.method = Method::full;
    t.sequence_length = 4096;
    t.gradient_accumulation = 2;
  });
  c.devices(8, 3);
  const MemoryReport pure = c.run();
  CHECK(gb(pure.parts[Part::weights] + pure.parts[Part::gradients] + pure.parts[Part::optimizer]) ==
        doctest::Approx(70.6).epsilon(2e-3));
  CHECK(gb(moment_part(pure, Moment::forward_end, Part::activations)) == doctest::Approx(5.37).epsilon(2e-3));
  CHECK(gb(moment_part(pure, Moment::forward_end, Part::communication)) == doctest::Approx(4.2).epsilon(5e-3));
  CHECK(gb(moment_part(pure, Moment::backward_start, Part::communication)) > 4.2 + 3.4);
  CHECK(pure.fits == Fits::no);
  c.t().recipe = Recipe::deepspeed;
  const MemoryReport deepspeed = c.run();
  CHECK(gb(deepspeed.parts[Part::weights] + deepspeed.parts[Part::gradients] + deepspeed.parts[Part::optimizer]) ==
        doctest::Approx(141.1).epsilon(2e-3));
  CHECK(c.devices(24, 3).run().fits != Fits::no);
  c.devices(8, 3);
  c.scenario.hardware->offload = Offload::optimizer;
  const MemoryReport offloaded = c.run();
  CHECK(offloaded.fits != Fits::no);
  CHECK(gb(offloaded.host.estimate) > 847);
}

TEST_CASE("measured slopes: Mistral 7B, one device, full checkpointing, attention targets") {
  const auto slope = [](WeightFormat weights, Framework f) {
    TrainCase a("mistralai/Mistral-7B-v0.1");
    a.change([&](TrainSpec& t) {
      t.weights = weights;
      t.framework = f;
      t.lora.target_set = "attention";
      t.sequence_length = 4096;
      t.micro_batch = 4;
    });
    TrainCase b = a;
    b.t().micro_batch = 8;
    return (moment_total(b.run(), Moment::forward_end) - moment_total(a.run(), Moment::forward_end)).number() / 16384;
  };
  CHECK(slope(WeightFormat::bf16, Framework::hf_trainer) == 734'720);  // 2hL + 14V + 6h; measured 734.7 kB
  CHECK(slope(WeightFormat::nf4, Framework::hf_trainer) == 996'864);   // 4hL + 14V + 6h; measured 996.9 kB
  TrainCase c("mistralai/Mistral-7B-v0.1");
  c.change([](TrainSpec& t) {
    t.framework = Framework::hf_trainer;
    t.lora.target_set = "attention";
    t.sequence_length = 4096;
    t.micro_batch = 4;
  });
  CHECK(gib(c.run().allocated.estimate) == doctest::Approx(24.87).epsilon(2e-3));  // measured
}

TEST_CASE("saved bytes of one Llama 3 8B layer, flash, full training, nothing recomputed: 49h a token") {
  TrainCase c("meta-llama/Meta-Llama-3-8B");
  c.change([](TrainSpec& t) {
    t.method = Method::full;
    t.checkpointing = Checkpointing::none;
    t.sequence_length = 1000;
    t.loss = Loss::fused;
  });
  const double h = 4096, f = 14336, kv = 1024, heads = 32;
  const double layer = 16 * h + 2 * (2 * h + 2 * kv) + 8 * f + 4 * heads;
  CHECK(moment_part(c.run(), Moment::forward_end, Part::activations).number() == 32 * layer * 1000);
}
