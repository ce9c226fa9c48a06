#include <string>

#include "core/domain/why_number.hpp"
#include "core/time/train_step.hpp"

namespace gpusel {
namespace {

// A term of the step: `seconds` of one micro-step, done `times` times.
Why term(const char* key, Seconds seconds, double times, const char* formula, std::string numbers,
         const char* source = "") {
  return {std::string("step.") + key, seconds.value * times, WhyUnit::seconds, formula, std::move(numbers), source, {}};
}

void compute_terms(const TrainSetup& s, const TrainStep& step, double m, std::vector<Why>& parts) {
  const TrainCompute& c = step.compute;
  const TrainWork& w = step.work;
  const TrainPasses& p = w.passes;
  const double peak = compute_peak(s.c->accelerator(), s.t->compute).value,
               bandwidth = s.c->accelerator().bandwidth.value;
  const std::string times = why_number(m) + "*";
  const char* roofline = "roofline; efficiency fitted (assets/data/calibration.json)";
  auto add = [&](const char* key, Seconds t, const char* formula, std::string numbers, const char* source = "") {
    if (t.value > 0) parts.push_back(term(key, t, m, formula, times + std::move(numbers), source));
  };
  add("linear", c.linear, "m*passes*2*N*T/(eta*F)",
      why_number(p.linear) + "*" + why_number(w.linear_flops) + "/(" + why_number(c.efficiency) + "*" +
          why_number(peak) + ")",
      roofline);
  add("expert", c.expert, "m*passes*2*N_experts*T/(eta*F)",
      why_number(p.linear) + "*" + why_number(w.expert_flops) + "/F", roofline);
  add("head", c.head, "m*passes*2*V*h*T/(eta*F)", why_number(p.head) + "*" + why_number(w.head_flops) + "/F", roofline);
  add("attention", c.attention, "m*passes*2*a*d*s*T*L/(eta*F)",
      why_number(p.attention) + "*" + why_number(w.attention_flops) + "/F", "Dao 2023 (2307.08691)");
  add("tower", c.tower, "m*passes*2*P_tower*patches/(eta*F)", why_number(w.tower_flops) + "/F");
  add("elementwise", c.elementwise, "m*passes*2*(12h + 6f)*T*L/BW",
      why_number(p.elementwise) + "*" + why_number(w.elementwise_bytes) + "/" + why_number(bandwidth));
  add("adapter", c.adapter, "m*passes*2*(2*in + 3*out)*T/BW",
      why_number(p.adapter) + "*" + why_number(w.adapter_bytes) + "/" + why_number(bandwidth));
  add("loss", c.loss, "m*20*V*T/BW", why_number(w.loss_bytes) + "/" + why_number(bandwidth));
  add("dequantise", c.dequantise, "m*passes*4.5*n/(0.7*BW)",
      why_number(p.dequantise) + "*4.5*" + why_number(w.quantised_parameters) + "/" + why_number(bandwidth),
      "bitsandbytes MatMul4Bit: the 16-bit weight is rebuilt for every use");
  add("generation", c.generation, "m*s/2*2*N/(0.7*BW)",
      why_number(static_cast<double>(s.t->sequence_length) / 2) + "*" + why_number(2 * s.m->matmul_parameters));
  if (c.launch_bound())
    add("launch", c.launch - c.sum(), "m*(L*kernels*8us - work)",
        why_number(c.launch.value) + "-" + why_number(c.sum().value));
}

void traffic_terms(const TrainSetup& s, const TrainStep& step, double m, std::vector<Why>& parts) {
  const TrainTraffic& t = step.traffic;
  if (t.exposed.value > 0) {
    Why exposed = term("exposed", t.exposed, m, "m*(transfers - overlap*compute)",
                       why_number(m) + "*" + why_number(t.exposed.value), "alpha-beta cost, nccl-tests PERFORMANCE.md");
    auto add = [&](const char* key, Seconds seconds, const char* formula) {
      if (seconds.value > 0)
        exposed.parts.push_back(term(key, seconds, m, formula, why_number(m) + "*" + why_number(seconds.value)));
    };
    add("tensor_parallel", t.tensor, "all-reduce of 2*T*h, 4 to 6 a layer");
    add("pipeline_boundary", t.pipeline, "4*2*T*h/B");
    add("context_parallel", t.context, "ring of keys and values");
    add("expert_parallel", t.expert, "all-to-all of 2*t_k*T*h, 4 to 6 a layer");
    add("shards", t.shards, "(n-1)/n*(2*weights + gradients)/B");
    add("host", t.host, "2*weights/PCIe");
    // Transfers are whole times; what hides behind computation is not in their parent's value.
    parts.push_back(std::move(exposed));
  }
  if (t.slowdown.value > 0)
    parts.push_back(term("overlap_slowdown", t.slowdown, m, "0.11*overlapped transfers",
                         why_number(m) + "*" + why_number(t.slowdown.value)));
  if (t.bubble > 0)
    parts.push_back(term("bubble", step.micro, m * t.bubble, "m*t*(p-1)/(m*v)",
                         why_number(m * step.micro.value) + "*(" + std::to_string(s.c->layout.pp) + "-1)/(" +
                             why_number(m) + "*" + std::to_string(s.c->layout.vp) + ")",
                         "Narayanan et al. 2021 (2104.04473)"));
  if (t.gradients_exposed.value > 0)
    parts.push_back(
        term("gradients", t.gradients_exposed, 1, "2(n-1)/n*S/B - overlap", why_number(t.gradients.value) + " in all"));
}

}  // namespace

Why explain_step(const TrainSetup& s, const TrainStep& step) {
  Why why{"step",
          step.total.value,
          WhyUnit::seconds,
          "(m*(compute + exposed)*(1 + bubble) + gradients + optimizer)*stragglers",
          "",
          "",
          {}};
  const double m = step.micro_steps;
  compute_terms(s, step, m, why.parts);
  traffic_terms(s, step, m, why.parts);
  why.parts.push_back(
      term("optimizer", step.optimizer, 1, "bytes read and written/(0.8*BW)", why_number(step.optimizer.value)));
  if (step.stragglers > 1) {
    const double before = step.total.value / step.stragglers;
    why.parts.push_back(term("stragglers", Seconds(step.total.value - before), 1, "t*(factor - 1)",
                             why_number(before) + "*" + why_number(step.stragglers - 1)));
  }
  return why;
}

}  // namespace gpusel
