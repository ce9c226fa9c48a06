#include "core/domain/calibration.hpp"

#include <doctest/doctest.h>

using namespace gpusel;

TEST_CASE("a constant falls back from its group to the general one to what the caller gives") {
  Calibration c;
  c.constants = {{"b", "x", 2, ""}, {"a", "", 1, ""}, {"b", "", 3, ""}, {"bb", "", 4, ""}};
  c.sort();
  CHECK(c.constant("b", {"y", "x"}, 9) == 2);
  CHECK(c.constant("b", {"y"}, 9) == 3);
  CHECK(c.constant("a", {"x"}, 9) == 1);
  CHECK(c.constant("c", {}, 9) == 9);
  int of_b = 0;
  for (const Constant& k : c.with("b")) of_b += k.key == "b";
  CHECK(of_b == 2);
}

TEST_CASE("an interval is the first condition's, else the general one, else a factor of two") {
  Calibration c;
  const auto interval = [](const char* quantity, const char* condition, double low) {
    Interval i;
    i.quantity = quantity, i.condition = condition, i.spread = {low, 1 / low};
    return i;
  };
  c.intervals = {interval("q", "", 0.7), interval("p", "u", 0.6), interval("q", "u", 0.9)};
  c.sort();
  CHECK(c.interval("q", {"v", "u"}).low == 0.9);
  CHECK(c.interval("q", {"v"}).low == 0.7);
  CHECK(c.interval("p", {"v"}).low == 0.5);
  CHECK(c.interval("r", {"u"}).low == 0.5);
}
