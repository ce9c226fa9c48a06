// Training memory against published measurements, each source left out in turn and counting alike: the targets this
// product set itself. A change of a formula that misses them fails here, with the table.
#include <doctest/doctest.h>

#include <fstream>
#include <iterator>
#include <string>

#include "summary.hpp"

using namespace gpusel;
using namespace gpusel::accuracy;

TEST_CASE("training memory is within its targets, every source left out in turn") {
  const Result<Catalog> catalog = load_catalog();
  REQUIRE(catalog.ok());
  std::ifstream file(std::string(GPUSEL_SOURCE_DIR) + "/tests/accuracy/train_rows.jsonl", std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  const auto rows = evaluate_rows(*catalog, text);
  REQUIRE(rows.ok());
  REQUIRE(rows->size() > 800);
  INFO(table(*rows));
  CHECK(leave_one_source_out(*rows, 0).w_median_error <= 0.04);
  CHECK(leave_one_source_out(*rows, 2).w_median_error <= 0.05);
  CHECK(leave_one_source_out(*rows, 1).w_median_error <= 0.12);
  for (std::size_t q = 0; q < quantities.size(); ++q) CHECK(leave_one_source_out(*rows, q).w_inside >= 0.85);
  const Verdicts v = verdicts(*rows);
  CHECK(v.errors <=
        10);  // bigscience: head counts are guesses there (108), which 8 tensor-parallel devices do not divide
  CHECK(v.false_yes.size() <= 1);  // bigscience-158: its neighbour with half the batch takes 16 of 32 GiB
  CHECK(static_cast<double>(v.false_no.size()) <= 0.02 * v.ran);
}

TEST_CASE("the intervals in the catalogue are the ones fitted to the rows") {
  const Result<Catalog> catalog = load_catalog();
  REQUIRE(catalog.ok());
  std::ifstream file(std::string(GPUSEL_SOURCE_DIR) + "/tests/accuracy/train_rows.jsonl", std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  const auto rows = evaluate_rows(*catalog, text);
  REQUIRE(rows.ok());
  for (const Interval& fitted : fit_intervals(*rows)) {
    CAPTURE(fitted.quantity);
    CAPTURE(fitted.condition);
    bool found = false;
    for (const Interval& stored : catalog->calibration.intervals) {
      if (stored.quantity != fitted.quantity || stored.condition != fitted.condition) continue;
      found = true;
      CHECK(stored.spread.low == doctest::Approx(fitted.spread.low).epsilon(0.002));
      CHECK(stored.spread.high == doctest::Approx(fitted.spread.high).epsilon(0.002));
    }
    CHECK(found);
  }
}
