// Which scenarios contradict themselves: an Error where no framework could run it, a Note in scenario.notes where
// frameworks do something else than was asked (and what). Sources: bitsandbytes and peft documentation (4-bit weights
// are frozen), DeepSpeed documentation (ZeRO-2 and -3 exclude pipeline parallelism), Megatron-LM argument checks
// (degrees divide heads, layers, devices).
#pragma once

#include <optional>

#include "core/plan/plan.hpp"

namespace gpusel {

// Conflicts inside `train` or `serve`, and with the model.
std::optional<Error> validate_task(const Catalog& catalog, Question& q);
// Degrees the scenario fixes against the device count, the model and each other.
std::optional<Error> validate_parallel(Question& q, Count count);
// Notes where the engine, once known, does not read the weights' format.
void note_format(Question& q);
// Training settings that a framework or a device answers differently than asked.
void note_training(const Catalog& catalog, Question& q, const std::vector<Device>& devices);

}  // namespace gpusel
