// Training speed against published measurements: constants and intervals fitted without a source, or without a whole
// family of devices, then those rows timed with them, sources counting alike. A change of a formula that misses the
// targets this product set itself fails here, with the table.
#include <doctest/doctest.h>

#include "page_figures.hpp"
#include "row_tables.hpp"
#include "speed_folds.hpp"

using namespace gpusel;
using namespace gpusel::accuracy;

namespace {

struct Everything {
  Result<Catalog> catalog = load_catalog();
  std::vector<SpeedRow> rows;
  Calibration whole;
  SpeedFolds folds;
  std::vector<GroupOut> groups;
};

// Seconds of fitting: once for all cases.
const Everything& everything() {
  static const auto all = [] {
    auto e = std::make_unique<Everything>();
    REQUIRE(e->catalog.ok());
    const auto measured = read_rows(*e->catalog, repository_file("tests/accuracy/train_rows.jsonl"));
    REQUIRE(measured.ok());
    e->rows = speed_rows(*e->catalog, *measured);
    SpeedFit fit(*e->catalog, e->rows);
    fit.solve();
    e->whole = fit.catalog().calibration;
    e->folds = speed_folds(fit, e->rows);
    e->groups = leave_speed_groups_out(fit, e->rows, e->folds);
    store(e->whole, speed_intervals(e->folds, [](const SpeedRow&) { return true; }));
    return e;
  }();
  return *all;
}

}  // namespace

TEST_CASE("training speed is within its targets, every source left out in turn") {
  CHECK(everything().rows.size() >= 650);
  const std::vector<ReportRow> lines = speed_lines(everything().folds);
  INFO(speed_table(lines, &ReportRow::source));
  for (const char* quantity : {"train.tokens_per_second", "train.step_seconds", "train.model_flops_utilization"}) {
    CAPTURE(quantity);
    const QuantitySummary s = summary(lines, quantity);
    CHECK(s.w_median_error <= 0.15);
    CHECK(s.w_inside >= 0.85);
    CHECK(s.w_inside <= 0.97);
    CHECK(s.w_width <= 0.70);  // an interval that is always huge says nothing
  }
}

TEST_CASE("a device family never seen is within 25 %, and inside its interval") {
  const std::vector<ReportRow> lines = speed_family_lines(everything().folds);
  INFO(speed_table(lines, &ReportRow::device));
  for (const char* quantity : {"train.tokens_per_second", "train.step_seconds", "train.model_flops_utilization"}) {
    CAPTURE(quantity);
    const QuantitySummary s = summary(lines, quantity);
    CHECK(s.w_median_error <= 0.25);
    CHECK(s.inside >= 0.85);
    CHECK(s.w_width <= 1.0);
  }
}

TEST_CASE("intervals hold on whole groups that were never measured") {
  INFO(group_table(everything().groups));
  CHECK(pooled(everything().groups).w_inside >= 0.80);
  for (const char* kind : {"framework", "family", "experts", "hosts", "eight-bit", "context-parallel"}) {
    CAPTURE(kind);
    CHECK(pooled(everything().groups, kind).rows >= 10);
    CHECK(pooled(everything().groups, kind).w_inside >= 0.80);
  }
  check_page_groups(page_part("train"), "speed", everything().groups);
}

TEST_CASE("constants and intervals in the catalogue are the ones fitted to the rows") {
  const Calibration &fitted = everything().whole, &file = everything().catalog->calibration;
  int compared = 0;
  for (const Constant& c : fitted.constants) {
    if (!is_fitted_speed(c.key, c.group)) continue;
    CAPTURE(c.key);
    CAPTURE(c.group);
    CHECK(file.constant(c.key, {c.group}, -1) == doctest::Approx(c.value).epsilon(0.002));
    ++compared;
  }
  CHECK(compared > 40);
  for (const Interval& i : fitted.intervals) {
    if (i.quantity != "train.step_seconds") continue;
    CAPTURE(i.condition);
    CHECK(file.interval(i.quantity, {i.condition}).low == doctest::Approx(i.spread.low).epsilon(0.002));
    CHECK(file.interval(i.quantity, {i.condition}).high == doctest::Approx(i.spread.high).epsilon(0.002));
  }
}

TEST_CASE("the interval widens with the distance from what was measured") {
  const Catalog& catalog = *everything().catalog;
  const SpeedRow* known = nullptr;
  for (const SpeedRow& r : everything().rows)
    if (r.framework == "hf-trainer" && r.family == "Ampere/datacenter" && r.method == "lora") known = &r;
  REQUIRE(known != nullptr);
  const auto width = [](const SpeedRow& r, const Catalog& c) {
    const Speed s = speed_of(r, c);
    return s.step.high / s.step.low;
  };
  Catalog other_framework = catalog, other_family = catalog;
  const auto forget = [](Catalog& c, std::string_view key, std::string_view group) {
    std::erase_if(c.calibration.constants,
                  [&](const Constant& x) { return x.group == group && (key.empty() || x.key == key); });
    c.calibration.sort();
  };
  forget(other_framework, "train.framework_seen", "hf-trainer");
  forget(other_family, "", "Ampere/datacenter");
  CHECK(width(*known, other_framework) > width(*known, catalog));
  CHECK(width(*known, other_family) > width(*known, other_framework));
}

TEST_CASE("the accuracy page's figures are these (./dev accuracy writes them)") {
  check_page(page_part("train"), "train.", speed_lines(everything().folds), 3);
}
