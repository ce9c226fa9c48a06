// How long the core's entry points take: the median of several rounds, in microseconds, and as a multiple of a fixed
// piece of arithmetic on the same machine. Compare the multiples between two commits; the microseconds depend on the
// machine.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "core/gpusel.hpp"

namespace {

using Clock = std::chrono::steady_clock;

double microseconds_of(const std::function<void()>& work) {
  const auto start = Clock::now();
  work();
  return std::chrono::duration<double, std::micro>(Clock::now() - start).count();
}

double median_of(const std::function<void()>& work) {
  constexpr int rounds = 11;
  work();  // caches and lazily made things
  std::vector<double> times;
  for (int i = 0; i < rounds; ++i) times.push_back(microseconds_of(work));
  std::nth_element(times.begin(), times.begin() + rounds / 2, times.end());
  return times[rounds / 2];
}

volatile std::uint64_t sink = 0;

// The yardstick: a million steps of a generator, whose every step needs the one before.
void yardstick() {
  std::uint64_t state = 1;
  for (int i = 0; i < 1000000; ++i) state = state * 6364136223846793005U + (state >> 33U) + 1;
  sink = state;
}

// A result that is an error would be fast and meaningless.
void use(const std::string& json) {
  if (json.find("\"error\":{") != std::string::npos) {
    std::fprintf(stderr, "a benchmark's scenario is refused: %.300s\n", json.c_str());
    std::exit(1);
  }
  sink = json.size();
}

const char* const lora =
    R"({"version":1,"model":"meta-llama/Meta-Llama-3-8B","task":"train","hardware":{"accelerator":"rtx-4090"}})";
const char* const serve = R"({"version":1,"model":"meta-llama/Meta-Llama-3-70B","task":"serve",
  "serve":{"concurrency":32,"input_tokens":2048,"output_tokens":256},"hardware":{"accelerator":"h100-sxm5-80gb","count":8}})";
const char* const choose = R"({"version":1,"model":"meta-llama/Meta-Llama-3-70B","task":"serve",
  "serve":{"concurrency":32,"input_tokens":2048,"output_tokens":256},"goal":{"max_tpot_seconds":0.05}})";

}  // namespace

int main() {
  const auto catalog = gpusel::load_catalog();
  if (!catalog.ok()) {
    std::fprintf(stderr, "the catalogue does not load\n");
    return 1;
  }
  struct Case {
    const char* name;
    std::function<void()> work;
  };
  const std::vector<Case> cases = {
      {"load the catalogue", [] { sink = gpusel::load_catalog().ok() ? 1 : 0; }},
      {"estimate LoRA 8B on one card", [&] { use(gpusel::estimate_json(catalog.value(), lora)); }},
      {"estimate serving 70B on eight", [&] { use(gpusel::estimate_json(catalog.value(), serve)); }},
      {"select for serving 70B", [&] { use(gpusel::select_json(catalog.value(), choose)); }},
  };
  const double unit = median_of(yardstick);
  std::printf("%-32s %12s %10s\n", "", "median us", "multiple");
  for (const Case& c : cases) {
    const double time = median_of(c.work);
    std::printf("%-32s %12.1f %10.3f\n", c.name, time, time / unit);
  }
  std::printf("%-32s %12.1f %10.3f\n", "yardstick", unit, 1.0);
}
