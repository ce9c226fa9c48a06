// Invariants of training memory between settings: methods, replicas, degrees of one, moments, the allocator's pool, and
// intervals that never narrow away from what was measured.
#include <doctest/doctest.h>

#include "core/memory/train_pool.hpp"
#include "train_case.hpp"

using namespace gpusel;
using namespace gpusel::test;

namespace {

const char* const llama = "meta-llama/Meta-Llama-3-8B";

Bytes allocated(TrainCase c) { return c.run().allocated.estimate; }

// How far the interval reaches above and below its estimate, on devices too large to cap it.
double width(TrainCase c) {
  const Quantity<Bytes> q = c.run().allocated;
  return q.high.number() / q.low.number();
}

TrainCase with(const char* model, const char* device, const std::function<void(TrainSpec&)>& f) {
  TrainCase c(model, device);
  c.change(f);
  return c;
}

}  // namespace

TEST_CASE("full training takes more than adapters, and adapters of rank 1 next to nothing") {
  const auto pure = [](TrainSpec& t) { t.recipe = Recipe::pure, t.gradient_accumulation = 2; };
  TrainCase full = with(llama, "b200-sxm-192gb", pure), lora = full;
  full.t().method = Method::full;
  CHECK(allocated(full) >= allocated(lora));
  lora.t().lora.rank = 1;
  const MemoryReport r = lora.run();
  const Bytes trained = r.parts[Part::adapters] + r.parts[Part::gradients] + r.parts[Part::optimizer];
  CHECK(trained.number() < 0.005 * r.parts[Part::weights].number());
}

TEST_CASE("a quantised base saves memory until its fp32 residual stream takes it back") {
  const auto stock = [](TrainSpec& t) { t.framework = Framework::hf_trainer, t.loss = Loss::fused; };
  TrainCase lora = with(llama, "b200-sxm-192gb", stock), qlora = lora;
  qlora.t().weights = WeightFormat::nf4;
  CHECK(allocated(qlora) < allocated(lora));
  lora.t().micro_batch = qlora.t().micro_batch = 64;
  CHECK(allocated(qlora) > allocated(lora));
}

TEST_CASE("replicas change nothing on a device, and a degree of one is the identity") {
  TrainCase one(llama, "h100-sxm5-80gb"), two = one, eight = one;
  CHECK(allocated(two.devices(2, 0)) == allocated(eight.devices(8, 0)));
  for (Count zero : {1, 2, 3}) {
    TrainCase alone = one;
    CHECK(allocated(alone.devices(1, zero)) == allocated(one));
  }
}

TEST_CASE("the step's moment does not depend on the tokens, nor backward on the step's temporary") {
  const auto full = [](TrainSpec& t) { t.method = Method::full, t.recipe = Recipe::pure; };
  TrainCase c = with("Qwen/Qwen2.5-7B", "b200-sxm-192gb", full), longer = c, fused = c;
  longer.t().sequence_length = 8192;
  CHECK(moment_total(c.run(), Moment::optimizer_step) == moment_total(longer.run(), Moment::optimizer_step));
  fused.t().framework = Framework::torchtitan;  // fused AdamW: no temporary
  CHECK(moment_total(fused.run(), Moment::optimizer_step) < moment_total(c.run(), Moment::optimizer_step));
  CHECK(moment_part(fused.run(), Moment::backward_start, Part::activations) ==
        moment_part(c.run(), Moment::backward_start, Part::activations));
}

TEST_CASE("intervals do not narrow away from what was measured") {
  const auto plain = [](TrainSpec&) {};
  const double known = width(with(llama, "b200-sxm-192gb", plain));
  CHECK(width(with(llama, "b200-sxm-192gb", [](TrainSpec& t) { t.framework = Framework::torchtitan; })) > known);
  CHECK(width(with(llama, "mi300x", plain)) > known);
  CHECK(width(with(llama, "b200-sxm-192gb", [](TrainSpec& t) { t.compute = Compute::fp8; })) > known);
  CHECK(width(with("mistralai/Mixtral-8x7B-v0.1", "b200-sxm-192gb", plain)) > known);
  const auto eager = [](TrainSpec& t) { t.framework = Framework::deepspeed, t.attention = Attention::eager; };
  const auto flash = [](TrainSpec& t) { t.framework = Framework::deepspeed; };
  CHECK(width(with(llama, "b200-sxm-192gb", eager)) > width(with(llama, "b200-sxm-192gb", flash)));
}

TEST_CASE("the pool holds the live tensors, and never shrinks as phases grow") {
  const MemoryConstants k(catalog().calibration, "generic", "NVIDIA");
  for (bool lora : {false, true})
    for (bool gathered : {false, true}) {
      PoolTerms t;
      t.lora = lora, t.gathered = gathered;
      t.allocated = t.upcast_peak = 20e9, t.phases = 20e9;
      const double base = pool_bytes(t, k);
      CHECK(base >= t.allocated);
      PoolTerms more = t;
      more.phases = 26e9, more.overlap = 3e9, more.upcast_peak = 22e9;
      CHECK(pool_bytes(more, k) >= base);
    }
}
