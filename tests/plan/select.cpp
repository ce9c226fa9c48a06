#include <algorithm>
#include <set>

#include "core/plan/compare.hpp"
#include "core/plan/label.hpp"
#include "core/plan/metrics.hpp"
#include "core/plan/plan.hpp"
#include "core/plan/rank.hpp"
#include "tests/plan/fixture.hpp"

using namespace gpusel;

namespace {

Scenario question(const std::string& goal, const std::string& train_block = "") {
  return scenario(R"({"version":1,"task":"train","model":"meta-llama/Meta-Llama-3-8B","train":{)" + train_block +
                  R"(},"goal":{)" + goal + "}}");
}

const std::string few =
    R"("accelerators":["rtx-4090","rtx-4080","rtx-3090","h100-sxm5-80gb","v100-sxm2-32gb","groq-lpu-v1","apple-m4-max"])";

const std::string& accelerator_id(const Report& r) {
  return *std::get_if<std::string>(&*r.scenario.hardware->accelerator);
}

std::set<std::string> names_of(const Selection& s) {
  std::set<std::string> out;
  for (const Report& r : s.ranked) out.insert(*std::get_if<std::string>(&*r.scenario.hardware->accelerator));
  return out;
}

}  // namespace

TEST_CASE("every ranked report is the estimate of its scenario, and so is every rejection's") {
  const Selection s = selected(question(few));
  REQUIRE(s.ranked.size() > 3);
  for (const Report& ranked : s.ranked) {
    Report again = estimated(ranked.scenario);
    again.rank = ranked.rank;
    again.score = ranked.score;
    again.assumptions = ranked.assumptions;  // estimated() asks for no notes
    again.warnings = ranked.warnings;
    CHECK(again == ranked);
  }
  for (const Rejected& r : s.rejected)
    if (r.code == "memory") CHECK(estimated(r.report.scenario).fits == Fits::no);
}

TEST_CASE("ranks count from 1, and devices within 5 % are ordered by their count") {
  for (const char* by : {"cost", "speed", "latency", "energy", "balanced"}) {
    const Selection s = selected(question(few + R"(,"objective":")" + by + "\""));
    int rank = 0;
    for (const Report& r : s.ranked) CHECK(r.rank == ++rank);
    const std::vector<DeviceRow> rows = device_rows(s.ranked);
    for (std::size_t i = 1; i < rows.size(); ++i) {
      const Report &above = s.ranked[rows[i - 1].index], &below = s.ranked[rows[i].index];
      CHECK(below.score * 0.93 <= above.score);  // the chosen count may be 2 % below its device's best
      if (below.score * 0.98 > above.score) CHECK(above.scenario.hardware->count <= below.scenario.hardware->count);
    }
  }
}

TEST_CASE("a device is ranked with the fewest that come within 2 % of its own best") {
  for (const char* by : {"cost", "energy", "balanced"}) {
    const Selection s = selected(question(few + R"(,"objective":")" + by + "\""));
    for (const DeviceRow& row : device_rows(s.ranked)) {
      const Report& chosen = s.ranked[row.index];
      std::size_t others = 0;
      for (const Report& r : s.ranked) {
        if (&r == &chosen || accelerator_id(r) != accelerator_id(chosen)) continue;
        ++others;
        CHECK(r.rank > chosen.rank);
        const bool fewer = r.scenario.hardware->count < chosen.scenario.hardware->count;
        CHECK(r.score <= chosen.score / (fewer ? 1 : 0.98) + 1e-9);
        if (fewer) CHECK(r.score < chosen.score);
      }
      CHECK(row.other_counts.size() == others);
      CHECK(std::is_sorted(row.other_counts.begin(), row.other_counts.end()));
    }
  }
}

TEST_CASE("by latency the first reply to end leads, with the layout that ends it first") {
  const std::string serve =
      R"({"version":1,"task":"serve","model":"meta-llama/Meta-Llama-3-70B","serve":{"weights":"fp8",
    "concurrency":4,"output_tokens":128},"goal":{"accelerators":["h100-sxm5-80gb","h200-sxm-141gb","l40s"],"objective":)";
  const Selection soon = selected(scenario(serve + R"("latency"}})")),
                  fast = selected(scenario(serve + R"("speed"}})"));
  REQUIRE(!soon.ranked.empty());
  const auto seconds = [](const Report& r) {
    return r.serve->ttft.estimate.value + 127 * r.serve->tpot.estimate.value;
  };
  for (const Report& r : soon.ranked) {
    CHECK(latency_of(r)->estimate.value == doctest::Approx(seconds(r)));
    CHECK(seconds(soon.ranked.front()) <= seconds(r) * 1.05);
  }
  for (const Report& r : fast.ranked) CHECK(seconds(soon.ranked.front()) <= seconds(r) * 1.05);
  const Selection training = selected(question(few + R"(,"objective":"latency")"));
  CHECK(std::any_of(training.warnings.begin(), training.warnings.end(),
                    [](const Note& n) { return n.code == "latency-trains"; }));
  CHECK(names_of(training) == names_of(selected(question(few + R"(,"objective":"speed")"))));
}

TEST_CASE("what ties with the first is one note") {
  const Selection s = selected(question(few));
  int ties = 0;
  for (const Note& n : s.warnings) ties += n.code == "tied-with-first";
  CHECK(ties <= 1);
  // One device alone ties with nothing, however many counts of it pass.
  const Selection alone = selected(question(R"("accelerators":["rtx-4090"])"));
  for (const Note& n : alone.warnings) CHECK(n.code != "tied-with-first");
  CHECK(device_rows(alone.ranked).size() == 1);
}

TEST_CASE("every loser has a reason and its numbers") {
  const Selection s = selected(question(few));
  for (const Rejected& r : s.rejected) {
    CHECK_FALSE(r.code.empty());
    CHECK_FALSE(r.reason.empty());
    CHECK_FALSE(r.args.empty());
  }
  auto of = [&](const std::string& id) {
    return std::find_if(s.rejected.begin(), s.rejected.end(), [&](const Rejected& r) { return r.accelerator == id; });
  };
  REQUIRE(of("groq-lpu-v1") != s.rejected.end());
  CHECK(of("groq-lpu-v1")->code == "task-unsupported");
  REQUIRE(of("v100-sxm2-32gb") != s.rejected.end());
  CHECK(of("v100-sxm2-32gb")->code == "dtype");
}

TEST_CASE("the nearest fix admits the device") {
  const Selection s = selected(question(few + R"(,"max_count":1)"));
  int fixes = 0;
  for (const Rejected& r : s.rejected) {
    if (!r.nearest_fix || r.nearest_fix->code == "lift-limit") continue;
    CAPTURE(r.accelerator);
    CHECK(estimated(patched(r.report.scenario, r.nearest_fix->change)).fits != Fits::no);
    ++fixes;
  }
  CHECK(fixes > 0);
}

TEST_CASE("where no setting is enough, the nearest fix says which limits it would pass") {
  const Scenario q = scenario(std::string(R"({"version":1,"task":"serve","model":")") + llama3_70b +
                              R"(","serve":{"concurrency":32,"input_tokens":2048,"output_tokens":256},
                                 "goal":{"max_tpot_seconds":0.03,"max_usd_per_hour":3}})");
  const Selection s = selected(q);
  int lifted = 0, fitted = 0, without = 0;
  for (const Rejected& r : s.rejected) {
    if (!r.nearest_fix) {
      without += r.code != "memory" && r.code != "dtype";
      continue;
    }
    CAPTURE(r.accelerator);
    const bool only_limits = lifts_limits(r.nearest_fix->code);
    if (r.nearest_fix->code == "lift-limit" && r.code == "max_tpot_seconds")
      CHECK(r.nearest_fix->effect.find("It passes with at most ") == 0);
    if (r.nearest_fix->code == "lift-limit" && r.code == "max_usd_per_hour")
      CHECK(r.nearest_fix->effect.find(" $ an hour.") != std::string::npos);
    (only_limits ? lifted : fitted) += 1;
    const Report after = estimated(patched(r.report.scenario, r.nearest_fix->change));
    CHECK(after.fits != Fits::no);
    CHECK_FALSE(broken_limit(after.scenario.goal, after));
    CHECK(after.scenario.goal != q.goal);
  }
  CHECK(lifted > 50);
  CHECK(fitted > 20);
  CHECK(without == 0);
}

TEST_CASE("a looser limit never removes a candidate") {
  const std::set<std::string> tight = names_of(selected(question(few + R"(,"max_usd_per_hour":1)")));
  const std::set<std::string> loose = names_of(selected(question(few + R"(,"max_usd_per_hour":10)")));
  const std::set<std::string> free = names_of(selected(question(few)));
  for (const std::string& name : tight) CHECK(loose.count(name) == 1);
  for (const std::string& name : loose) CHECK(free.count(name) == 1);
}

TEST_CASE("limits hold for everything ranked, and a broken one names how far") {
  const Scenario q = question(few + R"(,"max_usd_per_hour":1,"max_watts":500)");
  const Selection s = selected(q);
  for (const Report& r : s.ranked) CHECK_FALSE(broken_limit(q.goal, r));
  const auto h100 = std::find_if(s.rejected.begin(), s.rejected.end(),
                                 [](const Rejected& r) { return r.accelerator == "h100-sxm5-80gb"; });
  REQUIRE(h100 != s.rejected.end());
  CHECK(h100->code != "memory");
  CHECK(h100->shortfall > 0);
}

TEST_CASE("the Pareto set holds what nothing beats, the best of each kind among it") {
  const Selection s = selected(question(few));
  REQUIRE_FALSE(s.pareto.empty());
  std::size_t fastest = 0;
  for (std::size_t i = 0; i < s.ranked.size(); ++i)
    if (speed_of(s.ranked[i]) > speed_of(s.ranked[fastest])) fastest = i;
  CHECK(std::count(s.pareto.begin(), s.pareto.end(), static_cast<int>(fastest)) == 1);
}

TEST_CASE("what fits in no host is answered by a cluster") {
  const Selection s = selected(scenario(
      R"({"version":1,"task":"train","model":"meta-llama/Meta-Llama-3-70B","train":{"method":"full","recipe":"deepspeed","sequence_length":4096},
          "goal":{"accelerators":["h100-sxm5-80gb"]}})"));
  REQUIRE_FALSE(s.ranked.empty());
  const Count count = s.ranked.front().scenario.hardware->count;
  CHECK(count >= 16);
  CHECK(count <= 32);
}

TEST_CASE("a run that one host is too slow for is answered by more hosts") {
  const double deadline = 30 * 86400.0;
  const Selection s =
      selected(question(R"("accelerators":["h100-sxm5-80gb"],"deadline_seconds":2592000)",
                        R"("method":"full","objective":"pretrain","sequence_length":8192,"tokens":1e12)"));
  REQUIRE_FALSE(s.ranked.empty());
  for (const Report& r : s.ranked) {
    CHECK(r.scenario.hardware->count > 8);
    REQUIRE(r.train->run);
    CHECK(r.train->run->estimate.value <= deadline);
  }
}

TEST_CASE("a scenario's hardware filters") {
  Scenario s = question("");
  s.hardware = HardwareSpec{};
  s.hardware->accelerator = std::string("rtx-4090");
  CHECK(names_of(selected(s)) == std::set<std::string>{"rtx-4090"});
}

TEST_CASE("a cheaper price never lowers a rank") {
  Catalog cheap = catalogue();
  const Scenario q = question(few + R"(,"objective":"cost","acquire":"rent")");
  auto place = [&](const Catalog& c) {
    const Result<Selection> s = select(c, q);
    for (const Report& r : s->ranked)
      if (*std::get_if<std::string>(&*r.scenario.hardware->accelerator) == "h100-sxm5-80gb") return r.rank;
    return 1000;
  };
  const int before = place(cheap);
  for (Price& p : cheap.prices)
    if (p.accelerator == "h100-sxm5-80gb") p.usd /= 4;
  CHECK(place(cheap) <= before);
}
