// The three constants of a serving device's power, P/TDP = a + b ln(GB of weights read a step) + c sqrt(compute share):
// least squares on the log of measured watts, runs that a slow host starved left out (estimation.md sec. 8).
#pragma once

#include <string_view>
#include <vector>

#include "serve_rows.hpp"

namespace gpusel::accuracy {

bool measures_power(const ServeRow& row);
// Speeds as `catalog` answers them; rows of `left_out_model` are not used.
std::vector<Constant> fit_energy(const Catalog& catalog, const std::vector<ServeRow>& rows,
                                 std::string_view left_out_model = {});

}  // namespace gpusel::accuracy
