#include "core/catalog/usable.hpp"

#include <doctest/doctest.h>

using namespace gpusel;

TEST_CASE("what programs can fill, by class") {
  CHECK(gib(usable_by_rule("apple", 16_GiB)->bytes) == doctest::Approx(10.667).epsilon(0.001));
  CHECK(gib(usable_by_rule("apple", 64_GiB)->bytes) == doctest::Approx(48));
  CHECK(usable_by_rule("shared", 8_GiB)->bytes == 6_GiB);
  CHECK(usable_by_rule("shared", 64_GiB)->bytes == 60_GiB);
  CHECK(usable_by_rule("shared", 512_GiB)->bytes == 504_GiB);
  CHECK(usable_by_rule("gaudi", 100_GiB)->bytes == 94_GiB);
  CHECK_FALSE(usable_by_rule("no such rule", 1_GiB));
  for (const char* rule : {"gpu", "other", "tpu", "neuron", "sram", "gtt"}) {
    CAPTURE(rule);
    CHECK(usable_by_rule(rule, 100_GiB)->bytes < 100_GiB);
    CHECK_FALSE(usable_by_rule(rule, 100_GiB)->basis.empty());
  }
}
