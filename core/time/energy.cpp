// Power and energy of a run: watts of all devices, joules a token, and what the hosts draw beside them.
// Serving: P/TDP = 0.09 + 0.11 ln(GB of weights read a step and device) + 0.76 sqrt(compute share), fitted on ml-energy
// v3 (vLLM, H100 and B200; estimation.md sec. 8); devices without HBM: idle share plus shares of reading and
// multiplying (assumption). Training: dense pre-training draws 85-98 % of the limit, LoRA with small batches 60-80 %.
#include <algorithm>
#include <cmath>

#include "core/domain/why_number.hpp"
#include "core/time/time.hpp"

namespace gpusel {
namespace {

struct Supply {
  double limit = 0;  // of one device, in force
  double board = 0;  // its own
};

Supply supply_of(const Case& c) {
  Supply s;
  double devices = 0, watts = 0;
  for (const Device& d : c.devices) {
    watts += d.accelerator->power.value * static_cast<double>(d.count);
    devices += static_cast<double>(d.count);
  }
  s.board = devices > 0 ? watts / devices : 0;
  s.limit = c.power_limit.value > 0 ? std::min(s.board, c.power_limit.value) : s.board;
  return s;
}

double constant(const Case& c, std::string_view key, double fallback) {
  return c.catalog->calibration.constant(key, {to_string(c.accelerator().memory_kind), to_string(c.accelerator().cls)},
                                         fallback);
}

// A host's own draw: the catalogue's host for so many devices, else a share of the devices' power or a desktop's.
double host_watts(const Case& c, double devices_watts) {
  const Accelerator& a = c.accelerator();
  if (a.cls == DeviceClass::apple_soc || a.cls == DeviceClass::edge) return 0;  // the figure is the whole chip's
  const Count nodes = std::max<Count>(1, c.nodes);
  const Count a_node = ceil_div(c.count, nodes);
  for (const HostShape& h : c.catalog->hosts) {
    const bool form = std::find(h.form_factors.begin(), h.form_factors.end(), a.form_factor) != h.form_factors.end();
    const bool holds = std::any_of(h.counts.begin(), h.counts.end(), [&](int n) { return n >= a_node; });
    if (form && holds && h.power.value > 0) return h.power.value * static_cast<double>(nodes);
  }
  const bool desktop = a.cls == DeviceClass::consumer || a.cls == DeviceClass::workstation;
  return desktop ? constant(c, "energy.desktop_watts", 100) * static_cast<double>(nodes)
                 : constant(c, "energy.host_share", 0.2) * devices_watts;
}

double serve_share(const Case& c, const ServeTiming& t, const Supply& s) {
  double share = 0;
  if (c.accelerator().memory_kind == MemoryKind::hbm) {
    const double gigabytes = std::max(1.0, t.weight_bytes_per_step / 1e9);
    share = constant(c, "energy.serve_base", 0.09) +
            constant(c, "energy.serve_log_gigabytes", 0.11) * std::log(gigabytes) +
            constant(c, "energy.serve_sqrt_compute", 0.76) * std::sqrt(std::max(0.0, t.compute_utilization));
  } else {
    share = constant(c, "energy.idle_share", 0.30) + constant(c, "energy.memory_share", 0.40) * t.memory_utilization +
            constant(c, "energy.compute_share", 0.50) * std::sqrt(std::max(0.0, t.compute_utilization));
  }
  share = std::clamp(share, 0.25, 0.97);
  return s.board > 0 ? std::min(share, 0.98 * s.limit / s.board) : share;
}

Quantity<Watts> watts_within_limit(double watts, Spread spread_of, double most) {
  Quantity<Watts> q = spread(Watts(watts), spread_of);
  q.high = std::max(q.estimate, std::min(q.high, Watts(most)));
  return q;
}

Why why_watts(double watts, double share, const Case& c, const Supply& s, const char* formula) {
  Why w;
  w.key = "energy.watts";
  w.value = watts;
  w.unit = WhyUnit::watts;
  w.formula = formula;
  w.numbers = why_number(static_cast<double>(c.count)) + "*" + why_number(share) + "*" + why_number(s.board) + " W";
  w.source = "ml-energy leaderboard v3 (vLLM; H100, B200); assumption elsewhere";
  return w;
}

// Joules a token by power over rate; the interval of the ratio is its own where calibrated.
Quantity<JoulesPerToken> joules(const Quantity<Watts>& watts, double rate, Spread s) {
  return spread(JoulesPerToken(watts.estimate.value / rate), s);
}

std::string_view power_condition(const Case& c) {
  const bool calibrated = c.accelerator().memory_kind == MemoryKind::hbm && c.engine().id == Engine::vllm;
  return calibrated ? "device" : "unseen";
}

}  // namespace

EnergyReport serve_energy(const Case& c, const ServeTiming& t) {
  EnergyReport e;
  const Supply s = supply_of(c);
  if (s.board <= 0) return e;  // no figure for its power
  const double count = static_cast<double>(c.count);
  const double share = t.report.speed_known ? serve_share(c, t, s) : 0.7;
  const double watts = share * s.board * count;
  const Calibration& calibration = c.catalog->calibration;
  const std::string_view condition = t.report.speed_known ? power_condition(c) : "unseen";
  e.watts = watts_within_limit(watts, calibration.interval("energy.watts", {condition, "serve"}), s.limit * count);
  e.host_watts = Watts(host_watts(c, watts));
  if (t.report.output.estimate.value > 0)
    e.joules_per_token = joules(e.watts, t.report.output.estimate.value,
                                calibration.interval("energy.joules_per_token", {condition, "serve"}));
  if (c.explain) e.why = why_watts(watts, share, c, s, "count*P/TDP*TDP");
  return e;
}

EnergyReport train_energy(const Case& c, const TrainTiming& t) {
  EnergyReport e;
  const Supply s = supply_of(c);
  if (s.board <= 0) return e;
  const double count = static_cast<double>(c.count);
  double share = constant(c, "energy.train_base", 0.40) +
                 constant(c, "energy.train_compute", 0.62) * std::clamp(t.compute_utilization, 0.0, 1.0);
  share = std::clamp(share, 0.25, 0.97);
  share = std::min(share, 0.98 * s.limit / s.board);
  const double watts = share * s.board * count;
  const Calibration& calibration = c.catalog->calibration;
  e.watts = watts_within_limit(watts, calibration.interval("energy.watts", {"train", "unseen"}), s.limit * count);
  e.host_watts = Watts(host_watts(c, watts));
  if (t.report.tokens_per_second.estimate.value > 0)
    e.joules_per_token = joules(e.watts, t.report.tokens_per_second.estimate.value,
                                calibration.interval("energy.joules_per_token", {"train", "unseen"}));
  if (c.explain) e.why = why_watts(watts, share, c, s, "count*(base + share of the step multiplying)*TDP");
  return e;
}

}  // namespace gpusel
