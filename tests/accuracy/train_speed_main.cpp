// accuracy_train_speed [--fit | --groups | --write | --rows]: prints the table, every source left out in turn; --fit
// prints the fitted constants instead; --groups also leaves whole groups out; --write fits to all rows and puts
// constants and intervals into assets/data/calibration.json; --rows prints the report's lines (README.md) instead.
#include <cstdio>
#include <string>

#include "calibration_file.hpp"
#include "row_tables.hpp"
#include "speed_folds.hpp"
#include "summary.hpp"

using namespace gpusel;
using namespace gpusel::accuracy;

namespace {

void print_constants(const SpeedFit& fit) {
  for (const FittedSpeed& f : fit.fitted())
    std::printf("%-30s %-24s %10.4g  from %.3g, %d rows of %d sources\n", std::string(f.free->key).c_str(),
                std::string(f.free->group).c_str(), f.value, f.prior, f.rows, f.sources);
}

void write(const SpeedFit& fit, const SpeedFolds& folds) {
  Calibration fitted = fit.catalog().calibration;
  store(fitted, speed_intervals(folds, [](const SpeedRow&) { return true; }));
  std::vector<Constant> constants;
  for (const Constant& c : fitted.constants)
    if (is_fitted_speed(c.key, c.group)) constants.push_back(c);
  std::vector<Interval> intervals;
  for (const Interval& i : fitted.intervals)
    if (i.quantity == "train.step_seconds") intervals.push_back(i);
  const auto ours = [](const std::string& line) {
    const std::string key = text_in_line(line, "key");
    return (!key.empty() && is_fitted_speed(key, text_in_line(line, "group"))) ||
           text_in_line(line, "quantity") == "train.step_seconds";
  };
  write_calibration(ours, constants, intervals);
}

int run(const std::string& what) {
  const Result<Catalog> catalog = load_catalog();
  const auto measured = catalog.ok() ? read_rows(*catalog, repository_file("tests/accuracy/train_rows.jsonl"))
                                     : Result<std::vector<MeasuredRow>>(catalog.error());
  if (!measured.ok()) return std::fprintf(stderr, "%s\n", measured.error().message.c_str()), 2;
  const std::vector<SpeedRow> rows = speed_rows(*catalog, *measured);
  SpeedFit fit(*catalog, rows);
  fit.solve();
  if (what == "--fit") return print_constants(fit), 0;
  const SpeedFolds folds = speed_folds(fit, rows);
  const std::vector<ReportRow> lines = speed_lines(folds);
  if (what == "--rows") return print_lines(lines), print_lines(leave_speed_groups_out(fit, rows, folds)), 0;
  std::fputs(speed_table(lines, &ReportRow::source).c_str(), stdout);
  if (what == "--groups") std::fputs(("\n" + group_table(leave_speed_groups_out(fit, rows, folds))).c_str(), stdout);
  if (what == "--write") write(fit, folds);
  return 0;
}

}  // namespace

int main(int argc, char** argv) { return run(argc > 1 ? argv[1] : ""); }
