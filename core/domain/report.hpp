// What a Scenario needs, how fast it is, what it costs: the contract's Report as plain structs. Every estimate is a
// Quantity with its 90 % interval; nullopt means "not known", never 0. The JSON names are in contract/README.md; codec
// in core/json.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/domain/quantity.hpp"
#include "core/domain/result.hpp"
#include "core/domain/scenario.hpp"

namespace gpusel {

// In contract order; also the order of the memory bar.
enum class Part { weights, adapters, gradients, optimizer, activations, logits, kv_cache, communication, workspace };
GPUSEL_ENUM_NAMES(Part, 9, "weights", "adapters", "gradients", "optimizer", "activations", "logits", "kv_cache",
                  "communication", "workspace");

struct PartsBytes {
  std::array<Bytes, 9> part{};
  Bytes& operator[](Part p) { return part[static_cast<std::size_t>(p)]; }
  Bytes operator[](Part p) const { return part[static_cast<std::size_t>(p)]; }
  Bytes total() const {
    Bytes sum;
    for (Bytes b : part) sum += b;
    return sum;
  }
  bool operator==(const PartsBytes&) const = default;
};

// A moment of the step (or of serving) and what is alive then: the time line chart, and the reason for the peak.
enum class Moment { load, forward_end, backward_start, backward_end, optimizer_step, evaluation, serving, prefill };
GPUSEL_ENUM_NAMES(Moment, 8, "load", "forward-end", "backward-start", "backward-end", "optimizer-step", "evaluation",
                  "serving", "prefill");
struct MomentBytes {
  Moment moment = Moment::forward_end;
  PartsBytes parts;
  bool operator==(const MomentBytes&) const = default;
};

struct MemoryReport {
  PartsBytes parts;  // at the peak moment; sums to allocated.estimate
  Moment peak = Moment::forward_end;
  std::vector<MomentBytes> moments;
  Quantity<Bytes> allocated, reserved, device, host;
  Quantity<Bytes> need;  // what must fit into usable: drives `fits` (device_bytes may be a pre-allocated pool)
  Bytes capacity, usable;
  Bytes host_short;           // of one host's memory, what it lacks for what is offloaded to it; 0 where it suffices
  bool preallocated = false;  // the engine fills the device whatever it needs
  Fits fits = Fits::no;
  Why why;                                  // of allocated: parts and their terms (empty when not asked to explain)
  Why why_device;                           // allocated -> reserved -> device
  std::vector<Note> assumptions, warnings;  // of memory alone; the Report's lists hold them too (when explaining)
  bool operator==(const MemoryReport&) const = default;
};

struct PhaseBound {
  std::string phase;  // "step", "forward", "backward", "optimizer" / "prefill", "decode"
  Bound bound = Bound::compute;
  // Where the phase stands on the roofline: work a device does, per second reached, and the roofs in force.
  double flop_per_byte = 0;
  double reached_flops_per_second = 0, roof_flops_per_second = 0, peak_flops_per_second = 0,
         bandwidth_bytes_per_second = 0;
  bool operator==(const PhaseBound&) const = default;
};

// What failures leave of the clock for steps that count: checkpoints at the interval that loses least, work done again,
// and restarts (core/time/goodput.hpp).
struct Goodput {
  double share = 1, low = 1, high = 1;
  Seconds between_failures, checkpoint, interval, restart;  // checkpoint: to write one
  bool operator==(const Goodput&) const = default;
};

// How long the parts of a step take on one device, waiting for others included:
// micro_steps * (generation + forward + backward) + update is the step.
struct TrainPhases {
  double micro_steps = 1;
  Seconds generation, forward, backward;  // of one micro-step
  Seconds update;                         // gradients that computation does not hide, and the optimizer
  bool operator==(const TrainPhases&) const = default;
};

struct TrainReport {
  Quantity<Seconds> step;
  Quantity<TokensPerSecond> tokens_per_second;
  double model_flops_utilization = 0;
  double hardware_flops_utilization = 0;
  TrainPhases phases;
  std::optional<Quantity<Seconds>> run;
  Goodput goodput;
  Why why_step, why_run;
  bool operator==(const TrainReport&) const = default;
};

struct ServeReport {
  Quantity<Seconds> ttft, tpot;
  Quantity<TokensPerSecond> prefill, decode, decode_per_request, output;
  Count max_concurrency = 0;
  Count concurrency = 1;    // used (resolved "max")
  bool speed_known = true;  // false: no public figure or rule gives this device's speed; every rate above is then 0 and
                            // means "unknown"
  Why why_tpot, why_ttft;
  bool operator==(const ServeReport&) const = default;
};

struct EnergyReport {
  Quantity<Watts> watts;  // devices
  std::optional<Quantity<JoulesPerToken>> joules_per_token;
  Watts host_watts;  // of all hosts, beside the devices
  Why why;
  bool operator==(const EnergyReport&) const = default;
};

struct PricedUsd {  // a price with where it is from; nullopt value elsewhere means no price is known
  double usd = 0;
  std::string source, date, provider;
  PriceKind kind = PriceKind::rent;
  bool stale = false;
  bool own = false;      // the scenario's, not the catalogue's
  bool derived = false;  // the on-demand price less a discount: no offer of this kind is known
  bool operator==(const PricedUsd&) const = default;
};

// Renting against buying over the clock (not the busy hours): what is paid at first, what each hour adds, and when
// the two cost the same.
struct CostLife {
  Usd boards, host, resale;                          // resale: got back for the boards after the horizon
  Quantity<Usd> capital;                             // boards + host - resale, over the offers' range
  double owned_usd_per_hour = 0;                     // power at the goal's utilization
  std::optional<Quantity<Usd>> rented_usd_per_hour;  // at the goal's utilization; none where no rent is known
  // Of ownership. None: renting never costs as much. high is infinite where the lowest rent never does.
  std::optional<Quantity<Seconds>> break_even;
  std::optional<double> break_even_utilization;  // training: above it buying is cheaper over the horizon; may pass 1
  bool operator==(const CostLife&) const = default;
};
struct CostReport {
  std::optional<PricedUsd> usd_per_hour;                            // all devices, by the goal's plan
  std::array<std::optional<PricedUsd>, 3> plans;                    // the same by every RentPlan
  std::optional<PricedUsd> purchase;                                // all devices, boards only
  std::optional<Quantity<Usd>> run;                                 // rented
  std::optional<Quantity<Usd>> run_owned;                           // bought: amortised + energy
  std::optional<Quantity<UsdPerMillionTokens>> per_million_tokens;  // output tokens when serving
  std::optional<Quantity<UsdPerMillionTokens>> per_million_tokens_owned;
  std::optional<CostLife> life;  // where a purchase price is known
  Why why;
  bool operator==(const CostReport&) const = default;
};

struct Advice {
  std::string code;  // "loss-fused", "qlora", "kv-fp8", "shorter-sequence", "bigger-device", ... i18n key "adv." + code
  std::vector<std::pair<std::string, std::string>> args;
  Value change;             // JSON merge patch of the scenario
  std::string effect, why;  // English sentences
  Fits fits_after = Fits::yes;
  Quantity<Bytes> device_after;
  double memory_delta_bytes = 0;  // of the need; negative = less
  double speed_ratio = 1;         // after / before
  bool operator==(const Advice&) const = default;
};

struct Report {
  Scenario scenario;  // every default filled in
  Fits fits = Fits::no;
  MemoryReport memory;
  std::optional<TrainReport> train;
  std::optional<ServeReport> serve;
  EnergyReport energy;
  CostReport cost;
  std::vector<PhaseBound> bound_by;
  std::vector<Advice> advice;
  std::vector<Note> assumptions, warnings;
  // select only
  int rank = 0;
  double score = 0;
  bool operator==(const Report&) const = default;
};

// The phase that sets the pace: the training step, or decode; nullptr where none is known.
inline const PhaseBound* binding_phase(const Report& r) {
  for (const char* wanted : {"step", "decode", "forward"})
    for (const PhaseBound& p : r.bound_by)
      if (p.phase == wanted) return &p;
  return r.bound_by.empty() ? nullptr : &r.bound_by.front();
}

struct Rejected {
  std::string accelerator;
  Count count = 1;
  std::string code;    // "memory", "max_watts", "max_ttft_seconds", "dtype", "no-speed-data", "task-unsupported", ...
  std::string reason;  // English
  std::vector<std::pair<std::string, std::string>> args;
  std::optional<Advice> nearest_fix;
  double shortfall = 0;  // how far from passing, relative (sorts the list)
  Report report;         // the estimate that was rejected (numbers only)
  bool operator==(const Rejected&) const = default;
};

// A number of the question that has to move for a plan to pass; `to` is none where the limit has to go (what it limits
// is not known).
struct Move {
  std::string field;  // "goal.deadline_seconds", "goal.max_count", "hardware.count"
  std::optional<double> from, to;
  // How many times apart the two are, 1 at least; 0 where the limit has to go. From 0 a million.
  double factor() const {
    if (!from || !to) return 0;
    const double low = *from < *to ? *from : *to, high = *from < *to ? *to : *from;
    constexpr double most = 1e6;
    return low * most > high ? high / low : most;
  }
  bool operator==(const Move&) const = default;
};
// A plan just outside a question that nothing meets: what would have to change, by how much, and the plan it admits.
struct NearestPlan {
  Advice change;              // of the selection's scenario: applied to it, the plan is ranked
  std::vector<Move> moves;    // the numbers among it
  bool other_device = false;  // not of the hardware that was asked for
  double distance = 0;        // sorts them: core/plan/nearest_plan.hpp
  Report report;              // with the change
  bool operator==(const NearestPlan&) const = default;
};

struct Selection {
  Scenario scenario;
  std::vector<Report> ranked;
  std::vector<Rejected> rejected;
  std::vector<NearestPlan> nearest;  // where nothing is ranked: nearest first
  std::vector<int> pareto;           // indices into ranked: not beaten in cost, time and energy at once
  std::vector<Note> warnings;
  std::vector<Note> explanation;  // why the first comes before the next device (explain_first fills it)
  bool operator==(const Selection&) const = default;
};

}  // namespace gpusel
