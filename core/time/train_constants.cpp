#include "core/time/train_constants.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>

#include "core/domain/formats.hpp"

namespace gpusel {
namespace {

struct Slot {
  std::string_view key;
  double TrainConstants::*member;
};

using T = TrainConstants;
constexpr std::array<Slot, 29> slots{{
    {"train.matmul_efficiency", &T::matmul_efficiency},
    {"train.ceiling_share", &T::ceiling_share},
    {"train.half_rate_ceiling", &T::half_rate_ceiling},
    {"train.tpu_ceiling", &T::tpu_ceiling},
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

bool seen(const Calibration& calibration, std::string_view key, const Groups& groups) {
  const Calibration::Rows rows = calibration.with(key);
  return std::any_of(rows.begin(), rows.end(), [&](const Constant& c) { return groups.rank(c.group) > 0; });
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
  out.family_seen = seen(calibration, "train.family_seen", groups);
  out.framework_seen = seen(calibration, "train.framework_seen", groups);
  if (!(out.matmul_efficiency > 0)) out.matmul_efficiency = out.ceiling_share * product_ceiling(a, out);
  return out;
}

double product_ceiling(const Accelerator& a, const TrainConstants& k) {
  constexpr double usual = 0.78, cdna = 0.55;  // NVIDIA's and AMD's median of measured large products
  const double peak = std::max(a.peak.bf16.value, a.peak.fp16.value);
  if (a.cls == DeviceClass::consumer && a.peak.fp16_fp16acc.value > 1.5 * a.peak.fp16.value) return k.half_rate_ceiling;
  if (a.cls == DeviceClass::tpu) return k.tpu_ceiling;
  if (a.measured_matmul_bf16 > 0 && peak > 0) return std::min(1.0, a.measured_matmul_bf16 / peak);
  return a.family.rfind("CDNA", 0) == 0 ? cdna : usual;
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
  if (is_eight_bit(compute)) return k.eight_bit;
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
