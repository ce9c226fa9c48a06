// Where nothing meets a question: the nearest plans. With its change in the question, each is ranked.
#include <algorithm>
#include <cmath>
#include <random>

#include "core/plan/compare.hpp"
#include "tests/plan/fixture.hpp"

using namespace gpusel;

namespace {

bool ranks(const Selection& s, const Report& plan) {
  return std::any_of(s.ranked.begin(), s.ranked.end(), [&](const Report& r) {
    return device_of(r) == device_of(plan) && r.scenario.hardware->count == plan.scenario.hardware->count;
  });
}

double distance_of_moves(const NearestPlan& p) {
  double sum = 0;
  for (const Move& m : p.moves) sum += m.to ? std::log(m.factor()) * std::log(m.factor()) : 0;
  return std::sqrt(sum);
}

// What holds of every answer to a question that nothing meets.
void check_nearest(const Selection& s) {
  REQUIRE(s.ranked.empty());
  double before = 0;
  for (const NearestPlan& p : s.nearest) {
    CAPTURE(device_of(p.report));
    CAPTURE(p.report.scenario.hardware->count);
    CAPTURE(p.change.effect);
    CHECK(ranks(selected(patched(s.scenario, p.change.change)), p.report));
    CHECK(p.report.fits != Fits::no);
    CHECK_FALSE((p.moves.empty() && !p.other_device && p.change.args.front().second.empty()));
    CHECK(p.distance >= distance_of_moves(p) * (1 - 1e-9));
    CHECK(p.distance >= before / 1.1);  // ties go by the goal
    before = p.distance;
  }
}

const char* pretraining_405b =
    R"({"version":1,"task":"train","model":"meta-llama/Llama-3.1-405B","train":{"method":"full","objective":"pretrain",
    "global_batch":2048,"sequence_length":8192,"tokens":1.56e13},"goal":{"max_count":1,"deadline_seconds":86400,
    "accelerators":["rtx-4090"]}})";

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  double upto(double high) { return high * static_cast<double>(engine_()) / 4294967296.0; }
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(upto(static_cast<double>(n))); }

 private:
  std::mt19937 engine_;
};

Scenario impossible(Random& random) {
  static const char* tasks[] = {
      R"("model":"meta-llama/Meta-Llama-3-8B","task":"train","train":{"method":"full","tokens":1e9})",
      R"("model":"meta-llama/Meta-Llama-3-70B","task":"train","train":{"method":"lora","tokens":1e9})",
      R"("model":"meta-llama/Meta-Llama-3-70B","task":"train","train":{"method":"full","objective":"pretrain","global_batch":512,"sequence_length":4096,"tokens":1e12})",
      R"("model":"meta-llama/Meta-Llama-3-70B","task":"serve","serve":{"concurrency":8})",
      R"("model":"deepseek-ai/DeepSeek-V3","task":"serve","serve":{"weights":"fp8","concurrency":64})"};
  Scenario s = scenario(std::string("{\"version\":1,") + tasks[random.below(std::size(tasks))] + "}");
  s.goal.max_count = Count{1} << random.below(4);
  if (random.below(2) == 0)
    for (int i = 0; i < 3; ++i)
      s.goal.accelerators.push_back(catalogue().accelerators[random.below(catalogue().accelerators.size())].id);
  if (random.below(2) == 0) s.goal.max_usd_per_hour = 0.01 + random.upto(1);
  if (random.below(2) == 0) s.goal.max_watts = 10 + random.upto(200);
  if (random.below(2) == 0) s.goal.min_tokens_per_second = 1e5 + random.upto(1e6);
  if (random.below(2) == 0) s.goal.deadline_seconds = 60 + random.upto(3600);
  if (random.below(3) == 0) s.goal.max_total_usd = 0.1 + random.upto(1);
  if (random.below(3) == 0) s.goal.max_tpot_seconds = 1e-5 + random.upto(1e-3);
  return s;
}

}  // namespace

TEST_CASE("405B pre-training by tomorrow on one card answers with what is nearest") {
  const Selection s = selected(scenario(pretraining_405b));
  check_nearest(s);
  REQUIRE_FALSE(s.nearest.empty());
  const NearestPlan& first = s.nearest.front();
  CHECK(first.other_device);  // no number of 24 GB cards holds the inputs of its layers
  REQUIRE(first.moves.size() == 2);
  CHECK(first.moves[0].field == "goal.max_count");
  CHECK(first.moves[0].from == 1);
  CHECK(first.moves[0].to == static_cast<double>(first.report.scenario.hardware->count));
  CHECK(first.moves[1].field == "goal.deadline_seconds");
  REQUIRE(first.report.train->run);
  CHECK(*first.moves[1].to >= first.report.train->run->estimate.value);
  CHECK(*first.moves[1].to <= 1.1 * first.report.train->run->estimate.value);
}

TEST_CASE("more of a card, another method and other hardware are each told where they are as near") {
  const Selection s = selected(scenario(
      R"({"version":1,"task":"train","model":"meta-llama/Meta-Llama-3-8B","train":{"method":"full"},"goal":{"max_count":1,
      "accelerators":["rtx-4090"]}})"));
  check_nearest(s);
  REQUIRE(s.nearest.size() == 3);
  CHECK(s.nearest[0].moves.size() == 1);
  CHECK(device_of(s.nearest[0].report) == "rtx-4090");
  CHECK(s.nearest[1].report.scenario.train.method == Method::lora);
  CHECK(s.nearest[1].moves.empty());
  CHECK(s.nearest[2].other_device);
}

TEST_CASE("a fixed count that is too small is answered with another count") {
  const Selection s = selected(scenario(
      R"({"version":1,"task":"serve","model":"meta-llama/Meta-Llama-3-70B","serve":{"concurrency":4},
      "hardware":{"accelerator":"rtx-4090","count":2}})"));
  check_nearest(s);
  REQUIRE_FALSE(s.nearest.empty());
  CHECK(s.nearest.front().moves.front().field == "hardware.count");
}

TEST_CASE("impossible questions of all kinds have an answer that holds") {
  Random random(20261203);
  int asked = 0, answered = 0;
  for (int i = 0; i < 60; ++i) {
    const Selection s = selected(impossible(random));
    if (!s.ranked.empty()) {
      CHECK(s.nearest.empty());
      continue;
    }
    CAPTURE(i);
    check_nearest(s);
    ++asked;
    answered += !s.nearest.empty();
  }
  CHECK(asked > 30);
  CHECK(answered == asked);
}
