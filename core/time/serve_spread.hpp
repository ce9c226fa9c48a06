// Which calibrated 90 % interval a serving rate gets: that of its regime (one request, batched) and of the nearest
// device measured (itself, or another of its family), widened in log space for each thing that no row has shown: the
// engine, the vendor, the family, the format, experts, several devices, several hosts. What each adds comes from
// leaving such a group out of the fit whole (calibration.json, "serve.widen.*"); they are independent, so squares add
// (estimation.md sec. 6.7, 6.8).
#pragma once

#include <string_view>

#include "core/time/serve_constants.hpp"

namespace gpusel {

// What was never measured, by position in ServeConstants::unmeasured.
enum class ServeGap { engine, vendor, family, format, experts, devices, hosts };
using ServeWidths = std::array<double, serve_gaps>;
// Names of the constants "serve.widen.*", in the same order.
std::string_view serve_gap_name(ServeGap gap);

bool is_unmeasured(const ServeConstants& k, ServeGap gap);

// Names the interval: "single/device" ... "batched/family". A first token is "batched" where it waits for others'
// prompts: not alone, nor in a static batch.
std::string_view serve_stratum(const ServeConstants& k, bool batched);
// The exponent on the interval for what was not measured, and what each gap alone would be.
double serve_widening(const ServeGaps& unmeasured, const ServeWidths& widths);
ServeWidths serve_widths(const Calibration& calibration);
// Of a rate, as a factor on its estimate.
Spread serve_spread(const Case& c, const ServeConstants& k, std::string_view quantity, bool batched);

}  // namespace gpusel
