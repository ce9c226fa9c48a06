#include "core/time/communication.hpp"

#include <doctest/doctest.h>

using namespace gpusel;

namespace {

const Channel nvlink{BytesPerSecond(450e9), Seconds(0)};
const Channel network{BytesPerSecond(50e9), Seconds(0)};

}  // namespace

TEST_CASE("ring all-reduce of 2 GB: 7.8 ms over 8 devices, 75 ms over 16 hosts") {
  CHECK(ring_all_reduce(2_GB, 8, nvlink).value == doctest::Approx(7.8e-3).epsilon(0.01));
  CHECK(ring_all_reduce(2_GB, 16, network).value == doctest::Approx(75e-3).epsilon(0.01));
}

TEST_CASE("one rank communicates nothing") {
  for (auto collective : {ring_all_reduce, all_gather, all_to_all}) CHECK(collective(2_GB, 1, nvlink).value == 0);
}

TEST_CASE("an all-reduce is a reduce-scatter and an all-gather") {
  const Channel slow{BytesPerSecond(10e9), Seconds(1e-5)};
  CHECK(ring_all_reduce(1_GB, 8, slow).value == doctest::Approx(2 * all_gather(1_GB, 8, slow).value));
}

TEST_CASE("a group across hosts runs at the slower of the link and all its hosts' network cards") {
  Fabric f{nvlink, network, 16, 8};
  CHECK(effective_channel(f).rate.value == doctest::Approx(400e9));
  f.local = 2;
  CHECK(effective_channel(f).rate.value == doctest::Approx(100e9));
  f.ranks = 2;
  CHECK(effective_channel(f).rate.value == doctest::Approx(450e9));
}

TEST_CASE("more bytes and more ranks never take less time") {
  double before = 0;
  for (Count ranks : {2, 4, 8, 64, 512, 4096}) {
    const double t = ring_all_reduce(1_GB, ranks, Channel{BytesPerSecond(50e9), Seconds(2e-5)}).value;
    CHECK(t > before);
    before = t;
  }
}
