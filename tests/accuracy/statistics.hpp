// Weighted order statistics, by the definitions of the scoring script the rows came with: linear between the midpoints
// of the weights.
#pragma once

#include <utility>
#include <vector>

namespace gpusel::accuracy {

using Weighted = std::vector<std::pair<double, double>>;  // value, weight
double quantile(Weighted values, double q);

}  // namespace gpusel::accuracy
