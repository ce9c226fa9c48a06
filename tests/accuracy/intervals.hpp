// 90 % intervals from residuals log(measured / estimate), every source counting alike. The general interval is for
// frameworks never measured: the pooled quantiles, widened, because the formulas were found on the same rows. A
// framework's own interval is shrunk towards it by the number of its rows.
#pragma once

#include "core/domain/calibration.hpp"
#include "measured_rows.hpp"

namespace gpusel::accuracy {

inline constexpr double unseen_widening = 1.5;  // exponent on the pooled interval for what was never measured
inline constexpr double shrink_rows = 20;       // rows that weigh as much as the general interval

// Intervals "train" and "train/<framework>" of every quantity; rows of `left_out` are not used.
std::vector<Interval> fit_intervals(const std::vector<MeasuredRow>& rows, std::string_view left_out = {});
// The interval a row gets from a list: its framework's, else the general one.
Spread interval_of(const std::vector<Interval>& intervals, const MeasuredRow& row, std::size_t quantity);
std::string condition_of(const MeasuredRow& row);
// One line of calibration.json.
std::string line_of(const Interval& interval);

}  // namespace gpusel::accuracy
