#include "core/time/train_step.hpp"

#include <algorithm>

#include "core/time/train_optimizer.hpp"

namespace gpusel {
namespace {

Seconds matrix_seconds(const TrainCompute& c) { return c.linear + c.expert + c.head + c.attention + c.tower; }
Seconds memory_seconds(const TrainCompute& c) {
  return c.elementwise + c.adapter + c.loss + c.dequantise + c.generation;
}

PhaseBound roofline(const TrainSetup& s, const char* phase, double flops, double bytes, double seconds) {
  const Accelerator& a = s.c->accelerator();
  PhaseBound b;
  b.phase = phase;
  b.peak_flops_per_second = compute_peak(a, s.t->compute).value;
  b.bandwidth_bytes_per_second = a.bandwidth.value;
  b.flop_per_byte = bytes > 0 ? flops / bytes : 0;
  b.reached_flops_per_second = seconds > 0 ? flops / seconds : 0;
  b.roof_flops_per_second = std::min(b.peak_flops_per_second, b.flop_per_byte * b.bandwidth_bytes_per_second);
  return b;
}

// Computing once forward, of what a micro-step computes with its backward pass and recomputation.
double forward_share(const TrainSetup& s, const TrainStep& step) {
  const TrainCompute& c = step.compute;
  const TrainPasses& p = step.work.passes;
  const auto once = [](Seconds all, double passes) { return all / std::max(1.0, passes); };
  const Seconds forward = once(c.linear + c.expert, p.linear) + once(c.head, p.head) + once(c.attention, p.attention) +
                          once(c.elementwise, p.elementwise) + once(c.adapter, p.adapter) +
                          once(c.dequantise, p.dequantise) + once(c.tower, s.lora ? 1 : 3) + c.loss / 2;
  const Seconds all = c.sum() - c.generation;
  return all.value > 0 ? forward / all : 0;
}

// Transfers and the wait for other stages go with the computing they stand beside.
TrainPhases step_phases(const TrainSetup& s, const TrainStep& step) {
  TrainPhases out;
  out.micro_steps = step.micro_steps;
  const double stretch = (1 + step.traffic.bubble) * step.stragglers;
  const Seconds generation = step.compute.launch_bound() ? Seconds(0) : step.compute.generation;
  const Seconds passes = step.micro - generation;
  const double share = forward_share(s, step);
  out.generation = generation * stretch;
  out.forward = passes * (share * stretch);
  out.backward = passes * ((1 - share) * stretch);
  out.update = (step.traffic.gradients_exposed + step.optimizer) * step.stragglers;
  return out;
}

}  // namespace

TrainStep train_step(const TrainSetup& s) {
  TrainStep out;
  out.constants = s.c->shared.speed ? *s.c->shared.speed : train_constants(*s.c);
  out.work = train_work(s, out.constants);
  out.compute = train_compute(s, out.constants, out.work);
  out.traffic = train_traffic(s, out.constants, out.work, out.compute);
  out.optimizer = optimizer_time(s, out.constants);
  out.micro_steps = static_cast<double>(std::max<Count>(1, s.t->gradient_accumulation));
  out.stragglers = straggler_factor(*s.c, out.constants);
  const Layout& l = s.c->layout;
  out.step_tokens = s.tokens * static_cast<double>(l.cp * l.dp) * out.micro_steps;
  out.micro = out.compute.total() + out.traffic.exposed + out.traffic.slowdown;
  out.total =
      (out.micro * (out.micro_steps * (1 + out.traffic.bubble)) + out.traffic.gradients_exposed + out.optimizer) *
      out.stragglers;
  out.phases = step_phases(s, out);
  return out;
}

std::vector<PhaseBound> step_bounds(const TrainSetup& s, const TrainStep& step) {
  const TrainCompute& c = step.compute;
  const Seconds network =
      step.traffic.exposed + step.traffic.slowdown + step.traffic.gradients_exposed * (1 / step.micro_steps);
  // Weights are read by every product; the rest of the traffic was counted by its kernels.
  const double weights =
      2 * s.m->matmul_parameters * step.work.passes.linear / (s.tp * static_cast<double>(s.c->layout.pp));
  PhaseBound micro = roofline(s, "step", c.hardware_flops, c.bytes + weights, step.micro.value);
  micro.bound = matrix_seconds(c) >= memory_seconds(c) ? Bound::compute : Bound::memory_bandwidth;
  if (c.launch_bound()) micro.bound = Bound::latency;
  if (network.value > 0.5 * step.micro.value) micro.bound = Bound::network;
  PhaseBound update = roofline(s, "optimizer", 0, 1, step.optimizer.value);
  update.bound = Bound::memory_bandwidth;
  update.roof_flops_per_second = 0;
  return {micro, update};
}

}  // namespace gpusel
