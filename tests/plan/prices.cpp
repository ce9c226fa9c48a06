#include "core/plan/prices.hpp"

#include "tests/plan/fixture.hpp"

using namespace gpusel;

namespace {

Catalog priced(std::vector<Price> prices, std::string newest) {
  Catalog c;
  c.prices = std::move(prices);
  c.prices_date = std::move(newest);
  return c;
}

}  // namespace

TEST_CASE("days between dates follow the calendar") {
  CHECK(days_between("2026-01-01", "2026-01-31") == 30);
  CHECK(days_between("2024-02-28", "2024-03-01") == 2);
  CHECK(days_between("2026-05", "2026-05-01") == 0);
  CHECK(days_between("2025", "2026") == 365);
}

TEST_CASE("the median of the offers counts, with their range") {
  const Catalog c = priced({{"x", PriceKind::rent, 3, "a", "2026-11-01", "s", ""},
                            {"x", PriceKind::rent, 1, "b", "2026-11-02", "s", ""},
                            {"x", PriceKind::rent, 2, "c", "2026-11-03", "s", ""},
                            {"x", PriceKind::spot, 0.1, "d", "2026-11-03", "s", ""}},
                           "2026-11-03");
  const std::optional<Offers> o = offers_of(c, "x", PriceKind::rent);
  REQUIRE(o);
  CHECK(o->median.usd == 2);
  CHECK(o->offers == 3);
  CHECK(o->median.date == "2026-11-03");
  CHECK(o->band.low == doctest::Approx(0.5));
  CHECK(o->band.high == doctest::Approx(1.5));
  CHECK_FALSE(o->median.stale);
}

TEST_CASE("a price is stale after 180 days, and unknown is not zero") {
  const Catalog c = priced({{"x", PriceKind::rent, 2, "a", "2026-01-01", "s", ""}}, "2026-07-01");
  CHECK(offers_of(c, "x", PriceKind::rent)->median.stale);
  const Catalog fresh = priced({{"x", PriceKind::rent, 2, "a", "2026-01-02", "s", ""}}, "2026-07-01");
  CHECK_FALSE(offers_of(fresh, "x", PriceKind::rent)->median.stale);
  CHECK_FALSE(offers_of(c, "y", PriceKind::rent));
}

TEST_CASE("a street price is preferred to the list price") {
  const Catalog c = priced({{"x", PriceKind::list, 1000, "", "2026-01-01", "s", ""},
                            {"x", PriceKind::street, 1400, "", "2026-01-01", "s", ""}},
                           "2026-01-01");
  CHECK(purchase_offers(c, {}, "x")->median.usd == 1400);
}

TEST_CASE("one's own price stands before every offer, without a range") {
  const Catalog c = priced(
      {{"x", PriceKind::street, 1400, "", "2020-01-01", "s", ""}, {"x", PriceKind::rent, 2, "", "2020-01-01", "s", ""}},
      "2026-01-01");
  GoalSpec goal;
  goal.prices = {{"y", 9, {}, {}, 9}, {"x", 0.5, {}, {}, 700}};
  const std::optional<Offers> bought = purchase_offers(c, goal, "x");
  CHECK(bought->median.usd == 700);
  CHECK(bought->median.own);
  CHECK_FALSE(bought->median.stale);
  CHECK(bought->band == Spread{});
  CHECK(rent_offers(c, goal, "x", RentPlan::on_demand)->median.usd == 0.5);
  CHECK(purchase_offers(c, {}, "x")->median.stale);
}

TEST_CASE("spot and reserved: the device's own offers, else the goal's discount, else the catalogue's with its range") {
  Catalog c = priced({{"x", PriceKind::rent, 2, "", "2026-01-01", "s", ""},
                      {"y", PriceKind::rent, 2, "", "2026-01-01", "s", ""},
                      {"x", PriceKind::spot, 0.7, "", "2026-01-01", "s", ""}},
                     "2026-01-01");
  CHECK_FALSE(rent_offers(c, {}, "y", RentPlan::spot));
  c.discounts = {{PriceKind::spot, 0.5, 0.25, 0.75, "2026-01", "t", ""}};
  const std::optional<Offers> offered = rent_offers(c, {}, "x", RentPlan::spot),
                              derived = rent_offers(c, {}, "y", RentPlan::spot);
  CHECK(offered->median.usd == 0.7);
  CHECK_FALSE(offered->median.derived);
  CHECK(derived->median.usd == 1.0);
  CHECK(derived->median.derived);
  CHECK(derived->median.kind == PriceKind::spot);
  CHECK(derived->median.source.find("t") != std::string::npos);
  CHECK(derived->band.low == doctest::Approx(0.5));
  CHECK(derived->band.high == doctest::Approx(1.5));
  GoalSpec goal;
  goal.spot_discount = 0.9;
  CHECK(rent_offers(c, goal, "y", RentPlan::spot)->median.usd == doctest::Approx(0.2));
  CHECK_FALSE(rent_offers(c, goal, "y", RentPlan::reserved));
}
