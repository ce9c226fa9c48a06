// Errors and interval coverage by quantity and by source, plain and with every source counting alike; the verdicts'
// table.
#pragma once

#include "intervals.hpp"
#include "report_rows.hpp"

namespace gpusel::accuracy {

struct QuantitySummary {
  int rows = 0, sources = 0;
  double median_error = 0, p90_error = 0, bias = 0, inside = 0, width = 0;            // every row alike
  double w_median_error = 0, w_p90_error = 0, w_bias = 0, w_inside = 0, w_width = 0;  // every source alike
};
// Each row's interval comes from fits without its source. `source` empty: all.
QuantitySummary leave_one_source_out(const std::vector<MeasuredRow>& rows, std::size_t quantity,
                                     std::string_view source = {});

struct Verdicts {
  int oom = 0, ran = 0, errors = 0;
  std::vector<std::string> false_yes, false_no;
};
Verdicts verdicts(const std::vector<MeasuredRow>& rows);

// Every measured value and verdict as a line of the accuracy report.
std::vector<ReportRow> report_rows(const Catalog& catalog, const std::vector<MeasuredRow>& rows);

// The whole table as text, with the worst rows.
std::string table(const std::vector<MeasuredRow>& rows);

}  // namespace gpusel::accuracy
