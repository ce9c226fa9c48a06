#include <algorithm>
#include <cmath>
#include <string>

#include "core/time/time.hpp"
#include "core/time/train_spread.hpp"
#include "core/time/train_step.hpp"

namespace gpusel {
namespace {

// Checkpoints, restarts and evaluation: 3 % of a run on one host, 5 % on several, 10 % at hundreds of devices
// (estimation.md sec. 4.4).
double run_overhead(const Case& c) {
  if (c.nodes <= 1) return 0.03;
  return c.count >= 256 ? 0.10 : 0.05;
}

Quantity<TokensPerSecond> rate_of(double tokens, const Quantity<Seconds>& step) {
  return {TokensPerSecond(tokens / step.estimate.value), TokensPerSecond(tokens / step.high.value),
          TokensPerSecond(tokens / step.low.value)};
}

void add_notes(const Case& c, const TrainConstants& k, TrainTiming& out) {
  const Accelerator& a = c.accelerator();
  const TrainSpec& t = c.train();
  if (!runs_natively(a, t.compute))
    out.warnings.push_back({"compute-emulated",
                            a.name + " has no " + std::string(to_string(t.compute)) +
                                " matrix units; it is timed at its 16-bit (or fp32) rate.",
                            "/train/compute",
                            {{"compute", std::string(to_string(t.compute))}, {"device", a.name}}});
  if (!k.family_seen)
    out.warnings.push_back(
        {"family-unseen",
         "No measured training run of the " + a.family + " family stands behind this speed: the interval is wide.",
         "/hardware/accelerator",
         {{"family", a.family}}});
  out.assumptions.push_back(
      {"tokens-packed", "Tokens a second count every token the device sees; padding is not taken off.", "", {}});
  if (t.tokens) {
    const std::string percent = std::to_string(std::lround(run_overhead(c) * 100));
    out.assumptions.push_back({"run-overhead",
                               "The run's time includes " + percent + " % for checkpoints, evaluation and restarts.",
                               "",
                               {{"percent", percent}}});
  }
}

TrainTiming time_of(const Case& c) {
  const TrainSetup s = train_setup(c);
  const TrainStep step = train_step(s);
  const Spread spread_of = step_spread(c, step.constants);
  TrainTiming out;
  TrainReport& r = out.report;
  r.step = spread(step.total, spread_of);
  r.tokens_per_second = rate_of(step.step_tokens, r.step);
  const double peak = compute_peak(c.accelerator(), c.train().compute).value;
  const double micro_share = step.micro_steps / step.total.value;
  r.model_flops_utilization = step.work.model_flops * micro_share / peak;
  r.hardware_flops_utilization = step.compute.hardware_flops * micro_share / peak;
  if (c.train().tokens) {
    const double seconds = *c.train().tokens / step.step_tokens * (1 + run_overhead(c));
    r.run = Quantity<Seconds>{r.step.estimate * seconds, r.step.low * seconds, r.step.high * seconds};
  }
  const TrainCompute& w = step.compute;
  out.compute_utilization = std::min(1.0, (w.linear + w.expert + w.head + w.attention + w.tower).value * micro_share);
  out.bounds = step_bounds(s, step);
  if (c.explain) {
    r.why_step = explain_step(s, step);
    add_notes(c, step.constants, out);
  }
  return out;
}

}  // namespace

TrainTiming train_time(const Case& c, const MemoryReport&) {
  if (c.devices.size() == 1) return time_of(c);
  // Unequal devices side by side do equal shares: the slowest kind decides.
  TrainTiming slowest;
  for (const Device& d : c.devices) {
    Case one = c;
    one.devices = {d};
    one.power_limit = d.accelerator->power;
    one.memory_constants = nullptr;
    one.speed_constants = nullptr;
    TrainTiming t = time_of(one);
    if (slowest.bounds.empty() || t.report.step.estimate > slowest.report.step.estimate) slowest = std::move(t);
  }
  return slowest;
}

}  // namespace gpusel
