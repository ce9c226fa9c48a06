// What autograd saves of one layer, op by op, and what is alive while its backward runs: bytes for all T tokens of a
// micro-step on one device. A trained matrix keeps its input; a frozen one keeps nothing, an adapter on it keeps its
// own input. The table is estimation.md sec. 3.4; its reference form sbh(34 + 5as/h) is Korthikanti et al. 2022
// (2205.05198).
#pragma once

#include "core/memory/train_setup.hpp"

namespace gpusel {

// Bytes a token of one layer, by what saves them.
struct SavedBytes {
  double norms = 0, mixer_inputs = 0, attention = 0, scores = 0, mixer_output = 0, mlp = 0, adapters = 0;
  double mlp_flight = 0, mixer_flight = 0;  // gradients in flight while the MLP's / the mixer's backward runs
  double total() const { return norms + mixer_inputs + attention + scores + mixer_output + mlp + adapters; }
};

SavedBytes saved_bytes_per_token(const TrainSetup& s, const LayerShape& layer);
// With checkpointing `selective`: what the framework's policy keeps; with `full`: the layer's input.
double selective_bytes_per_token(const TrainSetup& s, const LayerShape& layer, const SavedBytes& saved);
double checkpoint_bytes_per_token(const TrainSetup& s);
// Peak while one layer's backward runs, beside its checkpoint: everything saved and the gradients in flight.
double live_bytes_per_token(const SavedBytes& saved);

}  // namespace gpusel
