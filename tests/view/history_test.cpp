#include "ui/view/history.hpp"

#include <doctest/doctest.h>

using namespace gpusel;
using namespace gpusel::view;

namespace {

Step with_batch(Count n) {
  Step s;
  s.scenario.train.micro_batch = n;
  return s;
}

}  // namespace

TEST_CASE("undo and redo walk the same road") {
  History h;
  CHECK_FALSE(h.can_undo());
  h.push(with_batch(1));
  h.push(with_batch(2));
  Step now = h.undo(with_batch(3));
  CHECK(now.scenario.train.micro_batch == 2);
  now = h.undo(now);
  CHECK(now.scenario.train.micro_batch == 1);
  CHECK_FALSE(h.can_undo());
  now = h.redo(now);
  CHECK(now.scenario.train.micro_batch == 2);
  h.push(now);  // a change forgets what was undone
  CHECK_FALSE(h.can_redo());
}

TEST_CASE("a drag is one step, two drags are two") {
  History h;
  h.push(with_batch(1), "train.micro_batch");
  h.push(with_batch(2), "train.micro_batch");
  h.push(with_batch(3), "train.micro_batch");
  h.push(with_batch(4), "train.sequence_length");
  CHECK(h.undo(with_batch(9)).scenario.train.micro_batch == 4);
  CHECK(h.undo(with_batch(4)).scenario.train.micro_batch == 1);
  CHECK_FALSE(h.can_undo());
}

TEST_CASE("two hundred steps are kept") {
  History h;
  for (Count i = 0; i < 250; ++i) h.push(with_batch(i + 1));
  int steps = 0;
  Step now = with_batch(999);
  while (h.can_undo()) now = h.undo(now), ++steps;
  CHECK(steps == 200);
  CHECK(now.scenario.train.micro_batch == 51);
}

TEST_CASE("a step that changed the look goes back to it, another leaves the look alone") {
  History h;
  Step start = with_batch(1);
  start.look = "&ui.mode=compare";
  h.push(start);
  h.push(with_batch(2));
  Step present = with_batch(3);
  present.look = "now";
  Step back = h.undo(present);
  CHECK_FALSE(back.look.has_value());
  present.scenario = back.scenario;
  back = h.undo(present);
  CHECK(back.look == "&ui.mode=compare");
  CHECK(h.redo(back).look == "now");
}
