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

// Every row without its source; every row without its family.
std::vector<SpeedScore> without_source(SpeedFit& fit, const std::vector<SpeedRow>& rows);
std::vector<SpeedScore> without_family(SpeedFit& fit, const std::vector<SpeedRow>& rows);

struct SpeedIntervals {
  std::vector<Interval> intervals;
  double known_framework = 1;  // exponent where the framework itself was measured
};
// From the scores of both kinds; `within`: errors of the whole fit on its own rows, by row.
SpeedIntervals speed_intervals(const std::vector<SpeedScore>& sources, const std::vector<SpeedScore>& families,
                               const std::vector<SpeedScore>& within);
std::vector<SpeedScore> of_whole_fit(const SpeedFit& fit, const std::vector<SpeedRow>& rows);
void store(Calibration& calibration, const SpeedIntervals& intervals);

// The report's lines: each row without its source, its interval from the other sources' rows.
std::vector<ReportRow> speed_lines(SpeedFit& fit, const std::vector<SpeedRow>& rows);
// The same without its family: constants and interval.
std::vector<ReportRow> speed_family_lines(SpeedFit& fit, const std::vector<SpeedRow>& rows);

}  // namespace gpusel::accuracy
