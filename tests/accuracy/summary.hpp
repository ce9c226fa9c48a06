// Errors, interval coverage and the verdicts' table of report lines, plain and with every source counting alike.
#pragma once

#include <string>
#include <vector>

#include "folds.hpp"

namespace gpusel::accuracy {

struct QuantitySummary {
  int rows = 0, sources = 0;
  double median_error = 0, p90_error = 0, bias = 0, inside = 0, width = 0;            // every row alike
  double w_median_error = 0, w_p90_error = 0, w_bias = 0, w_inside = 0, w_width = 0;  // every source alike
  double w_needed = 0;  // exponent on the intervals that would hold nine in ten
};
// `source` empty: all.
QuantitySummary summary(const std::vector<ReportRow>& lines, std::string_view quantity, std::string_view source = {});

struct Verdicts {
  int oom = 0, ran = 0;
  std::vector<std::string> false_yes, false_no;
};
Verdicts verdicts(const std::vector<ReportRow>& lines);

// By quantity and source, and the verdicts, as text.
std::string table(const std::vector<ReportRow>& lines);
std::string table(const std::vector<GroupOut>& groups);
// The same of any quantities together: each group, and each kind of group pooled, every source of every group alike.
std::string group_table(const std::vector<GroupOut>& groups);
// The kind's, or all groups' where it is empty.
QuantitySummary pooled(const std::vector<GroupOut>& groups, std::string_view kind = {});
// Of training speeds, by quantity and whatever was left out.
std::string speed_table(const std::vector<ReportRow>& lines, std::string ReportRow::*left_out);

}  // namespace gpusel::accuracy
