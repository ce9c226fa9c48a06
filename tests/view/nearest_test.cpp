#include <algorithm>

#include "tests/view/fixture.hpp"

using namespace gpusel;
using namespace gpusel::view;
using namespace gpusel::view::test;

namespace {

constexpr const char* kImpossible =
    "#v1&model=meta-llama/Meta-Llama-3-8B&task=train&train.method=full&goal.max_count=1&goal.accelerators=rtx-4090";
constexpr const char* kTomorrow =
    "#v1&model=meta-llama/Meta-Llama-3-8B&task=train&train.method=full&train.tokens=1000000000"
    "&goal.max_count=1&goal.accelerators=rtx-4090&goal.deadline_seconds=3600";

const Button* fix_of(const ViewModel& v) {
  for (const Button& b : v.answer.buttons)
    if (b.id == "answer-fix") return &b;
  return nullptr;
}

}  // namespace

TEST_CASE("a miss says what is possible instead, and its button asks for that") {
  Session session(catalog(), "en", kImpossible);
  CHECK(session.view().table.rows.empty());
  CAPTURE(session.view().answer.reason);
  CHECK(session.view().answer.reason.find("Possible: RTX 4090 24GB × 4 with") != std::string::npos);
  const Button* fix = fix_of(session.view());
  REQUIRE(fix != nullptr);
  session.dispatch(Action(fix->action));
  CHECK_FALSE(session.view().table.rows.empty());
  CHECK(session.view().answer.reason.find("Possible") == std::string::npos);
}

TEST_CASE("the other nearest plans stand under it as changes, each with its devices' names and a button") {
  Session session(catalog(), "en", kTomorrow);
  const ViewModel& v = session.view();
  REQUIRE(v.table.rows.empty());
  CAPTURE(v.answer.reason);
  CHECK(v.answer.reason.find("rtx-4090") == std::string::npos);
  std::vector<ChangeView> plans;
  for (const ChangeView& c : v.changes.items)
    if (c.button.id.rfind("nearest-", 0) == 0) plans.push_back(c);
  REQUIRE_FALSE(plans.empty());
  for (const ChangeView& c : plans) {
    CAPTURE(c.label);
    CHECK(std::none_of(catalog().accelerators.begin(), catalog().accelerators.end(),
                       [&](const Accelerator& a) { return c.label.find(a.id) != std::string::npos; }));
    CHECK_FALSE(c.effect.empty());
    Session taken(catalog(), "en", kTomorrow);
    taken.dispatch(Action(c.button.action));
    CHECK_FALSE(taken.view().table.rows.empty());
  }
}
