#include "tests/plan/fixture.hpp"

using namespace gpusel;

TEST_CASE("a filled scenario re-estimates to the same report") {
  for (const Scenario& s : {train(llama3_8b, "", R"("accelerator":"rtx-4090")"),
                            train(llama3_70b, R"("method":"full")", R"("accelerator":"h100-sxm5-80gb","count":16)"),
                            serve(llama3_8b, R"("concurrency":4)", R"("accelerator":"h100-sxm5-80gb","count":2)")}) {
    const Report first = estimated(s);
    const Report again = estimated(first.scenario);
    CHECK(again == first);
  }
}

TEST_CASE("the planner picks what fits: replicas where one device holds it, shards where not") {
  const Report small = estimated(train(llama3_8b, "", R"("accelerator":"h100-sxm5-80gb","count":8)"));
  CHECK(small.scenario.hardware->parallel.dp == 8);
  CHECK(small.scenario.hardware->parallel.zero == 0);
  const Report large = estimated(train(llama3_70b, R"("method":"full","recipe":"deepspeed","sequence_length":4096)",
                                       R"("accelerator":"h100-sxm5-80gb","count":32)"));
  CHECK(large.fits != Fits::no);
  const ParallelSpec& p = large.scenario.hardware->parallel;
  CHECK((p.zero == 3 || *p.tp > 1 || *p.pp > 1));
}

TEST_CASE("more devices never lengthen the best plan") {
  double before = 0;
  for (int count : {1, 2, 4, 8, 16, 32}) {
    const Report r =
        estimated(train(llama3_8b, "", R"("accelerator":"h100-sxm5-80gb","count":)" + std::to_string(count)));
    REQUIRE(r.train);
    CHECK(r.train->tokens_per_second.estimate.value >= before);
    before = r.train->tokens_per_second.estimate.value;
  }
}

TEST_CASE("an accelerator is required, and its name is checked") {
  const Scenario none = scenario(R"({"version":1,"task":"train","model":"meta-llama/Meta-Llama-3-8B"})");
  const Result<Report> missing = estimate(catalogue(), none, {false, false});
  REQUIRE_FALSE(missing.ok());
  CHECK(missing.error().pointer == "/hardware/accelerator");
  Scenario wrong = train(llama3_8b, "", R"("accelerator":"rtx-4090")");
  wrong.hardware->accelerator = std::string("rtx-4091");
  const Result<Report> unknown = estimate(catalogue(), wrong, {false, false});
  REQUIRE_FALSE(unknown.ok());
  CHECK(unknown.error().code == "unknown-accelerator");
  CHECK(unknown.error().message.find("rtx-4090") != std::string::npos);
}

TEST_CASE("memory moved to the host never makes a step faster") {
  const std::string settings = R"("method":"full","recipe":"deepspeed")";
  const Report on =
      estimated(train(llama3_8b, settings, R"("accelerator":"h100-sxm5-80gb","count":8,"parallel":{"dp":8,"zero":3})"));
  const Report off = estimated(
      train(llama3_8b, settings,
            R"("accelerator":"h100-sxm5-80gb","count":8,"offload":"optimizer","parallel":{"dp":8,"zero":3})"));
  CHECK(off.memory.need.estimate < on.memory.need.estimate);
  CHECK(off.memory.host.estimate > on.memory.host.estimate);
  CHECK(off.train->step.estimate >= on.train->step.estimate);
}

TEST_CASE("a diffusion model's training has its memory, and no speed that nothing stands behind") {
  const Result<Report> r = estimate(
      catalogue(), train("stabilityai/stable-diffusion-2-1", "", R"("accelerator":"b200-sxm-192gb","count":8)"),
      {true, false});
  REQUIRE(r.ok());
  CHECK(r->memory.allocated.estimate.value > 0);
  CHECK_FALSE(r->train.has_value());
  CHECK_FALSE(r->cost.per_million_tokens.has_value());
  bool said = false;
  for (const Note& n : r->warnings) said = said || n.code == "speed-not-modelled";
  CHECK(said);
}
