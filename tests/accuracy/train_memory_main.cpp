// accuracy_train_memory [--groups | --write | --rows]: prints the table, every source left out in turn; --groups also
// leaves whole groups out; --write fits to all rows and puts constants and intervals into
// assets/data/calibration.json; --rows prints the report's lines (README.md) instead.
#include <cstdio>
#include <string>

#include "calibration_file.hpp"
#include "row_tables.hpp"
#include "summary.hpp"

using namespace gpusel;
using namespace gpusel::accuracy;

namespace {

void write(const Catalog& catalog, const std::vector<MeasuredRow>& rows) {
  const Keep all = [](const MeasuredRow&) { return true; };
  const std::vector<FittedConstant> constants = fit_constants(rows, all);
  Calibration fitted = catalog.calibration;
  store(fitted, constants);
  write_calibration(constants, fit_intervals(rows, fitted, all));
}

int run(const std::string& what) {
  const Result<Catalog> catalog = load_catalog();
  const auto rows = catalog.ok() ? read_rows(*catalog, repository_file("tests/accuracy/train_rows.jsonl"))
                                 : Result<std::vector<MeasuredRow>>(catalog.error());
  if (!rows.ok()) {
    std::fprintf(stderr, "%s\n", rows.error().message.c_str());
    return 2;
  }
  const std::vector<ReportRow> lines = leave_one_source_out(*catalog, *rows);
  if (what == "--rows") return print_lines(lines), print_lines(leave_groups_out(*catalog, *rows)), 0;
  std::fputs(table(lines).c_str(), stdout);
  for (const MeasuredRow& r : *rows)
    if (!r.error.empty()) std::printf("error %s: %s\n", r.id.c_str(), r.error.c_str());
  if (what == "--groups") {
    const std::vector<GroupOut> groups = leave_groups_out(*catalog, *rows);
    std::fputs(("\n" + table(groups) + group_table(groups)).c_str(), stdout);
  }
  if (what == "--write") write(*catalog, *rows);
  return 0;
}

}  // namespace

int main(int argc, char** argv) { return run(argc > 1 ? argv[1] : ""); }
