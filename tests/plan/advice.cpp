#include <algorithm>
#include <set>

#include "core/plan/plan.hpp"
#include "tests/plan/fixture.hpp"

using namespace gpusel;

namespace {

struct Advised {
  Report report;
  std::vector<Advice> advice;
};

Advised advised(const Scenario& s) {
  const Result<Report> r = estimate(catalogue(), s, {false, true});
  REQUIRE(r.ok());
  return {*r, r->advice};
}

// Applied to the filled scenario and to the one that was given, a change does exactly what it says.
void check_truth(const Scenario& given, const Advised& a) {
  for (const Advice& advice : a.advice) {
    CAPTURE(advice.code);
    CAPTURE(write_json(advice.change));
    for (const Scenario& from : {a.report.scenario, given}) {
      const Report after = estimated(patched(from, advice.change));
      CHECK(after.fits == advice.fits_after);
      CHECK((after.memory.need.estimate - a.report.memory.need.estimate).number() ==
            doctest::Approx(advice.memory_delta_bytes));
      if (advice.speed_ratio > 0) CHECK(after.train.has_value() == a.report.train.has_value());
      if (advice.speed_ratio > 0 && after.train)
        CHECK(after.train->tokens_per_second.estimate / a.report.train->tokens_per_second.estimate ==
              doctest::Approx(advice.speed_ratio));
    }
  }
}

}  // namespace

TEST_CASE("what does not fit is told what would make it fit, and it does") {
  for (const Scenario& s : {train(llama3_8b, "", R"("accelerator":"rtx-4080")"),
                            train("meta-llama/Llama-2-13b-hf", "", R"("accelerator":"rtx-4090")"),
                            train(llama3_70b, R"("method":"full")", R"("accelerator":"h100-sxm5-80gb","count":8)"),
                            serve(llama3_70b, R"("concurrency":8)", R"("accelerator":"h100-sxm5-80gb")")}) {
    const Advised a = advised(s);
    CHECK(a.report.fits == Fits::no);
    REQUIRE_FALSE(a.advice.empty());
    CHECK(a.advice.front().fits_after != Fits::no);
    check_truth(s, a);
  }
}

TEST_CASE("what fits is told what would be faster, and it is") {
  for (const Scenario& s : {train(llama3_8b, "", R"("accelerator":"h100-sxm5-80gb")"),
                            serve(llama3_8b, R"("concurrency":8)", R"("accelerator":"h100-sxm5-80gb")")}) {
    const Advised a = advised(s);
    CHECK(a.report.fits == Fits::yes);
    REQUIRE_FALSE(a.advice.empty());
    for (const Advice& advice : a.advice) {
      CHECK(advice.fits_after != Fits::no);
      CHECK(advice.speed_ratio > 1);
    }
    check_truth(s, a);
  }
}

TEST_CASE("a layout that was fixed badly is advised against") {
  const Scenario s = train(llama3_70b, R"("method":"full","recipe":"deepspeed")",
                           R"("accelerator":"h100-sxm5-80gb","count":32,"parallel":{"zero":1,"tp":1,"pp":1,"cp":1})");
  const Advised a = advised(s);
  CHECK(a.report.fits == Fits::no);
  REQUIRE_FALSE(a.advice.empty());
  CHECK(a.advice.front().code == "layout-best");
  check_truth(s, a);
}

// What of an answer says that frameworks would do something else than the scenario asks.
std::set<std::string> contradictions(const Report& r) {
  static const std::set<std::string> known{
      "offload-needs-zero3", "zero-with-pipeline", "kbit-split",      "framework-lacks", "recipe-elsewhere",
      "tp-splits-heads",     "tp-beyond-host",     "dp-from-devices", "offload-paged",   "checkpoint-every-unused",
      "compute-kbit",        "fp16-pure",          "flash-elsewhere", "gguf-only",       "bitsandbytes-elsewhere"};
  std::set<std::string> out;
  for (const Note& n : r.warnings)
    if (known.count(n.code) > 0) out.insert(n.code);
  return out;
}

TEST_CASE("no change brings a contradiction that the scenario did not have") {
  const char* four = R"("accelerator":"h100-sxm5-80gb","count":4)";
  for (const Scenario& s :
       {train(llama3_70b, R"("method":"full")", four),
        train(llama3_70b, R"("weights":"nf4")", R"("accelerator":"rtx-3090","count":2)"),
        train(llama3_8b, R"("sequence_length":32768)", R"("accelerator":"rtx-4090","count":2)"),
        train(llama3_70b, R"("method":"full","framework":"hf-trainer")", four),
        train(llama3_70b, R"("method":"full","framework":"megatron","recipe":"megatron")", four),
        train(llama3_8b, R"("framework":"unsloth","weights":"nf4","sequence_length":65536)",
              R"("accelerator":"rtx-4090")"),
        train(llama3_8b, R"("method":"full")", R"("accelerator":"v100-sxm2-32gb","count":8)"),
        train(llama3_70b, R"("method":"full")", R"("accelerator":"tpu-v5e","count":8)"),
        serve(llama3_70b, R"("concurrency":8)", R"("accelerator":"rtx-4090")"),
        serve(llama3_70b, R"("engine":"llama.cpp","weights":"q8_0")", R"("accelerator":"rtx-4090")")}) {
    const Advised a = advised(s);
    const Result<Report> before = estimate(catalogue(), s, {true, false});
    REQUIRE(before.ok());
    const std::set<std::string> had = contradictions(*before);
    for (const Advice& advice : a.advice) {
      const Result<Report> after = estimate(catalogue(), patched(a.report.scenario, advice.change), {true, false});
      REQUIRE(after.ok());
      for (const std::string& code : contradictions(*after)) {
        CAPTURE(s.model.index());
        CAPTURE(advice.effect);
        CAPTURE(code);
        CHECK(had.count(code) == 1);
      }
    }
  }
}

TEST_CASE("chips of SRAM are advised in whole systems that hold the model together") {
  const Advised a = advised(scenario(
      R"({"model":"meta-llama/Llama-3.3-70B-Instruct","task":"serve","serve":{"weights":"fp8","concurrency":4},)"
      R"("hardware":{"accelerator":"groq-lpu-v1"}})"));
  const auto more = std::find_if(a.advice.begin(), a.advice.end(),
                                 [](const Advice& advice) { return advice.code == "more-devices"; });
  REQUIRE(more != a.advice.end());
  CHECK(more->fits_after == Fits::yes);
  CHECK(patched(a.report.scenario, more->change).hardware->count % 64 == 0);
}

TEST_CASE("host memory that does not suffice is said, and never advised") {
  const char* big = "meta-llama/Llama-3.1-405B";
  const Advised none = advised(train(big, R"("method":"full")", R"("accelerator":"rtx-4090")"));
  CHECK(none.report.fits == Fits::no);
  REQUIRE_FALSE(none.advice.empty());
  for (const Advice& a : none.advice) {
    CAPTURE(a.effect);
    CHECK(write_json(a.change).find("offload") == std::string::npos);
    CHECK((a.fits_after != Fits::no || a.effect.find("still too much") != std::string::npos));
  }
  for (const Scenario& s : {train(big, R"("method":"full")", R"("accelerator":"rtx-4090","offload":"weights")"),
                            serve(big, "", R"("accelerator":"rtx-4090","offload":"weights")")}) {
    const Report r = estimated(s);
    CHECK(r.fits == Fits::no);
    CHECK(r.memory.need.estimate <= r.memory.usable);
    CHECK(r.memory.host_short.number() > 0.5 * r.memory.host.estimate.number());
  }
  // Where the host is given the memory, the same plan fits.
  const Report held = estimated(
      train(big, R"("method":"full")", R"("accelerator":"rtx-4090","offload":"weights","host_memory_bytes":4e12)"));
  CHECK(held.fits != Fits::no);
  CHECK(held.memory.host_short.value == 0);
}
