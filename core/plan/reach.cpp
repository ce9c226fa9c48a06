#include "core/plan/reach.hpp"

#include <algorithm>

namespace gpusel {

bool among(const std::vector<std::string>& wanted, std::string_view name) {
  return wanted.empty() || std::find(wanted.begin(), wanted.end(), name) != wanted.end();
}

bool has_bitsandbytes_weights(const TrainSpec& t) {
  return t.method == Method::lora &&
         (t.weights == WeightFormat::nf4 || t.weights == WeightFormat::fp4 || t.weights == WeightFormat::int8);
}

bool has_bitsandbytes_optimizer(const TrainSpec& t) {
  return t.optimizer == Optimizer::adamw_8bit || t.optimizer == Optimizer::paged_adamw ||
         t.optimizer == Optimizer::paged_adamw_8bit;
}

bool has_bitsandbytes(const Accelerator& a) { return a.vendor == "NVIDIA" || a.vendor == "AMD" || a.vendor == "Intel"; }

bool holds(const FrameworkReach& reach, Recipe recipe) {
  const std::vector<Recipe>& all = reach.recipes;
  return all.empty() || std::find(all.begin(), all.end(), recipe) != all.end();
}

}  // namespace gpusel
