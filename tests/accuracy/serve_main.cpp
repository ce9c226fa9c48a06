// accuracy_serve [--fit | --groups | --write | --rows]: prints the table, every source left out in turn; --groups also
// leaves whole groups out; --fit prints the fitted effects instead; --write fits to all rows and puts constants and
// intervals into assets/data/calibration.json; --rows prints the report's lines (README.md) instead.
#include <cmath>
#include <cstdio>
#include <string>

#include "calibration_file.hpp"
#include "energy_fit.hpp"
#include "row_tables.hpp"
#include "serve_report.hpp"

using namespace gpusel;
using namespace gpusel::accuracy;

namespace {

void print_effects(const ServeFit& fit) {
  for (const Effect& e : fit.effects())
    std::printf("%-22s %-34s %-20s %10.4g  %+.2f\n", std::string(serve_constant_name(e.constant)).c_str(),
                e.group.c_str(), e.source.c_str(), std::exp(e.value), (e.value - e.mean) / e.deviation);
}

void write(const std::vector<Constant>& constants, const std::vector<Interval>& intervals) {
  const auto ours = [](const std::string& line) {
    const std::string key = text_in_line(line, "key"), quantity = text_in_line(line, "quantity");
    if (key.rfind("energy.serve_", 0) == 0) return true;
    if (key.rfind("serve.", 0) == 0) return key != "serve.host_bandwidth" && key != "serve.widen.hosts";
    return !quantity.empty() && is_serve_interval(quantity, text_in_line(line, "condition"));
  };
  write_calibration(ours, constants, intervals);
}

int run(const std::string& what) {
  const Result<Catalog> catalog = load_catalog();
  const auto rows = catalog.ok() ? read_serve_rows(*catalog, repository_file("tests/accuracy/serve_rows.jsonl"))
                                 : Result<std::vector<ServeRow>>(catalog.error());
  if (!rows.ok()) return std::fprintf(stderr, "%s\n", rows.error().message.c_str()), 2;
  ServeFit fit(*rows);
  fit.solve();
  if (what == "--fit") return print_effects(fit), 0;
  std::vector<Constant> constants = constants_of(fit.effects(), *rows, [](const ServeRow&) { return true; });
  const std::vector<ServeScore> scores = leave_one_out(*catalog, *rows, fit);
  const ServeWidening widening(*catalog, scores, leave_serve_groups_out(*catalog, *rows, fit));
  const std::vector<ReportRow> lines = serve_lines(scores, widening);
  if (what == "--rows") return print_lines(lines), print_lines(serve_group_lines(widening)), 0;
  std::fputs(serve_table(scores, lines).c_str(), stdout);
  if (what == "--groups") std::fputs(("\n" + group_table(serve_group_lines(widening))).c_str(), stdout);
  if (what != "--write") return 0;
  const std::vector<Constant> energy = fit_energy(with_constants(*catalog, constants), *rows);
  const std::vector<Constant> widths = widening.constants();
  constants.insert(constants.end(), energy.begin(), energy.end());
  constants.insert(constants.end(), widths.begin(), widths.end());
  write(constants, fit_serve_intervals(scores, widening.widths(), [](const ServeScore&) { return true; }));
  return 0;
}

}  // namespace

int main(int argc, char** argv) { return run(argc > 1 ? argv[1] : ""); }
