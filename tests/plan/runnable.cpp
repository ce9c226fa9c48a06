#include "core/plan/runnable.hpp"

#include <set>

#include "tests/plan/fixture.hpp"

using namespace gpusel;

namespace {

Scenario on(const char* device, Task task) {
  Scenario s;
  s.model = std::string("meta-llama/Meta-Llama-3-8B");
  s.task = task;
  s.hardware.emplace();
  s.hardware->accelerator = std::string(device);
  return s;
}

}  // namespace

TEST_CASE("every row fits, is estimate()'s own answer, and larger models come first") {
  for (Task task : {Task::serve, Task::train}) {
    const auto rows = runnable(catalogue(), on("rtx-4090", task));
    REQUIRE(rows.ok());
    REQUIRE(rows->size() > 50);
    std::set<std::string> seen;
    for (std::size_t i = 0; i < rows->size(); ++i) {
      const Runnable& r = (*rows)[i];
      CHECK(r.report.fits != Fits::no);
      CHECK(seen.insert(r.model).second);
      if (i > 0 && (*rows)[i - 1].report.fits == r.report.fits) CHECK((*rows)[i - 1].parameters >= r.parameters);
    }
    for (std::size_t i = 0; i < rows->size(); i += 40) {
      const auto again = estimate(catalogue(), (*rows)[i].scenario, {false, false});
      REQUIRE(again.ok());
      CHECK(again->memory.need.estimate == (*rows)[i].report.memory.need.estimate);
    }
  }
}

TEST_CASE("a bigger card runs no fewer models, and in no coarser formats") {
  const auto small = runnable(catalogue(), on("rtx-3060-12gb", Task::serve));
  const auto large = runnable(catalogue(), on("h100-sxm5-80gb", Task::serve));
  REQUIRE(small.ok());
  REQUIRE(large.ok());
  CHECK(large->size() > small->size());
  const auto format = [](const std::vector<Runnable>& rows, const char* model) {
    for (const Runnable& r : rows)
      if (r.model == model) return r.scenario.serve.weights;
    return WeightFormat::fp32;
  };
  CHECK(format(*large, "meta-llama/Meta-Llama-3-8B") == WeightFormat::bf16);
  CHECK(format(*small, "meta-llama/Meta-Llama-3-8B") != WeightFormat::bf16);
}

TEST_CASE("the longest context fits for certain and twice as much does not") {
  const auto rows = runnable(catalogue(), on("rtx-4090", Task::serve));
  REQUIRE(rows.ok());
  for (const Runnable& r : *rows) {
    if (r.model != "meta-llama/Meta-Llama-3-8B") continue;
    REQUIRE(r.longest > 0);
    Scenario s = r.scenario;
    s.serve.context_length = r.longest;
    CHECK(estimate(catalogue(), s, {false, false})->fits == Fits::yes);
    s.serve.context_length = 2 * r.longest;
    CHECK(estimate(catalogue(), s, {false, false})->fits != Fits::yes);
  }
}

TEST_CASE("without a device there is no answer") {
  Scenario s = on("rtx-4090", Task::serve);
  s.hardware.reset();
  CHECK_FALSE(runnable(catalogue(), s).ok());
}
