// A cheaper price never lowers a rank, and tiny changes of input do not shuffle the ranking.
#include "tests/plan/random_question.hpp"

using namespace gpusel;

TEST_CASE("a cheaper price never lowers a rank, whichever offer it is") {
  int compared = 0;
  each_question({200, 320}, [&](Random& random, Scenario& s) {
    s.goal.objective = random.coin() ? RankBy::cost : RankBy::balanced;
    const Selection before = selected(s);
    if (before.ranked.empty()) return;
    const std::string device = device_of(before.ranked[random.below(before.ranked.size())]);
    CAPTURE(device);
    Catalog cheaper = catalogue();
    const double factor = std::exp(random.between(-1.5, 0));
    const bool one_only = random.coin();
    std::vector<Price*> offers;
    for (Price& p : cheaper.prices)
      if (p.accelerator == device && p.usd > 0) offers.push_back(&p);
    if (offers.empty()) return;
    const std::size_t which = random.below(offers.size());
    for (std::size_t i = 0; i < offers.size(); ++i)
      if (!one_only || i == which) offers[i]->usd *= factor;
    CHECK(place_of(selected(cheaper, s), device) <= place_of(before, device));
    ++compared;
  });
  CHECK(compared > 45);
}

TEST_CASE("a cheaper price of one's own never lowers a rank") {
  int compared = 0;
  each_question({400, 440}, [&](Random& random, Scenario& s) {
    s.goal.objective = random.coin() ? RankBy::cost : RankBy::balanced;
    const std::vector<std::string> devices = s.goal.accelerators;
    const std::string& device = devices[random.below(devices.size())];
    CAPTURE(device);
    OwnPrice price{device, random.between(0.1, 4), random.between(0.1, 2), random.between(0.1, 3),
                   random.between(500, 40000)};
    s.goal.prices = {price};
    const int before = place_of(selected(s), device);
    if (before == 1000) return;
    for (auto member : {&OwnPrice::usd_per_hour, &OwnPrice::spot_usd_per_hour, &OwnPrice::reserved_usd_per_hour,
                        &OwnPrice::purchase_usd})
      if (random.coin()) *(price.*member) *= random.between(0.3, 1);
    s.goal.prices = {price};
    CHECK(place_of(selected(s), device) <= before);
    ++compared;
  });
  CHECK(compared > 15);
}

namespace {

// Every number of the catalogue and the question that is no count and no setting, by the part `most` or less.
struct Nudge {
  Random& random;
  double most;
  void operator()(double& x) const { x *= 1 + most * random.between(-1, 1); }
  void operator()(std::optional<double>& x) const {
    if (x) (*this)(*x);
  }
};

Catalog nudged(const Nudge& nudge) {
  Catalog out = catalogue();
  for (Price& p : out.prices) nudge(p.usd);
  for (Accelerator& a : out.accelerators) {
    for (double* x : {&a.bandwidth.value, &a.peak.bf16.value, &a.peak.fp16.value, &a.peak.fp8.value, &a.peak.int8.value,
                      &a.peak.fp32.value, &a.power.value, &a.pcie.per_direction.value})
      nudge(*x);
    if (a.link) nudge(a.link->per_direction.value);
  }
  return out;
}

void nudge_goal(const Nudge& nudge, Scenario& s) {
  GoalSpec& g = s.goal;
  for (double* x : {&g.electricity_usd_per_kwh, &g.utilization, &g.horizon_seconds, &g.pue}) nudge(*x);
  for (auto* x : {&g.max_usd_per_hour, &g.max_watts, &g.deadline_seconds, &g.max_tpot_seconds}) nudge(*x);
  nudge(s.train.tokens);
}

}  // namespace

// Devices within 5 % are equal and ordered by what is simpler, so only such may change places.
TEST_CASE("tiny changes of input leave the ranking as it is, but for equals") {
  constexpr double equal = 0.05;
  int pairs = 0;
  each_question({300, 330}, [&](Random& random, Scenario& s) {
    s.goal.max_count = 16;
    const Selection before = selected(s);
    const double tiny = std::exp(random.between(std::log(1e-6), std::log(1e-3)));
    const Nudge nudge{random, tiny};
    nudge_goal(nudge, s);
    const Selection after = selected(nudged(nudge), s);
    if (before.ranked.empty()) return;
    CHECK(std::fabs(after.ranked.front().score / before.ranked.front().score - 1) < 0.1);
    for (const DeviceRow& row : device_rows(before.ranked)) {
      const Report& a = before.ranked[row.index];
      CHECK(ranks(after, device_of(a)));
      for (const DeviceRow& below : device_rows(before.ranked)) {
        const Report& b = before.ranked[below.index];
        if (below.index <= row.index || !(a.score > 0) || b.score > a.score * (1 - equal) * (1 - 0.02)) continue;
        CHECK_MESSAGE(place_of(after, device_of(a)) < place_of(after, device_of(b)), device_of(a)
                                                                                         << " " << device_of(b));
        ++pairs;
      }
    }
  });
  CHECK(pairs > 300);
}

namespace {

std::string row_of(const Report& r) { return device_of(r) + " x " + std::to_string(r.scenario.hardware->count); }
std::string row_of(const Rejected& r) { return r.accelerator + " x " + std::to_string(r.count) + ": " + r.code; }

}  // namespace

TEST_CASE("a change of a part in a billion changes nothing of the answer") {
  std::size_t rows = 0;
  each_question({600, 700, 20}, [&](Random& random, Scenario& s) {
    if (random.coin()) s.goal.max_usd_per_hour = 10 * std::exp(random.between(-1, 2));
    if (random.coin()) s.goal.max_watts = 2000 * std::exp(random.between(-1, 2));
    CAPTURE(to_string(s.goal.objective));
    const Selection before = selected(s);
    const Nudge nudge{random, 1e-9};
    nudge_goal(nudge, s);
    const Selection after = selected(nudged(nudge), s);
    REQUIRE(after.ranked.size() == before.ranked.size());
    for (std::size_t i = 0; i < before.ranked.size(); ++i) {
      CHECK(row_of(after.ranked[i]) == row_of(before.ranked[i]));
      CHECK(after.ranked[i].scenario.hardware->parallel == before.ranked[i].scenario.hardware->parallel);
      CHECK(after.ranked[i].scenario.train.checkpointing == before.ranked[i].scenario.train.checkpointing);
      CHECK(after.ranked[i].scenario.train.micro_batch == before.ranked[i].scenario.train.micro_batch);
      CHECK(std::fabs(after.ranked[i].score - before.ranked[i].score) < 1e-6);
    }
    CHECK(after.pareto == before.pareto);
    REQUIRE(after.rejected.size() == before.rejected.size());
    for (std::size_t i = 0; i < before.rejected.size(); ++i)
      CHECK(row_of(after.rejected[i]) == row_of(before.rejected[i]));
    rows += before.ranked.size();
  });
  CHECK(rows > 600);
}
