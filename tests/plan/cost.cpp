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

TEST_CASE("renting and buying have cost the same at the break-even") {
  for (const bool serves : {false, true}) {
    CAPTURE(serves);
    const Report r = serves ? estimated(serve(llama3_8b, R"("concurrency":8)", h100))
                            : estimated(train(llama3_8b, R"("tokens":1e9)", h100));
    REQUIRE(r.cost.life);
    const CostLife& life = *r.cost.life;
    REQUIRE(life.break_even);
    CHECK(life.capital.estimate.value == doctest::Approx(1.4 * r.cost.purchase->usd));
    CHECK(life.rented_usd_per_hour->estimate.value == doctest::Approx(r.cost.usd_per_hour->usd * (serves ? 1 : 0.5)));
    const double hours = life.break_even->estimate.value / 3600;
    CHECK(life.capital.estimate.value + hours * life.owned_usd_per_hour ==
          doctest::Approx(hours * life.rented_usd_per_hour->estimate.value));
    CHECK(life.break_even->low < life.break_even->estimate);
    CHECK(life.break_even->estimate < life.break_even->high);
    CHECK(life.break_even_utilization.has_value() == !serves);
  }
}

TEST_CASE("at the break-even's utilization an hour of work costs the same rented and owned") {
  Scenario s = train(llama3_8b, R"("tokens":1e9)", h100);
  s.goal.horizon_seconds *= 3;
  const double u = *estimated(s).cost.life->break_even_utilization;
  REQUIRE(u < 1);
  s.goal.utilization = u;
  const Report r = estimated(s);
  CHECK(r.cost.run->estimate.value == doctest::Approx(r.cost.run_owned->estimate.value));
  CHECK(r.cost.life->break_even->estimate.value == doctest::Approx(s.goal.horizon_seconds));
}

TEST_CASE("no break-even where renting costs less than the power") {
  Scenario s = train(llama3_8b, R"("tokens":1e9)", h100);
  s.goal.electricity_usd_per_kwh = 50;
  const Report r = estimated(s);
  REQUIRE(r.cost.life);
  CHECK_FALSE(r.cost.life->break_even);
  s.goal.electricity_usd_per_kwh = 0.12;
  s.goal.resale = 0.5;
  const Report resold = estimated(s);
  CHECK(resold.cost.life->capital.estimate.value == doctest::Approx(0.9 * resold.cost.purchase->usd));
  s.goal.resale = 0;
  s.goal.host_usd_per_device = 100;
  CHECK(estimated(s).cost.life->host.value == 100);
}

TEST_CASE("spot: cheaper by the hour, more hours, and later where it must be rented so") {
  Scenario s = train(llama3_70b, R"("method":"full","recipe":"megatron","tokens":1e9)",
                     R"("accelerator":"h100-sxm5-80gb","count":64)");
  const Report on_demand = estimated(s);
  s.goal.rent = RentPlan::spot;
  s.goal.spot_interruption_seconds = 86400;
  const Report spot = estimated(s);
  const double price = spot.cost.usd_per_hour->usd / on_demand.cost.usd_per_hour->usd;
  CHECK(price < 0.9);
  const double paid = spot.cost.run->estimate.value / on_demand.cost.run->estimate.value / price;
  CHECK(paid > 1.02);
  CHECK(paid < 1.5);
  CHECK(spot.train->run->estimate == on_demand.train->run->estimate);  // it may be bought as well
  CHECK(spot.cost.run_owned->estimate == on_demand.cost.run_owned->estimate);
  s.goal.acquire = Acquire::rent;
  const Report rented = estimated(s);
  CHECK(rented.train->run->estimate.value == doctest::Approx(paid * on_demand.train->run->estimate.value));
  CHECK(rented.cost.run->estimate.value == doctest::Approx(spot.cost.run->estimate.value));
}

TEST_CASE("an hour of one's own price is what is paid") {
  Scenario s = train(llama3_8b, R"("tokens":1e9)", h100);
  s.goal.prices = {{"h100-sxm5-80gb", 1.0, {}, {}, 8000}};
  const Report r = estimated(s);
  CHECK(r.cost.usd_per_hour->usd == 1.0);
  CHECK(r.cost.usd_per_hour->own);
  CHECK(r.cost.purchase->usd == 8000);
}
