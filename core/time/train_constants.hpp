// Fitted constants of training speed for one device and framework, read once a case from assets/data/calibration.json
// ("train.*"). The defaults are the values of estimation.md sec. 4.2-4.4, fitted there on the measured rows;
// dimensionless unless named.
#pragma once

#include "core/domain/case.hpp"

namespace gpusel {

struct TrainConstants {
  double matmul_efficiency = 0;     // eta_c: share of the peak a large product reaches; 0 = family never seen
  double ceiling_share = 0.74;      // of product_ceiling, in training: what a family never seen reaches
  double half_rate_ceiling = 0.95;  // GeForce accumulates in FP32 at half its matrix units' rate: nearer to that peak
  double tpu_ceiling = 0.78;        // whole steps compiled, large systolic arrays
  double width_tokens = 181;        // K0 at 153 FLOP a byte: small matrices lose 1 + K0/h
  double token_overhead = 0.25;     // 1 + this * F/BW / T: few tokens a micro-step
  double eight_bit = 0.79;          // of the 16-bit efficiency
  double four_bit = 0.59;           // 8-bit x 0.75, a guess
  double framework_factor = 1;      // megatron 1.06
  double recompute_share = 0.85;    // a recomputed forward against a first one
  double expert_factor = 1.16;      // routed experts against dense products
  double expert_rows = 128;         // 1 + this / tokens an expert
  double elementwise_eager = 0.92, elementwise_fused = 0.49, elementwise_fp32 = 1.8;
  double lora_bytes = 1, lora_fused = 0.5;
  double loss_bytes = 20;        // a logit
  double bandwidth_share = 0.8;  // of the data sheet, streaming kernels
  double dequantise_bandwidth = 0.7;
  double attention_efficiency = 0.45;  // on causal FLOPs, flash attention 2
  double first_flash = 0.61;           // its first generation (llm-foundry's rows)
  double kernel_seconds = 8e-6;        // of launching one kernel
  double data_overlap = 0.8, expert_overlap = 0.5, tensor_overlap = 0;
  double overlap_slowdown = 0.11;  // of the communication, added to overlapped compute
  double pipeline_exposed = 0.93;
  double contention_per_doubling = 0.005;  // beyond 8 hosts
  bool family_seen = false;                // rows of this device family (and class) were in the fit
  bool framework_seen = false;             // of this framework
};

TrainConstants train_constants(const Case& c);

// Share of the peak that a large product alone reaches: as measured (catalogue), else the vendor's usual one.
double product_ceiling(const Accelerator& accelerator, const TrainConstants& k);

// Peak FLOP/s of the compute dtype, as the device really runs it (bf16 on hardware without it runs as fp16); 0 =
// unknown.
FlopsPerSecond compute_peak(const Accelerator& accelerator, Compute compute);
bool runs_natively(const Accelerator& accelerator, Compute compute);
// Efficiency of its products against 16-bit ones.
double precision_factor(const Accelerator& accelerator, Compute compute, const TrainConstants& k);
// The power limit's effect on clocks: P falls with about f^2-3, so compute falls with the square root to the cube root.
double power_slowdown(const Case& c);

}  // namespace gpusel
