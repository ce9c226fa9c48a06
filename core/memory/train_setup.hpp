// A training case resolved into the numbers that every term of its memory reads: dtypes in bytes, tokens a device sees,
// shard degrees, the framework's facts. Bytes are doubles until a term is booked (core/memory/timeline). Symbols as in
// the literature: T tokens a device and micro-step, s sequence length, N data-parallel shards. Rules: estimation.md
// sec. 3.1, 3.3, 3.4, 3.6.
#pragma once

#include "core/domain/case.hpp"
#include "core/memory/train_constants.hpp"

namespace gpusel {

// Bytes a trainable parameter takes in each role (the mixed-precision recipe).
struct RecipeBytes {
  double weight = 2, gradient = 2, master = 0, state = 2;
};

struct TrainSetup {
  const Case* c = nullptr;
  const TrainSpec* t = nullptr;
  const ModelShape* m = nullptr;
  const FrameworkFacts* f = nullptr;
  bool lora = false;
  bool quantised = false;      // the base weights are stored in fewer than 16 bits
  bool autocast = false;       // 16-bit products on fp32 trainable weights
  bool fp32_frozen = false;    // k-bit preparation casts norms, embedding and head to fp32
  bool weight_copies = false;  // autocast keeps 16-bit copies of fp32 weights until their backward
  bool fused = false;          // fused kernels
  bool sequence_parallel = false;
  bool gathered = false;              // ZeRO-3 / FSDP over more than one device
  bool persistent_gradients = false;  // the gradient buffer outlives the step, or accumulates over micro-steps
  double width = 2;                   // bytes an element of the compute dtype in attention and element-wise work
  double linear_in = 2;               // bytes an element of a linear's saved input (fp8: 1)
  double residual = 2;                // bytes an element of the residual stream
  double linear_out = 2;              // bytes an element a linear returns (fp32 after k-bit preparation)
  double tokens = 0;                  // T
  double sequences = 0;               // sequences a device and micro-step
  double length = 0;                  // s a device holds (after context parallelism)
  double image_share = 0;             // of the tokens, how many come from images
  double selective_share =
      1;              // of the layers, how many keep the selective policy's tensors; the others are recomputed whole
  double shards = 1;  // N: dp * cp, or a hybrid shard group
  double tp = 1, ep = 1;
  MemoryConstants constants;
  RecipeBytes weights;  // full training: of the model; LoRA: of the adapters

  bool chooses_blocks() const {
    return t->checkpointing == Checkpointing::selective && f->selective == SelectivePolicy::blocks;
  }
  double shard_if(bool sharded) const { return sharded ? shards : 1.0; }
  Count zero() const { return c->layout.zero; }
};

TrainSetup train_setup(const Case& c);

// Paired objectives (dpo, orpo, reward) put chosen and rejected sequences into one forward pass.
double sequences_per_sample(Objective objective);
// Objectives that keep a second, frozen copy of the model (reference), and those with a trained value model.
bool has_reference_model(const TrainSpec& t);
bool has_value_model(const TrainSpec& t);
bool generates(Objective objective);

}  // namespace gpusel
