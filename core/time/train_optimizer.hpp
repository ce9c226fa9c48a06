// Seconds of one optimizer step on one device: bytes of weights, gradients and states read and written, on the device
// or on the host. Bandwidth-bound (estimation.md sec. 4.2): `pure` bf16 14 B a parameter, `amp` 28 B, 8-bit states 8-12
// B; foreach passes twice.
#pragma once

#include "core/time/train_work.hpp"

namespace gpusel {

// Trainable parameters whose states this device updates.
double updated_parameters(const TrainSetup& s);
// Trainable parameters this device holds before any sharding over data-parallel ranks.
double trainable_parameters(const TrainSetup& s);
// Weight, master copy and states of one.
double checkpoint_bytes_a_parameter(const TrainSetup& s);
Seconds optimizer_time(const TrainSetup& s, const TrainConstants& k);
// Gradients down and weights up over PCIe, Adam on the host's processors.
Seconds offload_time(const TrainSetup& s);

}  // namespace gpusel
