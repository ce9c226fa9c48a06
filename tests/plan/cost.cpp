#include "core/plan/plan.hpp"
#include "tests/plan/fixture.hpp"

using namespace gpusel;

namespace {

constexpr const char* h100 = R"("accelerator":"h100-sxm5-80gb")";

}  // namespace

TEST_CASE("a rented run costs its hours") {
  const Report r = estimated(train(llama3_8b, R"("tokens":1e9)", h100));
  REQUIRE(r.cost.usd_per_hour);
  REQUIRE(r.cost.run);
  CHECK(r.cost.run->estimate.value == doctest::Approx(r.train->run->estimate.value / 3600 * r.cost.usd_per_hour->usd));
  CHECK(r.cost.run->low < r.cost.run->estimate);
  CHECK(r.cost.run->estimate < r.cost.run->high);
  CHECK_FALSE(r.cost.usd_per_hour->source.empty());
  CHECK_FALSE(r.cost.usd_per_hour->date.empty());
}

TEST_CASE("a million served tokens cost in inverse proportion to utilisation") {
  Scenario s = serve(llama3_8b, R"("concurrency":8)", h100);
  s.goal.utilization = 0.5;
  const Report half = estimated(s);
  s.goal.utilization = 1.0;
  const Report full = estimated(s);
  REQUIRE(half.cost.per_million_tokens);
  CHECK(half.cost.per_million_tokens->estimate.value ==
        doctest::Approx(2 * full.cost.per_million_tokens->estimate.value));
  CHECK(half.cost.per_million_tokens_owned->estimate > full.cost.per_million_tokens_owned->estimate);
}

TEST_CASE("electricity for nothing leaves only the write-off") {
  Scenario s = train(llama3_8b, R"("tokens":1e9)", h100);
  s.goal.electricity_usd_per_kwh = 0;
  s.goal.pue = 1;
  const Report free = estimated(s);
  REQUIRE(free.cost.run_owned);
  const double hours = free.train->run->estimate.value / 3600,
               busy = s.goal.horizon_seconds / 3600 * s.goal.utilization;
  CHECK(free.cost.run_owned->estimate.value ==
        doctest::Approx(hours * free.cost.purchase->usd * 1.4 / busy));  // 40 % for the host
  s.goal.electricity_usd_per_kwh = 0.3;
  CHECK(estimated(s).cost.run_owned->estimate > free.cost.run_owned->estimate);
}

TEST_CASE("an unknown price is no price") {
  Scenario s = train(llama3_8b, R"("tokens":1e9)", h100);
  Accelerator own = *catalogue().accelerator("h100-sxm5-80gb");
  own.id = "my-own-card";
  own.from_catalogue = false;
  s.hardware->accelerator = own;
  const Report r = estimated(s);
  CHECK_FALSE(r.cost.usd_per_hour);
  CHECK_FALSE(r.cost.purchase);
  CHECK_FALSE(r.cost.run);
  CHECK_FALSE(r.cost.per_million_tokens);
}

TEST_CASE("as many devices cost as many times as much, whole hosts where they are sold so") {
  const double one = estimated(train(llama3_8b, "", h100)).cost.usd_per_hour->usd;
  CHECK(estimated(train(llama3_8b, "", R"("accelerator":"h100-sxm5-80gb","count":8)")).cost.usd_per_hour->usd ==
        doctest::Approx(8 * one));
  CHECK(estimated(train(llama3_8b, "", R"("accelerator":"h100-sxm5-80gb","count":3)")).cost.usd_per_hour->usd ==
        doctest::Approx(4 * one));
}
