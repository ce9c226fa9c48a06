#include "ui/view/history.hpp"

#include <doctest/doctest.h>

using namespace gpusel;
using namespace gpusel::view;

namespace {

Scenario with_batch(Count n) {
  Scenario s;
  s.train.micro_batch = n;
  return s;
}

}  // namespace

TEST_CASE("undo and redo walk the same road") {
  History h;
  CHECK_FALSE(h.can_undo());
  h.push(with_batch(1));
  h.push(with_batch(2));
  Scenario now = h.undo(with_batch(3));
  CHECK(now.train.micro_batch == 2);
  now = h.undo(now);
  CHECK(now.train.micro_batch == 1);
  CHECK_FALSE(h.can_undo());
  now = h.redo(now);
  CHECK(now.train.micro_batch == 2);
  h.push(now);  // a change forgets what was undone
  CHECK_FALSE(h.can_redo());
}

TEST_CASE("a drag is one step, two drags are two") {
  History h;
  h.push(with_batch(1), "train.micro_batch");
  h.push(with_batch(2), "train.micro_batch");
  h.push(with_batch(3), "train.micro_batch");
  h.push(with_batch(4), "train.sequence_length");
  CHECK(h.undo(with_batch(9)).train.micro_batch == 4);
  CHECK(h.undo(with_batch(4)).train.micro_batch == 1);
  CHECK_FALSE(h.can_undo());
}

TEST_CASE("two hundred steps are kept") {
  History h;
  for (Count i = 0; i < 250; ++i) h.push(with_batch(i + 1));
  int steps = 0;
  Scenario now = with_batch(999);
  while (h.can_undo()) now = h.undo(now), ++steps;
  CHECK(steps == 200);
  CHECK(now.train.micro_batch == 51);
}
