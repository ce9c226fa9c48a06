#include "core/json/json.hpp"
#include "tests/view/fixture.hpp"

using namespace gpusel;
using namespace gpusel::view;
using namespace gpusel::view::test;

TEST_CASE("the view's JSON parses and says what the view says") {
  Session s(catalog(), "zh", kSmall);
  s.dispatch(act(Action::Kind::open_why, "memory"));
  s.dispatch(set("train.micro_batch", "\"\\\n<b>"));
  const Result<Value> json = parse_json(view_json(s));
  REQUIRE(json.ok());
  const ViewModel& v = s.view();
  CHECK(*json->find("answer")->find("device")->string() == v.answer.device);
  CHECK(json->find("table")->find("rows")->array()->size() == v.table.rows.size());
  CHECK(json->find("charts")->array()->size() == v.charts.size());
  CHECK(json->find("why")->find("rows")->array()->size() == v.why->rows.size());
  CHECK(*json->find("answer")->find("fits")->string() == to_string(v.answer.fits));
  const Value& start = *json->find("starts")->array()->at(0).find("action");
  CHECK(*start.find("kind")->string() == "load_scenario");
  // Typed text comes back unharmed.
  bool found = false;
  for (const Value& group : *json->find("needs")->array())
    for (const Value& f : *group.find("fields")->array())
      if (*f.find("id")->string() == "train.micro_batch") found = *f.find("input")->string() == "\"\\\n<b>";
  CHECK(found);
}
