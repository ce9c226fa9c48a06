// Leave-outs: constants and intervals fitted without some rows, then those rows answered by the product itself with
// what was fitted. By source (the figures this product quotes), and by whole group (a framework, a device family, MoE,
// several hosts), which tests that intervals widen with the distance from what was measured.
#pragma once

#include "intervals.hpp"
#include "report_rows.hpp"

namespace gpusel::accuracy {

Catalog calibrated(const Catalog& catalog, const std::vector<MeasuredRow>& rows, const Keep& keep);
// Lines of the rows that `keep` leaves out, answered by a catalogue fitted to those it keeps.
std::vector<ReportRow> left_out(const Catalog& catalog, const std::vector<MeasuredRow>& rows, const Keep& keep);
// Every row, without its source.
std::vector<ReportRow> leave_one_source_out(const Catalog& catalog, const std::vector<MeasuredRow>& rows);

std::vector<GroupOut> leave_groups_out(const Catalog& catalog, const std::vector<MeasuredRow>& rows);

}  // namespace gpusel::accuracy
