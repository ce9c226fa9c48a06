#include "tests/view/fixture.hpp"

using namespace gpusel;
using namespace gpusel::view;
using namespace gpusel::view::test;

namespace {

constexpr const char* kImpossible =
    "#v1&model=meta-llama/Meta-Llama-3-8B&task=train&train.method=full&goal.max_count=1&goal.accelerators=rtx-4090";

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
