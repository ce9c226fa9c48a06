// Fitted constants of the serving rooflines for one case. Each is a product of effects: the general value times
// whatever applies of engine, device family, kind of memory, format and their pairs (crossed effects on a log scale;
// assets/data/calibration.json, keys "serve.*"; estimation.md sec. 6.5). An effect nobody measured is 1, so an unseen
// device gets its engine's and kind's values.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "core/domain/case.hpp"

namespace gpusel {

inline constexpr std::size_t serve_gaps = 7;
using ServeGaps = std::array<bool, serve_gaps>;

struct ServeConstants {
  double weight_efficiency = 0.70;     // of bandwidth, reading weights
  double expert_efficiency = 0.70;     // of that, reading routed experts
  double cache_efficiency = 0.80;      // of bandwidth, reading keys and values
  double compute_efficiency = 0.45;    // of peak, large products
  double density_exponent = 0.4;       // products slow down by this power of the 16-bit peak a watt (TFLOP/s)
  double balance_exponent = 0.2;       // and by this power of the peak a byte/s (FLOP/byte over 256)
  double attention_efficiency = 0.20;  // of the 16-bit peak
  double half_tokens = 70;             // tokens at which a prefill pass reaches half of that
  double expert_half_tokens = 35;      // the same for one routed expert, by the tokens it gets
  double layer_seconds = 70e-6;        // a layer and step: kernel launches, norms, scheduling
  double step_seconds = 0.4e-3;        // a step
  double overlap = 0.2;  // overhead and device time add (0) or hide behind each other (large): p-norm, p = 1 + overlap
  double sequence_seconds = 0;       // a sequence and step: sampling, scheduling
  double coverage_exponent = 0.75;   // experts overlap more than uniform routing says: B^rho in place of B
  double reduce_seconds = 5e-6;      // an all-reduce's latency, times log2(ranks) + 1
  double link_efficiency = 0.7;      // of the link's rate, small messages
  double steady_share = 0.12;        // of the other requests' prompts a new one waits for: closed loop
  double burst_share = 0.5;          // all at once
  double interference = 0.4;         // of prefill's share of a step that the median token sees
  double split_exponent = 0.66;      // prompts pipelined over split layers
  double request_seconds = 10e-3;    // tokenising, HTTP
  double boundary_seconds = 0.1e-3;  // a step's hand-over from one pipeline stage or split layer to the next
  double pipeline_loss = 0.05;       // of a step, for each further pipeline stage: stages never take equally long
  double host_bandwidth = 50e9;      // bytes/s of weights left on the host
  bool device_seen = false;
  bool format_elsewhere = false;  // measured with some engine
  // What no measured row shows (core/time/serve_spread.hpp): decides the interval.
  ServeGaps unmeasured{};
  double widening = 1;  // the exponent on every interval for that
};

// What a constant's group is matched against: engine, vendor (with the engine: its backend), family, kind of memory,
// format, device and pairs of them.
inline constexpr std::string_view serve_experts = "experts", serve_devices = "devices";
struct ServeGroups {
  std::string_view engine, vendor, family, kind, format, device, launches;
  std::string_view experts = serve_experts, devices = serve_devices;
  bool match(std::string_view group) const;
};
ServeGroups serve_groups(const Case& c);

ServeConstants serve_constants(const Case& c);
// A product of effects may overshoot: no device does better than its roofs. A smooth limit, so that a fit has slopes.
void keep_within_roofs(ServeConstants& k);

// The constants by position, as the fit walks them: key without "serve.", value.
std::size_t serve_constant_count();
std::string_view serve_constant_name(std::size_t i);
double& serve_constant(ServeConstants& k, std::size_t i);
// Whether a calibration key ("serve.weight_efficiency", "serve.seen") is one that is read here.
bool is_serve_constant(std::string_view key);
// Names a constant may be grouped by (formats of one speed class share one).
std::string_view speed_class(WeightFormat format);
std::string_view serving_family(const Accelerator& a);

}  // namespace gpusel
