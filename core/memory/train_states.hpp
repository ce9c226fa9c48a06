// Optimizer states and the step's temporary, in bytes, before any sharding. AdamW keeps two states; 8-bit states are
// one byte and one fp32 absmax a block of 256 (bitsandbytes optim); Adafactor keeps rows + columns; Muon one state for
// matrices; GaLore two of the projected gradient and the projection. Sources: torch/optim, bitsandbytes min_8bit_size,
// Shazeer 2018, Zhao 2024.
#pragma once

#include "core/memory/train_setup.hpp"

namespace gpusel {

constexpr double galore_rank = 128;  // GaLore's and transformers' default: the scenario has no field for it

bool is_paged(Optimizer o);
// A trained matrix of in x out (`copies` of them, `elements` of it on this device); `hidden` false for embedding and
// head.
double matrix_state_bytes(const TrainSetup& s, double in, double out, double elements, bool hidden);
double embedding_state_bytes(const TrainSetup& s, double rows, double width, double elements);
double vector_state_bytes(const TrainSetup& s, double elements);
// Temporary of the optimizer step for `trainable` elements of this device's shard and `unsharded` of the whole.
double step_temporary_bytes(const TrainSetup& s, double trainable, double unsharded, double largest_matrix);

}  // namespace gpusel
