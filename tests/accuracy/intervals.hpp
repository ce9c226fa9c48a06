// 90 % intervals from residuals log(measured / estimate) of allocated, reserved and device memory, every source
// counting alike. The general interval is for frameworks never measured: the pooled quantiles, widened by a factor that
// makes nine in ten of the values of left-out sources fall inside. A framework's own interval is shrunk towards it by
// the number of its rows and of its sources: another source of the same framework differs too.
#pragma once

#include "constants.hpp"

namespace gpusel::accuracy {

// Exponents on the pooled interval for what was never measured, by quantity; found by the leave-outs (folds.cpp).
struct UnseenWidening {
  std::array<double, 3> exponent{0.85, 1.1, 0.6};
};

std::vector<Interval> fit_intervals(const std::vector<MeasuredRow>& rows, const Calibration& calibration,
                                    const Keep& keep, const UnseenWidening& widening = {});
// Puts them in place of training memory's intervals.
void store(Calibration& calibration, const std::vector<Interval>& intervals);

}  // namespace gpusel::accuracy
