#include "core/time/serve_spread.hpp"

#include <cmath>
#include <string>

namespace gpusel {
namespace {

constexpr std::array<std::string_view, serve_gaps> gap_names{"engine",  "vendor",  "family", "format",
                                                             "experts", "devices", "hosts"};

}  // namespace

std::string_view serve_gap_name(ServeGap gap) { return gap_names[static_cast<std::size_t>(gap)]; }

bool is_unmeasured(const ServeConstants& k, ServeGap gap) { return k.unmeasured[static_cast<std::size_t>(gap)]; }

std::string_view serve_stratum(const ServeConstants& k, bool batched) {
  if (k.device_seen) return batched ? "batched/device" : "single/device";
  return batched ? "batched/family" : "single/family";
}

double serve_widening(const ServeGaps& unmeasured, const ServeWidths& widths) {
  double square = 1;
  for (std::size_t i = 0; i < serve_gaps; ++i)
    if (unmeasured[i]) square += widths[i] * widths[i] - 1;
  return std::sqrt(square);
}

ServeWidths serve_widths(const Calibration& calibration) {
  ServeWidths widths{};
  for (std::size_t i = 0; i < serve_gaps; ++i)
    widths[i] = calibration.constant("serve.widen." + std::string(gap_names[i]), {}, 1.5);
  return widths;
}

Spread serve_spread(const Case& c, const ServeConstants& k, std::string_view quantity, bool batched) {
  const Spread s = c.catalog->calibration.interval(quantity, {serve_stratum(k, batched)});
  return {std::pow(s.low, k.widening), std::pow(s.high, k.widening)};
}

}  // namespace gpusel
