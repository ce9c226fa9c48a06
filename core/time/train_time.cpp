#include <algorithm>
#include <cmath>
#include <string>

#include "core/domain/why_number.hpp"
#include "core/time/goodput.hpp"
#include "core/time/time.hpp"
#include "core/time/train_spread.hpp"
#include "core/time/train_step.hpp"

namespace gpusel {
namespace {

// Evaluation, waiting for data, planned stops: 3 % of a run on one host, 5 % on several (estimation.md sec. 4.4); what
// failures cost comes on top (goodput.hpp).
double evaluation_share(const Case& c) { return c.nodes <= 1 ? 0.03 : 0.05; }

Quantity<TokensPerSecond> rate_of(double tokens, const Quantity<Seconds>& step) {
  return {TokensPerSecond(tokens / step.estimate.value), TokensPerSecond(tokens / step.high.value),
          TokensPerSecond(tokens / step.low.value)};
}

// `steps`: seconds of the steps alone.
Why explain_run(double steps, double share, const TrainReport& r) {
  const Goodput& g = r.goodput;
  const double evaluation = steps * share, lost = r.run->estimate.value - steps - evaluation;
  Why why{"run", r.run->estimate.value, WhyUnit::seconds, "steps*(1 + evaluation)/goodput", "", "", {}};
  why.numbers = why_number(steps) + "*" + why_number(1 + share) + "/" + why_number(g.share);
  why.parts.push_back({"run.steps", steps, WhyUnit::seconds, "tokens/tokens_per_second", "", "", {}});
  why.parts.push_back({"run.evaluation", evaluation, WhyUnit::seconds, why_number(share) + "*steps", "", "", {}});
  why.parts.push_back({"run.failures",
                       lost,
                       WhyUnit::seconds,
                       "1/goodput - 1; goodput = tau/(M*exp(R/M)*(exp((tau + delta)/M) - 1))",
                       "M=" + why_number(g.between_failures.value) + ", delta=" + why_number(g.checkpoint.value) +
                           ", tau=" + why_number(g.interval.value) + ", R=" + why_number(g.restart.value),
                       "Daly 2006; 419 interruptions in 54 days on 16,384 H100 (2407.21783, 3.3.4)",
                       {}});
  return why;
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
    const double overhead = (1 + evaluation_share(c)) / out.report.goodput.share - 1;
    const std::string percent = std::to_string(std::lround(overhead * 100));
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
  r.phases = step.phases;
  r.tokens_per_second = rate_of(step.step_tokens, r.step);
  const double peak = compute_peak(c.accelerator(), c.train().compute).value;
  const double micro_share = step.micro_steps / step.total.value;
  r.model_flops_utilization = step.work.model_flops * micro_share / peak;
  r.hardware_flops_utilization = step.compute.hardware_flops * micro_share / peak;
  if (c.train().tokens) {
    r.goodput = train_goodput(s, runs_on_spot(c.scenario->goal));
    const double steps = *c.train().tokens / step.step_tokens * (1 + evaluation_share(c));
    r.run = Quantity<Seconds>{r.step.estimate * (steps / r.goodput.share), r.step.low * (steps / r.goodput.high),
                              r.step.high * (steps / r.goodput.low)};
  }
  const TrainCompute& w = step.compute;
  out.compute_utilization = std::min(1.0, (w.linear + w.expert + w.head + w.attention + w.tower).value * micro_share);
  out.bounds = step_bounds(s, step);
  if (c.explain) {
    r.why_step = explain_step(s, step);
    if (r.run) r.why_run = explain_run(*c.train().tokens / step.step_tokens * step.total.value, evaluation_share(c), r);
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
    one.shared = {};
    TrainTiming t = time_of(one);
    if (slowest.bounds.empty() || t.report.step.estimate > slowest.report.step.estimate) slowest = std::move(t);
  }
  return slowest;
}

}  // namespace gpusel
