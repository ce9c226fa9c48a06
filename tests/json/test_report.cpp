#include <doctest/doctest.h>

#include <limits>
#include <string>

#include "core/json/json.hpp"
#include "core/json/value_path.hpp"

using namespace gpusel;

namespace {

Report report() {
  Report r;
  r.scenario.model = std::string("Qwen/Qwen-7B");
  r.scenario.task = Task::serve;
  r.fits = Fits::tight;
  r.memory.parts[Part::kv_cache] = Bytes(575668224);
  r.memory.device = {Bytes(1), Bytes(1), Bytes(9007199254740991)};
  r.memory.why = {"memory",
                  3,
                  WhyUnit::bytes,
                  "a + b",
                  "1 + 2",
                  "",
                  {{"weights.linears", 1.0 / 3, WhyUnit::ratio, "", "", "here", {}}}};
  r.serve.emplace();
  r.serve->tpot = {Seconds(1.0 / 3), Seconds(0.25), Seconds(0.5)};
  r.bound_by = {{"prefill", Bound::compute, 1, 2, 3, 4, 5}, {"decode", Bound::memory_bandwidth, 1, 2, 3, 4, 5}};
  r.cost.usd_per_hour = PricedUsd{2.5, "https://example.org", "2026-11-28", "Cloud", PriceKind::rent, false};
  r.cost.run = Quantity<Usd>{Usd(1), Usd(0.9), Usd(1.2)};
  r.scenario.notes = {{"unknown-field", "unknown field \"x\"", "/x", {{"field", "x"}}}};
  return r;
}

std::string at(const std::string& text, std::string_view path) {
  const Result<Value> v = parse_json(text);
  REQUIRE(v.ok());
  const Value* found = find_path(*v, path);
  return found ? write_json(*found) : "nothing";
}

}  // namespace

TEST_CASE("a report has the contract's paths") {
  const std::string text = write_report(report());
  CHECK(at(text, "fits") == "\"tight\"");
  CHECK(at(text, "memory.parts_bytes.kv_cache") == "575668224");
  CHECK(at(text, "memory.device_bytes") == R"({"estimate":1,"low":1,"high":9007199254740991})");
  CHECK(at(text, "serve.tpot_seconds") == R"({"estimate":0.333333333,"low":0.25,"high":0.5})");
  CHECK(at(text, "bound_by") == R"({"prefill":"compute","decode":"memory-bandwidth"})");
  CHECK(at(text, "cost.usd_per_hour") ==
        R"({"estimate":2.5,"source":"https://example.org","date":"2026-11-28","provider":"Cloud","kind":"rent"})");
  CHECK(at(text, "cost.run_usd") ==
        R"({"estimate":1,"low":0.9,"high":1.2,"source":"https://example.org","date":"2026-11-28"})");
  CHECK(at(text, "memory.why.parts") ==
        R"([{"key":"weights.linears","value":0.333333333,"unit":"ratio","source":"here"}])");
  CHECK(at(text, "warnings") ==
        R"([{"code":"unknown-field","message":"unknown field \"x\"","pointer":"/x","args":{"field":"x"}}])");
  CHECK(text == write_report(report()));
}

TEST_CASE("unknown money is null, never 0, and Why trees can be left out") {
  Report r = report();
  r.cost = {};
  ReportStyle style;
  style.why = false;
  const std::string text = write_report(r, style);
  CHECK(text.find(R"("usd_per_hour":null,"run_usd":null,"usd_per_million_tokens":null,"purchase_usd":null)") !=
        std::string::npos);
  CHECK(at(text, "memory.why") == "nothing");
  CHECK(at(text, "train") == "nothing");
}

TEST_CASE("renting against buying, with what never happens as null") {
  Report r = report();
  r.cost.plans[1] = PricedUsd{1, "a", "2026", "", PriceKind::spot, true, true, true};
  CostLife life;
  life.capital = {Usd(3), Usd(2), Usd(4)};
  life.break_even = Quantity<Seconds>{Seconds(5), Seconds(4), Seconds(std::numeric_limits<double>::infinity())};
  r.cost.life = life;
  const std::string text = write_report(r);
  CHECK(
      at(text, "cost.rent_plans.spot") ==
      R"({"estimate":1,"source":"a","date":"2026","provider":"","kind":"spot","stale":true,"own":true,"derived":true})");
  CHECK(at(text, "cost.rent_or_buy.capital_usd") == R"({"estimate":3,"low":2,"high":4})");
  CHECK(at(text, "cost.rent_or_buy.break_even_seconds") == R"({"estimate":5,"low":4,"high":null})");
}

TEST_CASE("a selection lists ranked, rejected and pareto") {
  Selection s;
  s.scenario = report().scenario;
  s.ranked = {report()};
  s.ranked[0].rank = 1;
  s.ranked[0].score = 0.5;
  Rejected r;
  r.accelerator = "rtx-4090";
  r.code = "memory";
  r.reason = "12 GiB short";
  s.rejected = {r};
  s.pareto = {0};
  const std::string text = write_selection(s);
  CHECK(
      at(text, "rejected") ==
      R"([{"accelerator":"rtx-4090","count":1,"reason":"12 GiB short","code":"memory","nearest_fix":null,"shortfall":0}])");
  CHECK(at(text, "pareto") == "[0]");
  CHECK(text.find(R"("ranked":[{"rank":1,"score":0.5,)") != std::string::npos);
}

TEST_CASE("an error is the contract's object") {
  CHECK(write_error({"missing", "/model", "model is required", {}}) ==
        R"({"error":{"code":"missing","message":"model is required","pointer":"/model"}})");
}
