#include "core/plan/reach.hpp"

namespace gpusel {

Reach reach_of(Framework f) {
  switch (f) {
    case Framework::unsloth:
      return {false, false, false, 0, 0};
    case Framework::hf_trainer:
      return {false, false, false, 0, 3};
    case Framework::litgpt:
      return {false, false, false, 0, 3};
    case Framework::llm_foundry:
      return {false, false, false, 0, 3};
    case Framework::torchtune:
      return {true, false, false, 0, 3};
    case Framework::axolotl:
      return {true, false, true, 0, 3};
    case Framework::ms_swift:
      return {true, true, true, 0, 3};
    case Framework::megatron:
      return {true, true, true, 0, 1};
    case Framework::deepspeed:
      return {true, true, true, 0, 3};
    case Framework::maxtext:
      return {true, true, true, 0, 3};
    case Framework::torchtitan:
      return {true, true, true, 0, 3};
    case Framework::generic:
      return {true, true, true, 0, 3};
  }
  return {true, true, true, 0, 3};
}

}  // namespace gpusel
