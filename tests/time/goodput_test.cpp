#include "core/time/goodput.hpp"

#include <cmath>

#include <doctest/doctest.h>

using namespace gpusel;

namespace {

FaultyJob job(double devices, double checkpoint_bytes) {
  FaultyJob j;
  j.devices = devices;
  j.hosts = std::ceil(devices / 8);
  j.checkpoint_bytes = checkpoint_bytes;
  return j;
}

}  // namespace

// The Llama 3 Herd of Models (2407.21783) sec. 3.3.4: 419 interruptions in 54 days, over 90 % effective training time.
TEST_CASE("Llama 3 405B on 16,384 devices: a failure every three hours, over 90 % useful") {
  const Goodput g = goodput_of(job(16384, 405e9 * 14));
  CHECK(g.between_failures.value == doctest::Approx(54.0 * 86400 / 419));
  CHECK(g.share / 1.05 == doctest::Approx(0.90).epsilon(0.01));  // with evaluation and planned stops
  CHECK(g.low < g.share);
  CHECK(g.share < g.high);
}

// bigscience tr11-176B-ml chronicles: a checkpoint of 2.3 TB took 40 seconds on 48 hosts.
TEST_CASE("BLOOM's checkpoint takes most of a minute") {
  const Goodput g = goodput_of(job(384, 176e9 * 14));
  CHECK(g.checkpoint.value > 30);
  CHECK(g.checkpoint.value < 70);
  CHECK(g.share > 0.97);
}

TEST_CASE("no other interval between checkpoints loses less") {
  const Goodput g = goodput_of(job(4096, 1e13));
  const double m = g.between_failures.value, delta = g.checkpoint.value, r = g.restart.value;
  const auto share = [&](double tau) { return tau / (m * std::exp(r / m) * std::expm1((tau + delta) / m)); };
  CHECK(share(g.interval.value) == doctest::Approx(g.share));
  CHECK(share(g.interval.value * 1.2) < g.share);
  CHECK(share(g.interval.value / 1.2) < g.share);
}

TEST_CASE("more devices, larger checkpoints and shorter-lived hosts leave less; never nothing, never more than all") {
  double before = 1;
  for (double devices = 1; devices <= 1048576; devices *= 4) {
    const double share = goodput_of(job(devices, 1e12)).share;
    CHECK(share > 0);
    CHECK(share < before);
    before = share;
  }
  FaultyJob j = job(64, 1e12);
  const double kept = goodput_of(j).share;
  j.checkpoint_bytes *= 10;
  CHECK(goodput_of(j).share < kept);
  j.host_taken_every = 3600;
  const double hourly = goodput_of(j).share;
  j.host_taken_every = 86400;
  CHECK(goodput_of(j).share > hourly);
  CHECK(hourly > 0);
}
