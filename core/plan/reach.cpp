#include "core/plan/reach.hpp"

#include <algorithm>

namespace gpusel {

Reach reach_of(Framework f) {
  switch (f) {
    case Framework::unsloth:
      return {false, false, false, 0, 0};
    case Framework::hf_trainer:
      return {false, false, false, 0, 3, true};
    case Framework::litgpt:
      return {false, false, false, 0, 3};
    case Framework::llm_foundry:
      return {false, false, false, 0, 3, true};
    case Framework::torchtune:
      return {true, false, false, 0, 3, true};
    case Framework::axolotl:
      return {true, false, true, 0, 3, true};
    case Framework::ms_swift:
      return {true, true, true, 0, 3};
    case Framework::megatron:
      return {true, true, true, 0, 1};
    case Framework::deepspeed:
      return {true, true, true, 0, 3};
    case Framework::maxtext:
      return {true, true, true, 0, 3, true};
    case Framework::torchtitan:
      return {true, true, true, 0, 3, true};
    case Framework::generic:
      return {true, true, true, 0, 3, true};
  }
  return {true, true, true, 0, 3};
}

bool among(const std::vector<std::string>& wanted, std::string_view name) {
  return wanted.empty() || std::find(wanted.begin(), wanted.end(), name) != wanted.end();
}

bool runs_on(const EngineFacts& engine, std::string_view vendor) { return among(engine.vendors, vendor); }

bool has_bitsandbytes_weights(const TrainSpec& t) {
  return t.method == Method::lora &&
         (t.weights == WeightFormat::nf4 || t.weights == WeightFormat::fp4 || t.weights == WeightFormat::int8);
}

bool has_bitsandbytes(const Accelerator& a) { return a.vendor == "NVIDIA" || a.vendor == "AMD" || a.vendor == "Intel"; }

}  // namespace gpusel
