// The few constants of the step from live tensors to the driver's number that no formula gives: the allocator's law and
// what stands outside it. Fitted by a fixed coordinate search on the median absolute log error of driver and allocator
// readings, every source counting alike; deterministic, a few seconds.
#pragma once

#include <string>
#include <vector>

#include "measured_rows.hpp"

namespace gpusel::accuracy {

struct FittedConstant {
  std::string key;
  double before = 0, value = 0;
};

std::vector<FittedConstant> fit_constants(const Catalog& catalog, const std::vector<MeasuredRow>& rows,
                                          std::string_view left_out = {});
// Fitted to all rows and with each source left out, as text.
std::string constants_table(const Catalog& catalog, const std::vector<MeasuredRow>& rows);

}  // namespace gpusel::accuracy
