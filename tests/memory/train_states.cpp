#include "core/memory/train_states.hpp"

#include <doctest/doctest.h>

#include "train_case.hpp"

using namespace gpusel;
using namespace gpusel::test;

namespace {

// Bytes a parameter at the optimizer step, workspaces of cuBLAS left out.
double at_step(TrainCase& c, double parameters) {
  const MemoryReport r = c.run();
  return (moment_total(r, Moment::optimizer_step).number() - 2 * 8.125 * 1048576) / parameters;
}

TrainCase full(Recipe recipe, Optimizer optimizer, WeightFormat weights = WeightFormat::bf16,
               Framework f = Framework::hf_trainer) {
  TrainCase c("mistralai/Mistral-7B-v0.1");
  c.change([&](TrainSpec& t) {
    t.method = Method::full;
    t.recipe = recipe;
    t.optimizer = optimizer;
    t.weights = weights;
    t.framework = f;
  });
  return c;
}

constexpr double mistral = 7'241'732'096.0;

}  // namespace

TEST_CASE("bytes a parameter of every recipe, resident and at the step") {
  TrainCase pure = full(Recipe::pure, Optimizer::adamw);
  CHECK(at_step(pure, mistral) == doctest::Approx(10.0).epsilon(1e-6));  // measured 67.46 GiB
  const MemoryReport r = pure.run();
  CHECK(r.peak == Moment::optimizer_step);
  CHECK(r.parts[Part::weights].number() == 2 * mistral);
  CHECK(r.parts[Part::gradients].number() == 2 * mistral);
  CHECK(r.parts[Part::optimizer].number() == 4 * mistral);
  TrainCase fp32 = full(Recipe::pure, Optimizer::adamw, WeightFormat::fp32);
  CHECK(at_step(fp32, mistral) == doctest::Approx(20.0).epsilon(1e-6));
  TrainCase amp = full(Recipe::amp, Optimizer::adamw, WeightFormat::fp32);
  CHECK(at_step(amp, mistral) == doctest::Approx(20.0).epsilon(1e-6));
  TrainCase megatron = full(Recipe::megatron, Optimizer::adamw, WeightFormat::bf16, Framework::megatron);
  CHECK(at_step(megatron, mistral) == doctest::Approx(18.0).epsilon(1e-6));
  TrainCase deepspeed = full(Recipe::deepspeed, Optimizer::adamw, WeightFormat::fp16, Framework::deepspeed);
  CHECK(at_step(deepspeed, mistral) == doctest::Approx(24.0).epsilon(1e-6));  // 16 resident, 4 + 4 at the step
}

TEST_CASE("optimizers keep what they keep") {
  const auto states = [](Optimizer o) {
    TrainCase c = full(Recipe::pure, o, WeightFormat::bf16, Framework::generic);
    return moment_part(c.run(), Moment::optimizer_step, Part::optimizer).number() / mistral;
  };
  CHECK(states(Optimizer::sgd) == 0);
  CHECK(states(Optimizer::sgd_momentum) == doctest::Approx(2.0));
  CHECK(states(Optimizer::lion) == doctest::Approx(2.0));
  CHECK(states(Optimizer::adamw) == doctest::Approx(4.0));
  CHECK(states(Optimizer::adamw_8bit) == doctest::Approx(2.03125).epsilon(1e-3));
  CHECK(states(Optimizer::adafactor) < 0.01);
  CHECK(states(Optimizer::muon) > 2.0);
  CHECK(states(Optimizer::muon) < 2.2);  // embedding and head keep two states
  CHECK(states(Optimizer::galore_adamw) < 1.0);
  CHECK(states(Optimizer::paged_adamw) == 0);
}

TEST_CASE("paged states stand in the device's bytes, not in the allocator's") {
  TrainCase paged = full(Recipe::pure, Optimizer::paged_adamw);
  const MemoryReport r = paged.run();
  CHECK(r.device.estimate > r.reserved.estimate + 5_GB);
  CHECK(r.device.estimate <= r.usable);
  CHECK(r.fits != Fits::no);
}

TEST_CASE("changing the optimizer leaves activations unchanged, and the step does not depend on the tokens") {
  TrainCase a = full(Recipe::pure, Optimizer::adamw), b = full(Recipe::pure, Optimizer::sgd);
  CHECK(moment_part(a.run(), Moment::backward_start, Part::activations) ==
        moment_part(b.run(), Moment::backward_start, Part::activations));
  TrainCase longer = full(Recipe::pure, Optimizer::adamw);
  longer.t().sequence_length = 8192;
  CHECK(moment_total(a.run(), Moment::optimizer_step) == moment_total(longer.run(), Moment::optimizer_step));
}
