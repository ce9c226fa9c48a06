#include "core/time/train_compute.hpp"

#include <algorithm>
#include <cmath>

namespace gpusel {
namespace {

constexpr double reference_intensity = 153;  // FLOP a byte of the A100 80GB, where K0 was fitted

double intensity(const TrainSetup& s) {
  const Accelerator& a = s.c->accelerator();
  return compute_peak(a, Compute::bf16).value / a.bandwidth.value;
}

double expert_efficiency(const TrainSetup& s, const TrainConstants& k, const TrainWork& w) {
  const double dense = matmul_efficiency(s, k, std::max(1.0, w.expert_width), w.tokens);
  return dense / (k.expert_factor * (1 + k.expert_rows / std::max(1.0, w.expert_tokens)));
}

bool is_fused(const TrainSetup& s) { return s.fused || s.t->compile; }

Seconds launch_floor(const TrainSetup& s, const TrainConstants& k, const TrainWork& w) {
  if (s.c->accelerator().cls == DeviceClass::tpu) return Seconds(0);  // one compiled program a step
  const double per_layer = (is_fused(s) ? 25.0 : 60.0) + 8 * w.adapted_modules;
  double kernels = per_layer * (w.passes.layer_visits + 0.8);
  if (s.quantised) kernels += 14 * w.passes.layer_visits;
  if (s.m->is_moe()) kernels += 30 * w.passes.layer_visits;
  return Seconds(w.stage_layers * kernels * k.kernel_seconds);
}

// On-policy objectives generate about half of every sequence first: each token reads the weights once for the whole
// micro-batch.
Seconds generation_time(const TrainSetup& s, const TrainConstants& k) {
  if (!generates(s.t->objective)) return Seconds(0);
  const double steps = static_cast<double>(s.t->sequence_length) / 2;
  const double weights = 2.0 * s.m->matmul_parameters / (s.tp * static_cast<double>(s.c->layout.pp));
  return Seconds(steps * weights / (k.dequantise_bandwidth * s.c->accelerator().bandwidth.value));
}

void matrix_terms(const TrainSetup& s, const TrainConstants& k, const TrainWork& w, TrainCompute& out) {
  const double peak = compute_peak(s.c->accelerator(), s.t->compute).value / power_slowdown(*s.c);
  const double half = compute_peak(s.c->accelerator(), Compute::bf16).value / power_slowdown(*s.c);
  const double eta = matmul_efficiency(s, k, static_cast<double>(s.m->hidden) / s.tp, w.tokens);
  out.efficiency = eta;
  out.linear = Seconds((w.linear_flops * w.passes.linear + w.adapter_flops * w.passes.adapter) / (eta * peak));
  if (w.expert_flops > 0) out.expert = Seconds(w.expert_flops * w.passes.linear / (expert_efficiency(s, k, w) * peak));
  // The head stays in 16 bit under 8-bit recipes.
  out.head =
      Seconds(w.head_flops * w.passes.head / (eta / precision_factor(s.c->accelerator(), s.t->compute, k) * half));
  out.tower = Seconds(w.tower_flops * (s.lora ? 1.0 : 3.0) / (eta * peak));
}

void attention_term(const TrainSetup& s, const TrainConstants& k, const TrainWork& w, TrainCompute& out) {
  const Accelerator& a = s.c->accelerator();
  const double half = compute_peak(a, Compute::bf16).value / power_slowdown(*s.c);
  double eta = k.attention_efficiency;
  if (s.t->attention == Attention::eager) {
    const double bytes = w.attention_score_bytes * (w.passes.attention);
    out.attention = Seconds(2 * w.attention_flops * w.passes.attention / (out.efficiency * half) +
                            bytes / (k.bandwidth_share * a.bandwidth.value));
    out.bytes += bytes;
    return;
  }
  if (s.f->first_flash) eta *= k.first_flash;
  out.attention = Seconds(w.attention_flops * w.passes.attention / (eta * half));
}

void bandwidth_terms(const TrainSetup& s, const TrainConstants& k, const TrainWork& w, TrainCompute& out) {
  const double bandwidth = s.c->accelerator().bandwidth.value;
  double factor = is_fused(s) ? k.elementwise_fused : k.elementwise_eager;
  if (s.residual == 4) factor *= k.elementwise_fp32;
  const double stream = (w.elementwise_bytes + w.expert_bytes) * w.passes.elementwise * factor;
  out.elementwise = Seconds(stream / bandwidth);
  const double adapter = w.adapter_bytes * w.passes.adapter * k.lora_bytes * (s.fused ? k.lora_fused : 1.0);
  out.adapter = Seconds(adapter / bandwidth);
  out.loss = Seconds(w.loss_bytes * factor / bandwidth);
  constexpr double rebuilt_bytes = 4.5;  // read 0.516, write 2, read 2 a parameter
  const double dequantised = rebuilt_bytes * w.quantised_parameters * w.passes.dequantise;
  out.dequantise = Seconds(dequantised / (k.dequantise_bandwidth * bandwidth));
  out.bytes += stream + adapter + w.loss_bytes * factor + dequantised;
}

}  // namespace

double matmul_efficiency(const TrainSetup& s, const TrainConstants& k, double width, double tokens) {
  const double ratio = intensity(s);
  const double wide = k.width_tokens * ratio / reference_intensity / width;
  const double short_batch = k.token_overhead * ratio / std::max(1.0, tokens);
  const double eta = k.matmul_efficiency * k.framework_factor * precision_factor(s.c->accelerator(), s.t->compute, k) /
                     (1 + wide + short_batch);
  return std::min(eta, 0.98);
}

TrainCompute train_compute(const TrainSetup& s, const TrainConstants& k, const TrainWork& w) {
  TrainCompute out;
  matrix_terms(s, k, w, out);
  attention_term(s, k, w, out);
  bandwidth_terms(s, k, w, out);
  out.generation = generation_time(s, k);
  out.launch = launch_floor(s, k, w);
  const double attention = w.attention_flops * (s.t->attention == Attention::eager ? 2 : 1) * w.passes.attention;
  // Recomputed work is counted whole, though it costs less than a first pass.
  out.hardware_flops = (w.linear_flops + w.expert_flops) * std::ceil(w.passes.linear) + w.head_flops * w.passes.head +
                       w.adapter_flops * std::ceil(w.passes.adapter) + attention;
  return out;
}

}  // namespace gpusel
