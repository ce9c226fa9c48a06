// The loss: bytes alive a logit element at the start of backward. `full` in transformers = 16-bit logits 2 + float copy
// 4 + log-softmax 4 + its gradient 4 = 14; a gradient written over the logits 8; chunks hold logits and gradient (2 +
// 2) and 12 for the chunk at work; fused never holds them. Sources: transformers loss/loss_utils.py, unsloth, Liger,
// torchtune (frameworks.json).
#pragma once

#include "core/memory/train_setup.hpp"

namespace gpusel {

struct LossBytes {
  double per_logit = 0;  // bytes an element of T x V/t
  double elements = 0;   // T * V/t
  double workspace = 0;  // fused: one chunk
  double hidden = 0;     // final norm and its input, 6h a token
  double total() const { return per_logit * elements + workspace + hidden; }
};

// Bytes a logit with the plain upcast loss of transformers, whatever the framework's own holds.
double upcast_logit_bytes(const TrainSetup& s);
LossBytes loss_bytes(const TrainSetup& s);
// Elements of the head's gradient a fused loss fills while it runs (full training).
bool loss_holds_head_gradient(const TrainSetup& s);

}  // namespace gpusel
