// Seeded random questions over random parts of the catalogue, the same every time, and what the planner's properties
// compare of two answers.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <random>

#include "core/plan/compare.hpp"
#include "core/plan/metrics.hpp"
#include "core/plan/rank.hpp"
#include "tests/plan/fixture.hpp"

namespace gpusel {

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

// Adapters on 16-bit and on 4-bit weights, full training, pre-training with an open step and with a fixed one.
inline const std::array<const char*, 9> training_tasks = {
    R"("model":"meta-llama/Meta-Llama-3-8B","task":"train","train":{"method":"lora","tokens":1e8})",
    R"("model":"meta-llama/Meta-Llama-3-70B","task":"train","train":{"method":"lora","weights":"nf4","tokens":3e7})",
    R"("model":"mistralai/Mixtral-8x7B-v0.1","task":"train","train":{"method":"lora","weights":"nf4","tokens":1e8})",
    R"("model":"meta-llama/Meta-Llama-3-8B","task":"train","train":{"method":"full","tokens":1e9})",
    R"("model":"meta-llama/Meta-Llama-3-8B","task":"train","train":{"method":"full","recipe":"megatron","framework":"deepspeed","tokens":1e9})",
    R"("model":"meta-llama/Meta-Llama-3-70B","task":"train","train":{"method":"full","recipe":"pure","tokens":1e8})",
    R"("model":"meta-llama/Meta-Llama-3-8B","task":"train","train":{"method":"full","objective":"pretrain","global_batch":256,"sequence_length":4096,"tokens":1e10})",
    R"("model":"meta-llama/Meta-Llama-3-70B","task":"train","train":{"method":"full","objective":"pretrain","recipe":"megatron","framework":"megatron","global_batch":512,"tokens":1e10})",
    R"("model":"EleutherAI/pythia-1b","task":"train","train":{"method":"full","objective":"pretrain","micro_batch":8,"gradient_accumulation":4,"tokens":3e9})"};
// Dense and mixture models; a named engine, each device's usual one, quantised weights, as many requests as fit.
inline const std::array<const char*, 6> serving_tasks = {
    R"("model":"meta-llama/Meta-Llama-3-8B","task":"serve","serve":{"concurrency":16})",
    R"("model":"meta-llama/Meta-Llama-3-8B","task":"serve","serve":{"weights":"q4_k_m","engine":"llama.cpp","concurrency":1})",
    R"("model":"meta-llama/Meta-Llama-3-8B","task":"serve","serve":{"engine":"vllm","concurrency":"max"})",
    R"("model":"meta-llama/Meta-Llama-3-70B","task":"serve","serve":{"weights":"fp8","concurrency":8})",
    R"("model":"meta-llama/Meta-Llama-3-70B","task":"serve","serve":{"weights":"awq-int4","engine":"sglang","concurrency":64,"input_tokens":4096})",
    R"("model":"mistralai/Mixtral-8x7B-v0.1","task":"serve","serve":{"concurrency":32})"};

inline Scenario random_scenario(Random& random, std::size_t devices) {
  const std::size_t task = random.below(training_tasks.size() + serving_tasks.size());
  const char* text = task < training_tasks.size() ? training_tasks[task] : serving_tasks[task - training_tasks.size()];
  Scenario s = scenario(std::string("{\"version\":1,") + text + "}");
  while (s.goal.accelerators.size() < devices)
    s.goal.accelerators.push_back(catalogue().accelerators[random.below(catalogue().accelerators.size())].id);
  s.goal.objective =
      std::array{RankBy::cost, RankBy::speed, RankBy::latency, RankBy::energy, RankBy::balanced}[random.below(5)];
  s.goal.acquire = std::array{Acquire::rent, Acquire::buy, Acquire::either}[random.below(3)];
  s.goal.max_count = Count{1} << random.below(8);
  s.goal.rent = std::array{RentPlan::on_demand, RentPlan::spot, RentPlan::reserved}[random.below(3)];
  return s;
}

// One random question a seed, over `devices` of the catalogue.
struct Seeds {
  unsigned first, end;
  std::size_t devices = 12;
};
inline void each_question(const Seeds& seeds, const std::function<void(Random&, Scenario&)>& check) {
  for (unsigned seed = seeds.first; seed < seeds.end; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    Scenario s = random_scenario(random, seeds.devices);
    check(random, s);
  }
}

inline double best_of(const Selection& s, const std::function<double(const Report&)>& metric) {
  double best = 0;
  for (const Report& r : s.ranked) best = std::max(best, metric(r));
  return best;
}

// Larger is better; 0 where unknown.
inline double worth(const GoalSpec& goal, const Report& r) {
  if (goal.objective == RankBy::cost) {
    const auto cost = cost_metric(goal, r);
    return cost && *cost > 0 ? 1 / *cost : 0;
  }
  if (goal.objective == RankBy::energy) {
    const auto energy = energy_metric(r);
    return energy ? 1 / *energy : 0;
  }
  if (goal.objective == RankBy::latency && r.serve) {
    const auto latency = latency_of(r);
    return latency && latency->estimate.value > 0 ? 1 / latency->estimate.value : 0;
  }
  if (goal.objective == RankBy::balanced) {
    const Metrics m = metrics_of(goal, r, Seen::expected);
    const double product = m.cost * m.device_time * m.energy;
    return std::isfinite(product) ? 1 / product : 0;
  }
  return speed_of(r);
}

inline bool ranks(const Selection& s, const std::string& device) {
  return std::any_of(s.ranked.begin(), s.ranked.end(), [&](const Report& r) { return device_of(r) == device; });
}

// Place of a device's first row among the devices; 1000 where it is not ranked.
inline int place_of(const Selection& s, const std::string& device) {
  const std::vector<DeviceRow> rows = device_rows(s.ranked);
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (device_of(s.ranked[rows[i].index]) == device) return static_cast<int>(i);
  return 1000;
}

}  // namespace gpusel
