// What one device computes in one micro-step, counted from the model's tensors: FLOPs of matrix products and attention,
// bytes of element-wise kernels, adapters, loss and 4-bit weights. One forward pass; passes multiply it. The slowest
// pipeline stage: the last, with the head, or one with more layers. Formulas: estimation.md sec. 4.1, 4.2; PaLM
// (Chowdhery et al. 2022) app. B for MFU.
#pragma once

#include "core/memory/train_setup.hpp"
#include "core/time/train_constants.hpp"

namespace gpusel {

// How often each kind of work is done in a micro-step, in forward passes.
struct TrainPasses {
  double linear = 3;  // forward 1, input gradient 1, weight gradient 1 (frozen: none), recompute
  double head = 3;    // never recomputed
  double adapter = 3;
  double attention = 3.5;  // flash recomputes scores in backward: 2.5
  double elementwise = 3;
  double dequantise = 0;    // reads of 4-bit weights
  double layer_visits = 3;  // for launches: forward, backward twice as many kernels, recompute
};

struct TrainWork {
  double tokens = 0;        // T: of this device and micro-step
  double linear_flops = 0;  // one forward pass, dense linears of the stage
  double expert_flops = 0;  // routed experts
  double head_flops = 0;
  double adapter_flops = 0;
  double tower_flops = 0;            // image towers
  double attention_flops = 0;        // causal, one forward
  double attention_score_bytes = 0;  // eager attention writes and reads its scores
  double elementwise_bytes = 0;      // one pass
  double adapter_bytes = 0;          // one pass
  double loss_bytes = 0;             // whole loss
  double expert_bytes = 0;           // permutation of tokens, one pass
  double quantised_parameters = 0;   // on this device
  double adapted_modules = 0;        // a layer
  double stage_layers = 0;
  double mean_stage = 1;     // work of the mean stage over the slowest's
  double expert_width = 0;   // min(h, f_e)
  double expert_tokens = 0;  // per expert
  TrainPasses passes;
  double model_flops = 0;  // PaLM convention, all devices' share of this one, micro-step
};

TrainWork train_work(const TrainSetup& s, const TrainConstants& k);

}  // namespace gpusel
