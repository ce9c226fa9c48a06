#include <doctest/doctest.h>

#include "core/time/time.hpp"
#include "tests/memory/serve_case.hpp"

using namespace gpusel;
using gpusel::test::ServeCase;

namespace {
struct Run {
  ServeTiming timing;
  EnergyReport energy;
};
Run run(ServeCase& s, Count concurrency) {
  const Case& c = s.filled();
  Run r;
  r.timing = serve_time(c, serve_memory(c, concurrency), concurrency, max_concurrency(c));
  r.energy = serve_energy(c, r.timing);
  return r;
}
}  // namespace

TEST_CASE("watts stay within the limit, and joules a token times tokens a second are watts") {
  for (const char* id : {"h100-sxm5-80gb", "b200-sxm-192gb", "rtx-4090", "mi300x"}) {
    CAPTURE(id);
    ServeCase s("meta-llama/Meta-Llama-3-8B", id);
    for (const Count b : {1, 16, 64}) {
      const Run r = run(s, b);
      CHECK(r.energy.watts.high.value <= s.c.power_limit.value);
      CHECK(r.energy.watts.low <= r.energy.watts.estimate);
      REQUIRE(r.energy.joules_per_token.has_value());
      CHECK(r.energy.joules_per_token->estimate.value * r.timing.report.output.estimate.value ==
            doctest::Approx(r.energy.watts.estimate.value));
    }
  }
}

TEST_CASE("a lower power limit draws less and is never faster") {
  ServeCase s("meta-llama/Meta-Llama-3-8B", "h100-sxm5-80gb");
  double watts = 1e9, rate = 1e9, prefill = 1e9;
  for (const double limit : {700.0, 500.0, 350.0, 200.0}) {
    s.c.power_limit = Watts(limit);
    const Run r = run(s, 32);
    CHECK(r.energy.watts.estimate.value <= watts);
    CHECK(r.energy.watts.high.value <= limit);
    CHECK(r.timing.report.decode.estimate.value <= rate);
    CHECK(r.timing.report.prefill.estimate.value <= prefill);
    watts = r.energy.watts.estimate.value;
    rate = r.timing.report.decode.estimate.value;
    prefill = r.timing.report.prefill.estimate.value;
  }
}

// ml-energy leaderboard v3, chat: 427, 474 and 572 W for batches of 8, 32 and 128 on an H100 (medians over models).
TEST_CASE("an H100 draws about what was measured") {
  ServeCase s("meta-llama/Meta-Llama-3-8B", "h100-sxm5-80gb");
  s.serve().output_tokens = 600;
  s.serve().input_tokens = 256;
  CHECK(run(s, 8).energy.watts.estimate.value == doctest::Approx(427).epsilon(0.25));
  CHECK(run(s, 128).energy.watts.estimate.value == doctest::Approx(572).epsilon(0.25));
}

TEST_CASE("training draws more the more of the step multiplies") {
  ServeCase s("meta-llama/Meta-Llama-3-8B", "h100-sxm5-80gb");
  const Case& c = s.filled();
  TrainTiming t;
  t.report.tokens_per_second = {TokensPerSecond(1000), TokensPerSecond(900), TokensPerSecond(1100)};
  t.compute_utilization = 0.9;
  const EnergyReport busy = train_energy(c, t);
  CHECK(busy.watts.estimate.value >= 0.85 * 700);
  CHECK(busy.watts.high.value <= 700);
  t.compute_utilization = 0.4;
  CHECK(train_energy(c, t).watts.estimate < busy.watts.estimate);
}
