// What must hold of every selection whatever is asked: more devices never lengthen the best plan, a looser limit never
// worsens the answer, a cheaper price never lowers a rank, and tiny changes of input do not shuffle the ranking. Random
// scenarios over random parts of the catalogue, seeded: the same every time.
#include <algorithm>
#include <cmath>
#include <functional>
#include <random>

#include "core/plan/compare.hpp"
#include "core/plan/metrics.hpp"
#include "core/plan/rank.hpp"
#include "tests/plan/fixture.hpp"

using namespace gpusel;

namespace {

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  double between(double low, double high) {  // portable: std distributions differ by library
    return low + (high - low) * static_cast<double>(engine_()) / 4294967295.0;
  }
  std::size_t below(std::size_t n) { return std::min(n - 1, static_cast<std::size_t>(between(0, double(n)))); }
  bool coin() { return below(2) == 1; }

 private:
  std::mt19937 engine_;
};

// Fine-tuning, pre-training with an open step, a run over tokens, serving: each with a dozen accelerators.
Scenario random_scenario(Random& random) {
  static const char* tasks[] = {
      R"("model":"meta-llama/Meta-Llama-3-8B","task":"train","train":{"method":"lora","tokens":1e8})",
      R"("model":"meta-llama/Meta-Llama-3-8B","task":"train","train":{"method":"full","objective":"pretrain","global_batch":256,"sequence_length":4096,"tokens":1e10})",
      R"("model":"meta-llama/Meta-Llama-3-70B","task":"train","train":{"method":"full","recipe":"pure","sequence_length":2048,"tokens":1e8})",
      R"("model":"mistralai/Mixtral-8x7B-v0.1","task":"train","train":{"method":"lora","weights":"nf4","tokens":1e8})",
      R"("model":"meta-llama/Meta-Llama-3-8B","task":"serve","serve":{"concurrency":16})",
      R"("model":"meta-llama/Meta-Llama-3-70B","task":"serve","serve":{"weights":"fp8","concurrency":8})"};
  Scenario s = scenario(std::string("{\"version\":1,") + tasks[random.below(std::size(tasks))] + "}");
  while (s.goal.accelerators.size() < 12)
    s.goal.accelerators.push_back(catalogue().accelerators[random.below(catalogue().accelerators.size())].id);
  s.goal.objective = std::array{RankBy::cost, RankBy::speed, RankBy::energy, RankBy::balanced}[random.below(4)];
  s.goal.acquire = std::array{Acquire::rent, Acquire::buy, Acquire::either}[random.below(3)];
  s.goal.max_count = Count{1} << random.below(8);
  s.goal.rent = std::array{RentPlan::on_demand, RentPlan::spot, RentPlan::reserved}[random.below(3)];
  return s;
}

double best_of(const Selection& s, const std::function<double(const Report&)>& metric) {
  double best = 0;
  for (const Report& r : s.ranked) best = std::max(best, metric(r));
  return best;
}

// Larger is better; 0 where unknown.
double worth(const GoalSpec& goal, const Report& r) {
  if (goal.objective == RankBy::cost) {
    const auto cost = cost_metric(goal, r);
    return cost && *cost > 0 ? 1 / *cost : 0;
  }
  if (goal.objective == RankBy::energy) {
    const auto energy = energy_metric(r);
    return energy ? 1 / *energy : 0;
  }
  if (goal.objective == RankBy::balanced) {
    const Metrics m = metrics_of(goal, r, Seen::expected);
    const double product = m.cost * m.device_time * m.energy;
    return std::isfinite(product) ? 1 / product : 0;
  }
  return speed_of(r);
}

bool ranks(const Selection& s, const std::string& device) {
  return std::any_of(s.ranked.begin(), s.ranked.end(), [&](const Report& r) { return device_of(r) == device; });
}

// Place of a device's first row among the devices; 1000 where it is not ranked.
int place_of(const Selection& s, const std::string& device) {
  const std::vector<DeviceRow> rows = device_rows(s.ranked);
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (device_of(s.ranked[rows[i].index]) == device) return static_cast<int>(i);
  return 1000;
}

}  // namespace

TEST_CASE("more devices never lengthen the best plan") {
  for (unsigned seed = 0; seed < 24; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    Scenario s = random_scenario(random);
    s.goal.objective = RankBy::speed;
    double before = 0;
    for (Count most : {1, 2, 4, 8, 16, 64, 256}) {
      CAPTURE(most);
      s.goal.max_count = most;
      const double now = best_of(selected(s), speed_of);
      CHECK(now >= before);
      before = now;
    }
  }
}

TEST_CASE("a step of a fixed batch is no longer on more hosts of a cluster") {
  for (const char* device : {"h100-sxm5-80gb", "a100-sxm4-80gb", "b200-sxm-192gb", "mi300x"}) {
    CAPTURE(device);
    Scenario s = train(llama3_70b,
                       R"("method":"full","objective":"pretrain","sequence_length":4096,"global_batch":1024,)"
                       R"("recipe":"megatron","framework":"megatron")",
                       R"("accelerator":")" + std::string(device) + R"(","count":64)");
    double before = 1e9;
    for (Count n : {64, 128, 256, 512, 1024}) {
      CAPTURE(n);
      s.hardware->count = n;
      const Report r = estimated(s);
      REQUIRE(r.train);
      CHECK(r.train->step.estimate.value <= before);
      before = r.train->step.estimate.value;
    }
  }
}

TEST_CASE("a looser limit never worsens the answer") {
  using Limit = std::optional<double> GoalSpec::*;
  const Limit limits[] = {&GoalSpec::max_usd_per_hour, &GoalSpec::max_total_usd, &GoalSpec::max_purchase_usd,
                          &GoalSpec::max_watts, &GoalSpec::deadline_seconds};
  int ranked = 0;
  for (unsigned seed = 100; seed < 180; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    Scenario s = random_scenario(random);
    s.goal.max_count = 64;
    const Limit limit = limits[seed % std::size(limits)];
    const double scale = std::array{20.0, 2e3, 2e5, 5e3, 1e6}[seed % std::size(limits)];
    s.goal.*limit = scale * std::exp(random.between(-3, 1));
    const Selection tight = selected(s);
    s.goal.*limit = *(s.goal.*limit) * random.between(1.001, 4);
    const Selection loose = selected(s);
    for (const Report& r : tight.ranked) CHECK_MESSAGE(ranks(loose, device_of(r)), device_of(r));
    ranked += static_cast<int>(tight.ranked.size());
    // Where each device brings a batch of its own the fastest is always the largest cluster: clusters are then tried
    // for a deadline only, and the fastest of one host stands where that is enough.
    if (limit == &GoalSpec::deadline_seconds && s.goal.objective == RankBy::speed && !s.train.global_batch) continue;
    const auto metric = [&](const Report& r) { return worth(s.goal, r); };
    CHECK(best_of(loose, metric) >= best_of(tight, metric) * (1 - 1e-12));
  }
  CHECK(ranked > 50);  // the limits bite, and leave something
}

TEST_CASE("a cheaper price never lowers a rank, whichever offer it is") {
  int compared = 0;
  for (unsigned seed = 200; seed < 280; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    Scenario s = random_scenario(random);
    s.goal.objective = random.coin() ? RankBy::cost : RankBy::balanced;
    const Selection before = selected(s);
    if (before.ranked.empty()) continue;
    const std::string device = device_of(before.ranked[random.below(before.ranked.size())]);
    CAPTURE(device);
    Catalog cheaper = catalogue();
    const double factor = std::exp(random.between(-1.5, 0));
    const bool one_only = random.coin();
    std::vector<Price*> offers;
    for (Price& p : cheaper.prices)
      if (p.accelerator == device && p.usd > 0) offers.push_back(&p);
    if (offers.empty()) continue;
    const std::size_t which = random.below(offers.size());
    for (std::size_t i = 0; i < offers.size(); ++i)
      if (!one_only || i == which) offers[i]->usd *= factor;
    CHECK(place_of(selected(cheaper, s), device) <= place_of(before, device));
    ++compared;
  }
  CHECK(compared > 25);
}

TEST_CASE("a cheaper price of one's own never lowers a rank") {
  int compared = 0;
  for (unsigned seed = 400; seed < 440; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    Scenario s = random_scenario(random);
    s.goal.objective = random.coin() ? RankBy::cost : RankBy::balanced;
    const std::vector<std::string> devices = s.goal.accelerators;
    const std::string device = devices[random.below(devices.size())];
    CAPTURE(device);
    OwnPrice price{device, random.between(0.1, 4), random.between(0.1, 2), random.between(0.1, 3),
                   random.between(500, 40000)};
    s.goal.prices = {price};
    const int before = place_of(selected(s), device);
    if (before == 1000) continue;
    for (auto member : {&OwnPrice::usd_per_hour, &OwnPrice::spot_usd_per_hour, &OwnPrice::reserved_usd_per_hour,
                        &OwnPrice::purchase_usd})
      if (random.coin()) *(price.*member) *= random.between(0.3, 1);
    s.goal.prices = {price};
    CHECK(place_of(selected(s), device) <= before);
    ++compared;
  }
  CHECK(compared > 15);
}

// Devices within 5 % are equal and ordered by what is simpler, so only such may change places.
TEST_CASE("tiny changes of input leave the ranking as it is, but for equals") {
  constexpr double equal = 0.05;
  int pairs = 0;
  for (unsigned seed = 300; seed < 330; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    Scenario s = random_scenario(random);
    s.goal.max_count = 16;
    const Selection before = selected(s);
    const double tiny = std::exp(random.between(std::log(1e-6), std::log(1e-3)));
    const auto nudge = [&](double& x) { x *= 1 + tiny * random.between(-1, 1); };
    Catalog other = catalogue();
    for (Price& p : other.prices) nudge(p.usd);
    for (Accelerator& a : other.accelerators) {
      nudge(a.bandwidth.value);
      nudge(a.peak.bf16.value);
      nudge(a.power.value);
    }
    nudge(s.goal.electricity_usd_per_kwh);
    nudge(s.goal.utilization);
    nudge(s.goal.horizon_seconds);
    if (s.train.tokens) nudge(*s.train.tokens);
    const Selection after = selected(other, s);
    if (before.ranked.empty()) continue;
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
  }
  CHECK(pairs > 300);
}
