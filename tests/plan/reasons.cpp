// Why one plan comes before another: the sentences hold their numbers, and each turn is where the estimates say it is.
#include <algorithm>
#include <cstdlib>

#include "core/plan/metrics.hpp"
#include "core/plan/turns.hpp"
#include "tests/plan/fixture.hpp"

using namespace gpusel;

namespace {

Scenario serving(const std::string& serve_block, const std::string& goal) {
  return scenario(R"({"version":1,"task":"serve","model":"meta-llama/Meta-Llama-3-8B","serve":{)" + serve_block +
                  R"(},"goal":{)" + goal + "}}");
}

Selection explained(const Scenario& s) {
  Result<Selection> out = select(catalogue(), s);
  REQUIRE(out.ok());
  explain_first(catalogue(), *out);
  return std::move(out).value();
}

const Note* note(const std::vector<Note>& notes, const std::string& code) {
  const auto at = std::find_if(notes.begin(), notes.end(), [&](const Note& n) { return n.code == code; });
  return at == notes.end() ? nullptr : &*at;
}

std::string argument(const Note& n, const std::string& name) {
  for (const auto& [key, value] : n.args)
    if (key == name) return value;
  return {};
}

Scenario on(Scenario s, const char* device, Count count) {
  s.hardware = HardwareSpec{};
  s.hardware->accelerator = std::string(device);
  s.hardware->count = count;
  return s;
}

Question question(const Scenario& s) {
  Result<Question> q = resolve(catalogue(), s);
  REQUIRE(q.ok());
  return std::move(q).value();
}

}  // namespace

TEST_CASE("the sentence of the lead holds the figures of both reports") {
  const Scenario s = serving(
      R"("concurrency":8)", R"("objective":"energy","accelerators":["h100-sxm5-80gb","a100-sxm4-80gb"],"max_count":1)");
  const Selection out = explained(s);
  REQUIRE(out.ranked.size() == 2);
  const Note* lead = note(out.explanation, "lead-energy");
  REQUIRE(lead != nullptr);
  const double x = out.ranked[0].energy.joules_per_token->estimate.value,
               y = out.ranked[1].energy.joules_per_token->estimate.value;
  CHECK(std::strtod(argument(*lead, "x").c_str(), nullptr) == doctest::Approx(x).epsilon(0.01));
  CHECK(std::strtod(argument(*lead, "y").c_str(), nullptr) == doctest::Approx(y).epsilon(0.01));
  CHECK(std::strtod(argument(*lead, "p").c_str(), nullptr) == doctest::Approx(100 * (1 - x / y)).epsilon(0.05));
  CHECK(lead->message.find('{') == std::string::npos);
}

TEST_CASE("before a turn by memory the first runs, at it only the second does") {
  const Scenario s = serving(R"("concurrency":4,"input_tokens":2048)", R"("objective":"cost","max_count":1)");
  const Question q = question(s);
  const Stand small{catalogue().accelerator("rtx-4090"), 1}, large{catalogue().accelerator("h100-sxm5-80gb"), 1};
  const std::vector<Turn> found = turns(catalogue(), q, small, large);
  const auto full = std::find_if(found.begin(), found.end(), [](const Turn& t) {
    return t.setting == Setting::concurrency && t.by == TurnBy::memory;
  });
  REQUIRE(full != found.end());
  CHECK(full->above());
  Scenario at = s;
  set_value(at, Setting::concurrency, full->at);
  CHECK(estimated(on(at, "rtx-4090", 1)).fits == Fits::no);
  CHECK(estimated(on(at, "h100-sxm5-80gb", 1)).fits != Fits::no);
  set_value(at, Setting::concurrency, full->at - std::max<Count>(1, full->at / 32));
  CHECK(estimated(on(at, "rtx-4090", 1)).fits != Fits::no);
}

TEST_CASE("at a turn by score the second leads by more than the ranking's tolerance, before it it does not") {
  const Scenario s = serving(
      R"("concurrency":8)",
      R"("objective":"cost","acquire":"rent","accelerators":["h100-sxm5-80gb","h200-sxm-141gb"],"max_count":1)");
  const Question q = question(s);
  int checked = 0;
  for (const char* first : {"h100-sxm5-80gb", "h200-sxm-141gb"}) {
    const char* const second = first == std::string("h100-sxm5-80gb") ? "h200-sxm-141gb" : "h100-sxm5-80gb";
    for (const Turn& t :
         turns(catalogue(), q, {catalogue().accelerator(first), 1}, {catalogue().accelerator(second), 1})) {
      if (t.by != TurnBy::score) continue;
      const auto lead = [&](Count value) {
        Scenario at = s;
        set_value(at, t.setting, value);
        return lead_of(s.goal, estimated(on(at, first, 1)), estimated(on(at, second, 1))).value_or(0);
      };
      const Count step = std::max<Count>(1, t.at / 32);
      CHECK(lead(t.at) < 1 - same_score);
      CHECK(lead(t.above() ? t.at - step : t.at + step) >= (1 - same_score) * 0.995);
      ++checked;
    }
  }
  CHECK(checked > 0);
}

TEST_CASE("a turn by a limit names the limit that the first breaks") {
  const Scenario s = serving(R"("concurrency":4)", R"("objective":"cost","max_tpot_seconds":0.03)");
  const Question q = question(s);
  const std::vector<Turn> found =
      turns(catalogue(), q, {catalogue().accelerator("rtx-3090"), 1}, {catalogue().accelerator("h100-sxm5-80gb"), 1});
  const auto limit = std::find_if(found.begin(), found.end(), [](const Turn& t) { return t.by == TurnBy::limit; });
  REQUIRE(limit != found.end());
  CHECK(limit->limit == "max_tpot_seconds");
  Scenario at = s;
  set_value(at, limit->setting, limit->at);
  CHECK(estimated(on(at, "rtx-3090", 1)).serve->tpot.estimate.value > 0.03);
}

TEST_CASE("where the first does not lead, nothing turns; one device has no reasons") {
  const Scenario s = serving(R"("concurrency":200,"input_tokens":8192)", R"("max_count":1)");
  CHECK(turns(catalogue(), question(s), {catalogue().accelerator("rtx-4090"), 1},
              {catalogue().accelerator("h100-sxm5-80gb"), 1})
            .empty());
  CHECK(explained(serving("", R"("accelerators":["rtx-4090"])")).explanation.empty());
}

TEST_CASE("a longer input keeps the cache as long as the request, unless the scenario reserves more") {
  Scenario s = question(serving(R"("input_tokens":1000,"output_tokens":200)", "")).scenario;
  set_value(s, Setting::input_tokens, 5000);
  CHECK(s.serve.context_length == 5200);
  s.serve.context_length = 8192;
  set_value(s, Setting::output_tokens, 100);
  CHECK(s.serve.context_length == 8192);
}
