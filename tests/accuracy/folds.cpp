#include "folds.hpp"

#include <set>

namespace gpusel::accuracy {
namespace {

void add_lines(std::vector<ReportRow>& lines, const Catalog& catalog, const MeasuredRow& r) {
  const Answer a = answer(catalog, r);
  ReportRow row;
  row.id = r.id, row.source = r.source, row.weight = r.weight;
  row.method = method_of(r.scenario.train), row.framework = r.framework, row.device = r.family;
  for (std::size_t q = 0; q < quantities.size(); ++q) {
    if (r.measured[q] <= 0) continue;
    row.quantity = "memory." + std::string(quantities[q]);
    row.measured = r.measured[q];
    row.estimate = a.memory[q].estimate.number();
    row.low = a.memory[q].low.number(), row.high = a.memory[q].high.number();
    lines.push_back(row);
  }
  if (!r.oom) return;
  row.quantity = "fits", row.verdict = to_string(a.fits), row.ran = !*r.oom;
  lines.push_back(row);
}

std::set<std::string> names(const std::vector<MeasuredRow>& rows, std::string MeasuredRow::*of) {
  std::set<std::string> all;
  for (const MeasuredRow& r : rows)
    if (r.error.empty()) all.insert(r.*of);
  return all;
}

}  // namespace

Catalog calibrated(const Catalog& catalog, const std::vector<MeasuredRow>& rows, const Keep& keep) {
  Catalog fitted = catalog;
  store(fitted.calibration, fit_constants(rows, keep));
  store(fitted.calibration, fit_intervals(rows, fitted.calibration, keep));
  return fitted;
}

std::vector<ReportRow> left_out(const Catalog& catalog, const std::vector<MeasuredRow>& rows, const Keep& keep) {
  const Catalog fitted = calibrated(catalog, rows, keep);
  std::vector<ReportRow> lines;
  for (const MeasuredRow& r : rows)
    if (r.error.empty() && !keep(r)) add_lines(lines, fitted, r);
  return lines;
}

std::vector<ReportRow> leave_one_source_out(const Catalog& catalog, const std::vector<MeasuredRow>& rows) {
  std::vector<ReportRow> lines;
  for (const std::string& source : names(rows, &MeasuredRow::source)) {
    const auto more = left_out(catalog, rows, [&](const MeasuredRow& r) { return r.source != source; });
    lines.insert(lines.end(), more.begin(), more.end());
  }
  return lines;
}

std::vector<GroupOut> leave_groups_out(const Catalog& catalog, const std::vector<MeasuredRow>& rows) {
  std::vector<GroupOut> groups;
  for (const std::string& f : names(rows, &MeasuredRow::framework))
    groups.push_back({"framework", f, left_out(catalog, rows, [&](const MeasuredRow& r) { return r.framework != f; })});
  for (const std::string& f : names(rows, &MeasuredRow::family))
    groups.push_back({"family", f, left_out(catalog, rows, [&](const MeasuredRow& r) { return r.family != f; })});
  groups.push_back({"experts", "all", left_out(catalog, rows, [](const MeasuredRow& r) { return !r.moe; })});
  groups.push_back({"hosts", "all", left_out(catalog, rows, [](const MeasuredRow& r) { return !r.several_hosts; })});
  groups.push_back(
      {"one device", "all", left_out(catalog, rows, [](const MeasuredRow& r) { return r.several_devices; })});
  return groups;
}

}  // namespace gpusel::accuracy
