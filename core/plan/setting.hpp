// Whole-number settings of a scenario that the core moves to find an answer: how far one goes (core/plan/inverse),
// where the order of two plans turns (core/plan/turns), how a curve runs (ui/view/sweep). Named by their JSON paths.
#pragma once

#include "core/domain/scenario.hpp"

namespace gpusel {

enum class Setting {
  micro_batch,
  sequence_length,
  lora_rank,
  lora_adapters,
  concurrency,
  input_tokens,
  output_tokens,
  context_length
};
GPUSEL_ENUM_NAMES(Setting, 8, "train.micro_batch", "train.sequence_length", "train.lora.rank", "train.lora.adapters",
                  "serve.concurrency", "serve.input_tokens", "serve.output_tokens", "serve.context_length");

Task task_of(Setting setting);

// 0 where it is left to the engine (concurrency "max").
Count value_of(const Scenario& s, Setting setting);
// A cache as long as input and output, the default, stays so when either moves.
void set_value(Scenario& s, Setting setting, Count value);

// Is the cache of a request just as long as its input and output?
bool reserves_what_it_needs(const ServeSpec& s);

}  // namespace gpusel
