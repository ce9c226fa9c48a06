// Published training runs (tests/plan/known_runs.jsonl: facts with their sources), at their own layout where it was
// published: hours, rate or MFU within 20 % of the reported ones; where they are not, the row says why, and loses its
// reason once they are.
#include <cmath>
#include <fstream>

#include "tests/plan/fixture.hpp"

using namespace gpusel;

namespace {

double number(const Value& row, const char* key) {
  const Value* v = row.find(key);
  return v && v->number() ? *v->number() : 0;
}

// Estimated over reported time.
double ratio(const Value& row, const Report& r) {
  REQUIRE(r.train);
  if (const double rate = number(row, "tokens_per_second"); rate > 0)
    return rate / r.train->tokens_per_second.estimate.value;
  if (const double mfu = number(row, "mfu"); mfu > 0) return mfu / r.train->model_flops_utilization;
  REQUIRE(r.train->run);
  const double hours = r.train->run->estimate.value / 3600 * static_cast<double>(r.scenario.hardware->count);
  return hours / number(row, "device_hours");
}

// The same run with its layout and its step left to the planner.
Scenario left_free(const Report& published) {
  Scenario s = published.scenario;
  TrainSpec& t = s.train;
  if (!t.global_batch)
    t.global_batch = t.micro_batch * t.gradient_accumulation * published.scenario.hardware->parallel.dp.value_or(1);
  const TrainSpec defaults;
  t.micro_batch = defaults.micro_batch;
  t.gradient_accumulation = defaults.gradient_accumulation;
  t.checkpointing = defaults.checkpointing;
  s.hardware->parallel = {};
  return s;
}

struct LayoutFound {
  const char* run;
  Count tp, pp;
};
// Layouts that their papers give, and that the search finds by itself.
constexpr LayoutFound found[] = {{"bloom-176b", 4, 12}, {"mt-nlg-530b-2240", 8, 35}, {"mt-nlg-530b-3360", 8, 35}};

}  // namespace

TEST_CASE("published runs take the hours they took") {
  std::ifstream in(std::string(GPUSEL_SOURCE_DIR) + "/tests/plan/known_runs.jsonl", std::ios::binary);
  int rows = 0, within = 0;
  for (std::string line; std::getline(in, line); ++rows) {
    const Result<Value> row = parse_json(line);
    REQUIRE(row.ok());
    CAPTURE(*row->find("id")->string());
    CHECK(row->find("source")->string()->size() > 10);
    const Result<Scenario> s = read_scenario(*row->find("scenario"), catalogue());
    REQUIRE(s.ok());
    const Report r = estimated(*s);
    CHECK(r.fits != Fits::no);
    const double x = ratio(*row, r);
    CAPTURE(x);
    const bool near = std::fabs(x - 1) <= 0.2;
    within += near;
    CHECK(near != (row->find("reason") != nullptr));
    CHECK(std::fabs(std::log(x)) < std::log(2.5));
  }
  CHECK(rows >= 29);
  CHECK(within >= 28);
}

TEST_CASE("left free, the planner is no slower than a published layout that is sure to fit") {
  std::ifstream in(std::string(GPUSEL_SOURCE_DIR) + "/tests/plan/known_runs.jsonl", std::ios::binary);
  int rows = 0, seen = 0;
  for (std::string line; std::getline(in, line);) {
    const Result<Value> row = parse_json(line);
    REQUIRE(row.ok());
    const std::string id(*row->find("id")->string());
    CAPTURE(id);
    const Report own = estimated(*read_scenario(*row->find("scenario"), catalogue()));
    if (own.fits != Fits::yes) continue;
    const Report free = estimated(left_free(own));
    CHECK(free.fits == Fits::yes);
    CHECK(free.train->tokens_per_second.estimate.value >= 0.999 * own.train->tokens_per_second.estimate.value);
    ++rows;
    for (const LayoutFound& f : found)
      if (id == f.run) {
        ++seen;
        CHECK(free.scenario.hardware->parallel.tp == f.tp);
        CHECK(free.scenario.hardware->parallel.pp == f.pp);
      }
  }
  CHECK(rows >= 20);
  CHECK(seen == 3);
}

// Table 4 of 2407.21783 says 400 TFLOP/s a GPU, 38 to 43 % over the run; nothing was recomputed. Whether it fits is
// another matter: Meta's schedule holds fewer micro-batches in flight than 1F1B.
TEST_CASE("Llama 3 405B at Meta's layout, without recomputation: 38 to 43 % of the peak") {
  const Scenario s =
      train("meta-llama/Llama-3.1-405B",
            R"("method":"full","objective":"pretrain","recipe":"megatron","sequence_length":8192,)"
            R"("micro_batch":1,"gradient_accumulation":16,"checkpointing":"none","framework":"megatron")",
            R"("accelerator":"h100-sxm5-80gb","count":16384,)"
            R"("parallel":{"tp":8,"pp":16,"dp":128,"zero":1,"vp":8})");
  const Report r = estimated(s);
  REQUIRE(r.train);
  CHECK(r.train->model_flops_utilization > 0.38);
  CHECK(r.train->model_flops_utilization < 0.43);
}

TEST_CASE("Llama 3 405B on 16,384 H100: the planner finds Meta's layout") {
  const Scenario s = train("meta-llama/Llama-3.1-405B",
                           R"("method":"full","objective":"pretrain","recipe":"megatron","sequence_length":8192,)"
                           R"("global_batch":2048)",
                           R"("accelerator":"h100-sxm5-80gb","count":16384)");
  const Report r = estimated(s);
  const ParallelSpec& p = r.scenario.hardware->parallel;
  CHECK(*p.tp == 8);
  CHECK(*p.pp == 16);
  CHECK(*p.dp == 128);
  CHECK(r.scenario.train.gradient_accumulation == 16);
}
