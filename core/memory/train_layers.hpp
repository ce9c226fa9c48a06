// Per layer kind and for the model's ends (embedding, head, towers): bytes and elements on one device of the tensor-
// and expert-parallel group, before data-parallel sharding. Expert tensors shard over N/ep only (ZeRO with expert
// parallelism).
#pragma once

#include <vector>

#include "core/memory/train_activations.hpp"
#include "core/memory/train_setup.hpp"

namespace gpusel {

// An amount that is sharded over N for dense tensors and over N/ep for experts.
struct Sharded {
  double dense = 0, expert = 0;
  double total() const { return dense + expert; }
  double over(double shards, double ep) const { return dense / shards + expert / (shards > ep ? shards / ep : 1.0); }
  void add(double x, bool is_expert) { (is_expert ? expert : dense) += x; }
  Sharded& operator+=(const Sharded& o) {
    dense += o.dense;
    expert += o.expert;
    return *this;
  }
};

struct TensorBytes {
  Sharded weights;            // bytes stored: trainable weights, or the frozen base
  Sharded trainable;          // elements trained (full)
  Sharded adapters;           // adapter elements
  Sharded states;             // optimizer state bytes
  double gathered = 0;        // bytes of the unit once gathered by ZeRO-3 / FSDP
  double unit_elements = 0;   // its elements
  double linear = 0;          // elements of its linears
  double largest_matrix = 0;  // elements
};

struct TrainLayerBytes {
  TensorBytes tensors;
  SavedBytes per_token;
  double saved = 0, selective = 0, checkpoint = 0, live = 0;  // bytes for T tokens
};

TrainLayerBytes layer_bytes(const TrainSetup& s, const LayerShape& layer);
// Input table, learned positions, what stands outside the layers; the towers stand with the input.
TensorBytes input_bytes(const TrainSetup& s);
// Head and final norm; with pipeline stages the tied head is a second copy.
TensorBytes output_bytes(const TrainSetup& s, bool copies_tied_head);
TensorBytes tower_bytes(const TrainSetup& s);
double tower_activation_bytes(const TrainSetup& s);

// Kinds of decoder and encoder layers in one list, and the kind of every layer in order of execution.
struct LayerStack {
  std::vector<TrainLayerBytes> kinds;
  std::vector<std::uint8_t> order;
};
LayerStack layer_stack(const TrainSetup& s);

}  // namespace gpusel
