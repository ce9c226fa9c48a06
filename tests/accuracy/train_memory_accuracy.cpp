// Training memory against published measurements: constants and intervals fitted without a source, then that source's
// rows answered by the product, sources counting alike. A change of a formula that misses the targets this product set
// itself fails here, with the table.
#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "page_figures.hpp"
#include "row_tables.hpp"

using namespace gpusel;
using namespace gpusel::accuracy;

namespace {

const Catalog& catalog() {
  static const Result<Catalog> loaded = load_catalog();
  REQUIRE(loaded.ok());
  return *loaded;
}

const std::vector<MeasuredRow>& measured_rows() {
  static const Result<std::vector<MeasuredRow>> rows =
      read_rows(catalog(), repository_file("tests/accuracy/train_rows.jsonl"));
  REQUIRE(rows.ok());
  REQUIRE(rows->size() > 800);
  return *rows;
}

const Keep everything = [](const MeasuredRow&) { return true; };

}  // namespace

TEST_CASE("training memory is within its targets, every source left out in turn") {
  const std::vector<ReportRow> lines = leave_one_source_out(catalog(), measured_rows());
  INFO(table(lines));
  const auto at = [&](std::string_view quantity) { return summary(lines, quantity); };
  CHECK(at("memory.allocated_bytes").w_median_error <= 0.04);
  CHECK(at("memory.reserved_bytes").w_median_error <= 0.10);
  CHECK(at("memory.device_bytes").w_median_error <= 0.05);
  for (std::string_view quantity : {"memory.allocated_bytes", "memory.reserved_bytes", "memory.device_bytes"}) {
    CAPTURE(quantity);
    CHECK(at(quantity).w_inside >= 0.80);
    CHECK(at(quantity).w_inside <= 0.97);
    CHECK(at(quantity).w_width <= 0.70);  // an interval that is always huge says nothing
  }
  const Verdicts v = verdicts(lines);
  CHECK(v.oom >= 100);
  CHECK(v.false_yes.empty());
  CHECK(static_cast<double>(v.false_no.size()) <= 0.02 * v.ran);
  for (const MeasuredRow& r : measured_rows()) CHECK(r.error == "");
}

TEST_CASE("the accuracy page's figures are these (./dev accuracy writes them)") {
  check_page(page_part("train"), "memory.", leave_one_source_out(catalog(), measured_rows()), 3);
}

TEST_CASE("intervals hold on whole groups that were never measured") {
  const std::vector<GroupOut> groups = leave_groups_out(catalog(), measured_rows());
  CHECK(pooled(groups).w_inside >= 0.80);
  CHECK(pooled(groups, "framework").w_inside >= 0.80);
  CHECK(pooled(groups, "family").w_inside >= 0.80);
  check_page_groups(page_part("train"), "memory", groups);
  for (const GroupOut& g : groups) {
    INFO(table(std::vector<GroupOut>{g}));
    CHECK(verdicts(g.rows).false_yes.empty());
    for (std::size_t q = 0; q < quantities.size(); ++q) {
      const QuantitySummary s = summary(g.rows, "memory." + std::string(quantities[q]));
      // A group that is nearly all rows leaves nothing to learn from.
      if (s.rows >= 5 && s.rows < 200) CHECK(s.inside >= 0.75);
    }
  }
}

TEST_CASE("an interval widens with the distance from what was measured") {
  const auto device = [](const MeasuredRow& r) {
    return answer(catalog(), r).memory[0].high.number() / answer(catalog(), r).memory[0].estimate.number();
  };
  MeasuredRow row;
  for (const MeasuredRow& r : measured_rows())
    if (r.id == "fms-acc-001") row = r;
  REQUIRE(row.id != "");
  const double known = device(row);
  row.scenario.train.framework = Framework::torchtitan;  // no memory row of it
  CHECK(device(row) > known);
  row.scenario.train.compute = Compute::fp8;
  const double fp8 = device(row);
  CHECK(fp8 > known);
}

TEST_CASE("constants and intervals in the catalogue are the ones fitted to the rows") {
  const std::vector<FittedConstant> constants = fit_constants(measured_rows(), everything);
  for (const FittedConstant& c : constants) {
    CAPTURE(c.key);
    CHECK(catalog().calibration.constant(c.key, {c.group}, -1) == doctest::Approx(c.value).epsilon(0.001));
  }
  Calibration fitted = catalog().calibration;
  store(fitted, constants);
  for (const Interval& i : fit_intervals(measured_rows(), fitted, everything)) {
    CAPTURE(i.quantity);
    CAPTURE(i.condition);
    const Spread stored = catalog().calibration.interval(i.quantity, {i.condition});
    CHECK(stored.low == doctest::Approx(i.spread.low).epsilon(0.002));
    CHECK(stored.high == doctest::Approx(i.spread.high).epsilon(0.002));
  }
}

TEST_CASE("constants without a framework's rows fall back to the general value") {
  const auto fitted = fit_constants(measured_rows(), [](const MeasuredRow& r) { return r.framework != "deepspeed"; });
  for (const FittedConstant& c : fitted) CHECK(c.group == "");
  const auto none = fit_constants(measured_rows(), [](const MeasuredRow&) { return false; });
  for (const FittedConstant& c : none) CHECK(c.value == doctest::Approx(c.prior));
}
