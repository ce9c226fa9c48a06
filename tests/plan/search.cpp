#include "core/plan/search.hpp"

#include "tests/plan/fixture.hpp"

using namespace gpusel;

namespace {

const char* h100_64 = R"("accelerator":"h100-sxm5-80gb","count":64)";

std::string step(const std::string& more) {
  return R"("method":"full","recipe":"megatron","sequence_length":4096,)" + more;
}

Count product(const Report& r) {
  return r.scenario.train.micro_batch * r.scenario.train.gradient_accumulation * *r.scenario.hardware->parallel.dp;
}

}  // namespace

TEST_CASE("the step that was chosen has the global batch that was asked") {
  for (const char* model : {llama3_8b, llama3_70b})
    for (Count batch : {64, 256, 1024}) {
      CAPTURE(model);
      CAPTURE(batch);
      const Report r = estimated(train(model, step(R"("global_batch":)" + std::to_string(batch)), h100_64));
      CHECK(r.fits != Fits::no);
      CHECK(product(r) == batch);
    }
}

TEST_CASE("no step of the same batch that is set by hand is faster") {
  const Report best = estimated(train(llama3_70b, step(R"("global_batch":256)"), h100_64));
  const double rate = best.train->tokens_per_second.estimate.value;
  for (const char* by_hand :
       {R"("micro_batch":1,"gradient_accumulation":4)", R"("micro_batch":2,"gradient_accumulation":2)",
        R"("micro_batch":1,"gradient_accumulation":32,"checkpointing":"selective")"}) {
    const Report r = estimated(train(llama3_70b, step(by_hand), h100_64));
    if (r.fits == Fits::no || product(r) != 256) continue;
    CHECK(r.train->tokens_per_second.estimate.value <= rate * 1.01);
  }
}

TEST_CASE("what was chosen estimates to the same report again") {
  const Report r = estimated(train(llama3_70b, step(R"("global_batch":512)"), h100_64));
  const Report again = estimated(r.scenario);
  CHECK(again.train->step == r.train->step);
  CHECK(again.scenario == r.scenario);
}

TEST_CASE("a step with fewer sequences than devices still runs, and a step by hand is left alone") {
  const Report small = estimated(train(llama3_8b, step(R"("global_batch":8)"), h100_64));
  CHECK(small.fits != Fits::no);
  CHECK(product(small) >= 8);
  const Scenario by_hand = train(llama3_8b, R"("micro_batch":3)", R"("accelerator":"h100-sxm5-80gb")");
  CHECK(!leaves_step_open(by_hand));
  CHECK(estimated(by_hand).scenario.train.micro_batch == 3);
}
