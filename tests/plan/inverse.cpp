#include "core/plan/inverse.hpp"

#include "core/plan/hardware.hpp"
#include "tests/plan/fixture.hpp"

using namespace gpusel;

namespace {

Count largest(const Scenario& s, Setting what, Fits surely = Fits::yes) {
  const Result<Question> q = resolve(catalogue(), s);
  REQUIRE(q.ok());
  return largest_that_fits(catalogue(), *q, *devices_of(catalogue(), *q), what, surely);
}

}  // namespace

TEST_CASE("the largest value fits and the next does not") {
  Scenario s = train(llama3_8b, R"("weights":"nf4","sequence_length":1024)", R"("accelerator":"rtx-4090")");
  struct Try {
    Setting what;
    Count* field;
  };
  for (const Try& t :
       {Try{Setting::micro_batch, &s.train.micro_batch}, Try{Setting::sequence_length, &s.train.sequence_length},
        Try{Setting::lora_rank, &s.train.lora.rank}, Try{Setting::lora_adapters, &s.train.lora.adapters}}) {
    const Count before = *t.field;
    const Count n = largest(s, t.what);
    REQUIRE(n >= 1);
    *t.field = n;
    CHECK(estimated(s).fits == Fits::yes);
    *t.field = n + 1;
    CHECK(estimated(s).fits != Fits::yes);
    *t.field = before;
  }
}

TEST_CASE("what cannot fit at all is 0") {
  CHECK(largest(train(llama3_70b, "", R"("accelerator":"rtx-4090")"), Setting::micro_batch) == 0);
}

TEST_CASE("a larger card takes a longer sequence") {
  const Count small =
      largest(train(llama3_8b, R"("weights":"nf4")", R"("accelerator":"rtx-4080")"), Setting::sequence_length);
  const Count large =
      largest(train(llama3_8b, R"("weights":"nf4")", R"("accelerator":"rtx-4090")"), Setting::sequence_length);
  CHECK(large > small);
}

TEST_CASE("by the estimate more fits than for sure, and as many requests as the report says") {
  const Scenario lora = train(llama3_8b, R"("weights":"nf4")", R"("accelerator":"rtx-4080")");
  CHECK(largest(lora, Setting::sequence_length, Fits::tight) > largest(lora, Setting::sequence_length));
  const Scenario served = serve(llama3_8b, R"("concurrency":8)", R"("accelerator":"rtx-4090")");
  const Report r = estimated(served);
  REQUIRE(r.serve.has_value());
  CHECK(largest(served, Setting::concurrency, Fits::tight) == r.serve->max_concurrency);
  CHECK(largest(served, Setting::concurrency) < r.serve->max_concurrency);
  CHECK(largest(served, Setting::context_length, Fits::tight) < 1 << 20);
}
