// Leave-outs of training speed: constants fitted without a source (or a whole family of devices), then those rows timed
// with what was fitted; and the 90 % intervals that follow from how far off they were.
#pragma once

#include "report_rows.hpp"
#include "speed_fit.hpp"

namespace gpusel::accuracy {

// A row timed without its source or its family.
struct SpeedScore {
  const SpeedRow* row = nullptr;
  Speed speed;
  double log_error = 0;       // of the step: measured / estimated
  std::string_view stratum;   // of its interval
  std::string_view left_out;  // its source or family
};

// One source or family left out: the constants without it and its own rows timed with them.
struct SpeedFold {
  std::string name;
  Catalog catalog;
  std::vector<SpeedScore> scores;
};
struct SpeedFolds {
  std::vector<SpeedFold> sources, families;
  std::vector<SpeedScore> within;  // the whole fit on its own rows
};
SpeedFolds speed_folds(SpeedFit& fit, const std::vector<SpeedRow>& rows);

struct SpeedIntervals {
  std::vector<Interval> intervals;
  double known_framework = 1;  // exponent where the framework itself was measured
};
// Of the rows that `keep` leaves.
SpeedIntervals speed_intervals(const SpeedFolds& folds, const KeepSpeed& keep);
void store(Calibration& calibration, const SpeedIntervals& fitted);

// The report's lines: each row without its source, its interval from the other sources' rows.
std::vector<ReportRow> speed_lines(const SpeedFolds& folds);
// The same without its whole group: constants and interval.
std::vector<ReportRow> speed_family_lines(const SpeedFolds& folds);
// Frameworks, families, experts, several hosts, 8-bit products, context parallelism.
std::vector<GroupOut> leave_speed_groups_out(SpeedFit& fit, const std::vector<SpeedRow>& rows, const SpeedFolds& folds);

}  // namespace gpusel::accuracy
