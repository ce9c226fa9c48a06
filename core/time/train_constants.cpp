#include "core/time/train_constants.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>

namespace gpusel {
namespace {

struct Slot {
  std::string_view key;
  double TrainConstants::*member;
};

using T = TrainConstants;
constexpr std::array<Slot, 26> slots{{
    {"train.matmul_efficiency", &T::matmul_efficiency},
    {"train.width_tokens", &T::width_tokens},
    {"train.token_overhead", &T::token_overhead},
    {"train.eight_bit", &T::eight_bit},
    {"train.four_bit", &T::four_bit},
    {"train.framework_factor", &T::framework_factor},
    {"train.recompute_share", &T::recompute_share},
    {"train.expert_factor", &T::expert_factor},
    {"train.expert_rows", &T::expert_rows},
    {"train.elementwise_eager", &T::elementwise_eager},
    {"train.elementwise_fused", &T::elementwise_fused},
    {"train.elementwise_fp32", &T::elementwise_fp32},
    {"train.lora_bytes", &T::lora_bytes},
    {"train.lora_fused", &T::lora_fused},
    {"train.loss_bytes", &T::loss_bytes},
    {"train.bandwidth_share", &T::bandwidth_share},
    {"train.dequantise_bandwidth", &T::dequantise_bandwidth},
    {"train.attention_efficiency", &T::attention_efficiency},
    {"train.first_flash", &T::first_flash},
    {"train.kernel_seconds", &T::kernel_seconds},
    {"train.data_overlap", &T::data_overlap},
    {"train.expert_overlap", &T::expert_overlap},
    {"train.tensor_overlap", &T::tensor_overlap},
    {"train.overlap_slowdown", &T::overlap_slowdown},
    {"train.pipeline_exposed", &T::pipeline_exposed},
    {"train.contention_per_doubling", &T::contention_per_doubling},
}};

// How specific a constant's group is for this case; -1 = another device's or framework's.
struct Groups {
  std::string_view id, family, framework;
  std::string family_class;
  int rank(std::string_view group) const {
    if (group.empty()) return 0;
    if (group == family) return 1;
    if (group == family_class) return 2;
    if (group == framework) return 3;
    return group == id ? 4 : -1;
  }
};

// A family without rows: three quarters of what a large product really reaches (leave-one-family-out, estimation.md
// sec. 4.2).
double unseen_efficiency(const Accelerator& a) {
  constexpr double of_ceiling = 0.74, usual_ceiling = 0.78, cdna_ceiling = 0.55;
  const double peak = std::max(a.peak.bf16.value, a.peak.fp16.value);
  // GeForce accumulates in FP32 at half its matrix units' rate: a product comes nearer to that peak (Ada rows: 0.93).
  constexpr double half_rate_accumulation = 0.85;
  if (a.cls == DeviceClass::consumer && a.peak.fp16_fp16acc.value > 1.5 * a.peak.fp16.value)
    return half_rate_accumulation;
  if (a.measured_matmul_bf16 > 0 && peak > 0) return of_ceiling * std::min(1.0, a.measured_matmul_bf16 / peak);
  return of_ceiling * (a.family.rfind("CDNA", 0) == 0 ? cdna_ceiling : usual_ceiling);
}

}  // namespace

TrainConstants train_constants(const Case& c) {
  const Accelerator& a = c.accelerator();
  const Groups groups{a.id, a.family, to_string(c.train().framework), a.family + "/" + std::string(to_string(a.cls))};
  TrainConstants out;
  const Calibration& calibration = c.catalog->calibration;
  for (const Slot& slot : slots) {
    int best = -1;
    for (const Constant& constant : calibration.with(slot.key)) {
      const int rank = groups.rank(constant.group);
      if (rank <= best) continue;
      out.*slot.member = constant.value;
      best = rank;
    }
  }
  for (const Constant& constant : calibration.with("train.family_seen"))
    out.family_seen |= groups.rank(constant.group) >= 0;
  if (!(out.matmul_efficiency > 0)) out.matmul_efficiency = unseen_efficiency(a);
  return out;
}

bool runs_natively(const Accelerator& a, Compute compute) {
  switch (compute) {
    case Compute::fp32:
      return a.peak.fp32.value > 0;
    case Compute::tf32:
      return a.peak.tf32.value > 0;
    case Compute::bf16:
      return a.peak.bf16.value > 0;
    case Compute::fp16:
      return a.peak.fp16.value > 0;
    case Compute::fp8:
      return a.peak.fp8.value > 0 && a.supports_fp8;
    case Compute::mxfp8:
      return a.peak.fp8.value > 0 && a.supports_fp4;  // block-scaled products came with FP4 (Blackwell, CDNA 4)
    case Compute::nvfp4:
      return a.peak.fp4.value > 0 && a.supports_fp4;
  }
  return false;
}

FlopsPerSecond compute_peak(const Accelerator& a, Compute compute) {
  const FlopsPerSecond half = a.peak.bf16.value > 0 ? a.peak.bf16 : a.peak.fp16;
  switch (compute) {
    case Compute::fp32:
      return a.peak.fp32.value > 0 ? a.peak.fp32 : FlopsPerSecond(half.value / 8);
    case Compute::tf32:
      return a.peak.tf32.value > 0 ? a.peak.tf32 : compute_peak(a, Compute::fp32);
    case Compute::bf16:
      return half;
    case Compute::fp16:
      return a.peak.fp16.value > 0 ? a.peak.fp16 : half;
    case Compute::fp8:
    case Compute::mxfp8:
      return runs_natively(a, compute) ? a.peak.fp8 : half;
    case Compute::nvfp4:
      return runs_natively(a, compute) ? a.peak.fp4 : half;
  }
  return half;
}

double precision_factor(const Accelerator& a, Compute compute, const TrainConstants& k) {
  if (!runs_natively(a, compute)) return 1;
  if (compute == Compute::fp8 || compute == Compute::mxfp8) return k.eight_bit;
  if (compute == Compute::nvfp4) return k.four_bit;
  return 1;
}

double power_slowdown(const Case& c) {
  const double rated = c.accelerator().power.value, limit = c.power_limit.value;
  if (!(rated > 0) || !(limit > 0) || limit >= rated) return 1.0;
  // Dynamic power (about 80 % of the board's) ~ f^2.5 between the cube and the square law.
  const double dynamic = std::max(0.1, (limit / rated - 0.2) / 0.8);
  return std::pow(dynamic, -1.0 / 2.5);
}

}  // namespace gpusel
