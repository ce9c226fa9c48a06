// What must hold of every selection whatever is asked, of training and of serving: more devices never lengthen the best
// plan nor make the best dearer, and a looser limit never worsens the answer.
#include "tests/plan/random_question.hpp"

using namespace gpusel;

TEST_CASE("more devices never lengthen the best plan") {
  each_question({0, 36}, [&](Random&, Scenario& s) {
    s.goal.objective = RankBy::speed;
    double before = 0;
    for (Count most : {1, 2, 4, 8, 16, 64, 256}) {
      CAPTURE(most);
      s.goal.max_count = most;
      const double now = best_of(selected(s), speed_of);
      CHECK(now >= before);
      before = now;
    }
  });
}

TEST_CASE("more devices never make the best dearer, hungrier or worse balanced, and drop no device") {
  int improved = 0;
  each_question({500, 560}, [&](Random&, Scenario& s) {
    if (s.goal.objective == RankBy::speed) s.goal.objective = RankBy::cost;
    Selection before;
    double best = 0;
    for (Count most : {1, 3, 8, 32, 200}) {
      CAPTURE(most);
      s.goal.max_count = most;
      Selection now = selected(s);
      for (const Report& r : before.ranked) CHECK_MESSAGE(ranks(now, device_of(r)), device_of(r));
      const double better = best_of(now, [&](const Report& r) { return worth(s.goal, r); });
      CHECK(better >= best);
      improved += best > 0 && better > best;
      best = better;
      before = std::move(now);
    }
  });
  CHECK(improved > 10);
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

namespace {

using LimitOf = std::optional<double> GoalSpec::*;
struct Bounded {
  LimitOf member;
  double scale;           // where limits bite
  bool at_least = false;  // looser is lower
};
const Bounded training_bounds[] = {{&GoalSpec::max_usd_per_hour, 20},  {&GoalSpec::max_total_usd, 2e3},
                                   {&GoalSpec::max_purchase_usd, 2e5}, {&GoalSpec::max_watts, 5e3},
                                   {&GoalSpec::deadline_seconds, 1e6}, {&GoalSpec::min_tokens_per_second, 5e3, true}};
const Bounded serving_bounds[] = {{&GoalSpec::max_usd_per_hour, 8},    {&GoalSpec::max_purchase_usd, 6e4},
                                  {&GoalSpec::max_watts, 2e3},         {&GoalSpec::max_ttft_seconds, 0.7},
                                  {&GoalSpec::max_tpot_seconds, 0.05}, {&GoalSpec::min_tokens_per_second, 3e2, true}};

const Bounded& bound_for(const Scenario& s, Random& random) {
  return s.task == Task::train ? training_bounds[random.below(std::size(training_bounds))]
                               : serving_bounds[random.below(std::size(serving_bounds))];
}

// Where each device brings a batch of its own the fastest is always the largest cluster: clusters are then tried for a
// deadline or a rate only, and the fastest of one host stands where that is enough.
bool follows_limit(const Scenario& s, const Bounded& bound) {
  const bool of_speed = bound.member == &GoalSpec::deadline_seconds || bound.at_least;
  return of_speed && s.goal.objective == RankBy::speed && s.task == Task::train && !s.train.global_batch;
}

}  // namespace

TEST_CASE("a looser limit never worsens the answer") {
  int ranked = 0, admitted = 0;
  each_question({100, 300}, [&](Random& random, Scenario& s) {
    s.goal.max_count = 64;
    const Bounded& bound = bound_for(s, random);
    if (random.coin()) {  // beside another, that stays
      const Bounded& other = bound_for(s, random);
      s.goal.*other.member = other.scale * std::exp(random.between(-1, 1) * 2);
    }
    s.goal.*bound.member = bound.scale * std::exp(random.between(-2, 2));
    const Selection tight = selected(s);
    *(s.goal.*bound.member) *= bound.at_least ? random.between(0.1, 0.999) : random.between(1.001, 8);
    const Selection loose = selected(s);
    for (const Report& r : tight.ranked) CHECK_MESSAGE(ranks(loose, device_of(r)), device_of(r));
    ranked += static_cast<int>(tight.ranked.size());
    admitted += loose.ranked.size() > tight.ranked.size();
    if (follows_limit(s, bound)) return;
    const auto metric = [&](const Report& r) { return worth(s.goal, r); };
    CHECK(best_of(loose, metric) >= best_of(tight, metric));
  });
  CHECK(ranked > 300);   // the limits leave something
  CHECK(admitted > 50);  // and bite
}
