// The moments of a training step on one device and what is alive at each: load, end of forward, start and end of
// backward, optimizer step, generation. With R = weights + adapters + states, C a checkpoint, S what a layer saves,
// live = S + gradients in flight: M_forward = R + L*C + logits; M_backward(l) = R + gradients above l + l*C + live;
// M_step = R + gradients + temporary.
#pragma once

#include <vector>

#include "core/memory/timeline.hpp"
#include "core/memory/train_layers.hpp"
#include "core/memory/train_loss.hpp"
#include "core/memory/train_sharding.hpp"

namespace gpusel {

// Everything one device holds, summed once; the moments only choose among it.
struct DeviceBytes {
  double weights_layers = 0, weights_input = 0, weights_output = 0, weights_tower = 0, weights_extra_models = 0;
  double adapters = 0;
  double gradients = 0;         // all of this device's, at their sharded size
  double gradients_output = 0;  // of head and final norm
  double master = 0, states = 0, paged = 0;
  double step_temporary = 0;
  double tower_activations = 0;
  LossBytes loss;
  Gathered gathered;
  double buckets = 0, context_parallel = 0, expert_dispatch = 0;
  double dequantised_layer = 0, dequantised_head = 0;
  double weight_copies_saved = 0, weight_copies_layer = 0, weight_copies_head = 0;
  double kept_checkpoints = 0;  // FSDP1 on a frozen base: inputs and their gradients held to the end of backward
  double cublas = 0;
  double rollout_kv = 0, rollout_logits = 0;
  double largest_tensor = 0;  // bytes, 16 bit: the loader's transient when quantising
  double host = 0;            // moved to the host's memory
  double trainable = 0;       // elements of this device's shard
};

struct BackwardPoint {
  std::size_t layer = 0;  // index within the stage, counted from the bottom
  double saved = 0;       // checkpoints or saved tensors still held
  double live = 0;
  double gradients = 0;
};

struct StageMemory {
  TrainStage stage;
  DeviceBytes bytes;
  double saved = 0;    // at the end of forward, all micro-batches in flight
  double live = 0;     // the largest live layer
  double unfused = 0;  // more, where Megatron's fused softmax cannot run and fp32 scores, masked scores and
                       // probabilities stand in its place: widens `high`
  BackwardPoint start, end;
  std::vector<MomentBytes> moments;
  Moment peak = Moment::forward_end;
  Bytes allocated;
};

DeviceBytes train_device_bytes(const TrainSetup& s, const LayerStack& stack, const TrainStage& stage);
StageMemory stage_memory(const TrainSetup& s, const LayerStack& stack, const TrainStage& stage);
// Books one moment; with explain each term has its formula.
Ledger book_moment(const TrainSetup& s, const StageMemory& m, Moment moment, bool explain);

}  // namespace gpusel
