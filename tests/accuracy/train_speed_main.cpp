// accuracy_train_speed [--fit | --groups | --write | --rows]: prints the table, every source left out in turn; --fit
// prints the fitted constants instead; --groups also leaves whole groups out; --write fits to all rows and puts
// constants and intervals into assets/data/calibration.json; --rows prints the report's lines (README.md) instead.
#include <cstdio>

#include <cmath>
#include <map>
#include <set>
#include "row_tables.hpp"
#include "speed_fit.hpp"
#include "statistics.hpp"

using namespace gpusel;
using namespace gpusel::accuracy;

int main() {
  const Result<Catalog> catalog = load_catalog();
  const auto measured = read_rows(*catalog, repository_file("tests/accuracy/train_rows.jsonl"));
  const std::vector<SpeedRow> rows = speed_rows(*catalog, *measured);
  std::printf("%zu rows\n", rows.size());
  auto report = [&](const char* name, const Catalog& c, const KeepSpeed& keep) {
    std::map<std::string, double> total;
    for (const SpeedRow& r : rows)
      if (!keep(r)) total[r.source] += r.weight;
    Weighted e, b;
    for (const SpeedRow& r : rows)
      if (!keep(r)) {
        const double x = -log_error(r, speed_of(r, c));
        e.emplace_back(std::fabs(std::exp(x) - 1), r.weight / total[r.source]);
        b.emplace_back(std::exp(x) - 1, r.weight / total[r.source]);
      }
    std::printf("%-30s %4zu median %5.1f%% p90 %5.1f%% bias %+5.1f%%\n", name, e.size(), 100 * quantile(e, 0.5),
                100 * quantile(e, 0.9), 100 * quantile(b, 0.5));
  };
  const KeepSpeed none = [](const SpeedRow&) { return false; };
  report("file", *catalog, none);
  SpeedFit fit(*catalog, rows);
  fit.solve();
  report("fitted", fit.catalog(), none);
  for (const FittedSpeed& f : fit.fitted())
    std::printf("%-30s %-24s %.4g (from %.3g) %d\n", f.free->key.data(), f.free->group.data(), f.value, f.prior,
                f.rows);
  Weighted le, fe;
  std::set<std::string> sources, families;
  for (const SpeedRow& r : rows) sources.insert(r.source), families.insert(r.family);
  for (const auto& s : sources) {
    const KeepSpeed keep = [&](const SpeedRow& r) { return r.source != s; };
    const Catalog c = fit.without(keep);
    report(s.c_str(), c, keep);
    double t = 0;
    for (const SpeedRow& r : rows) t += keep(r) ? 0 : r.weight;
    for (const SpeedRow& r : rows) if (!keep(r)) le.emplace_back(std::fabs(std::exp(-log_error(r, speed_of(r, c))) - 1), r.weight / t);
  }
  std::printf("LOSO %.1f %.1f\n", 100*quantile(le, .5), 100*quantile(le, .9));
  for (const auto& s : families) {
    const KeepSpeed keep = [&](const SpeedRow& r) { return r.family != s; };
    const Catalog c = fit.without(keep);
    report(s.c_str(), c, keep);
    std::map<std::string,double> t;
    for (const SpeedRow& r : rows) if (!keep(r)) t[r.source] += r.weight;
    for (const SpeedRow& r : rows) if (!keep(r)) fe.emplace_back(std::fabs(std::exp(-log_error(r, speed_of(r, c))) - 1), r.weight / t[r.source]/(double)t.size());
  }
  std::printf("LOFO %.1f %.1f\n", 100*quantile(fe, .5), 100*quantile(fe, .9));
}
