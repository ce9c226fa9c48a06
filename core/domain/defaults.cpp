#include "core/domain/defaults.hpp"

namespace gpusel {

Recipe default_recipe(Method method) { return method == Method::full ? Recipe::pure : Recipe::amp; }

Kernels default_kernels(Framework framework, const Catalog& catalog) {
  const auto index = static_cast<std::size_t>(framework);
  const bool fused = index < catalog.frameworks.size() && catalog.frameworks[index].fused_kernels;
  return fused ? Kernels::fused : Kernels::stock;
}

// 16 bit: llama.cpp's cache is f16; elsewhere it follows the dtype of 16-bit weights.
KvFormat default_kv_cache(WeightFormat weights, Engine engine) {
  return engine == Engine::llama_cpp || weights == WeightFormat::fp16 ? KvFormat::fp16 : KvFormat::bf16;
}

double default_memory_utilization(Engine engine, const Catalog& catalog) {
  const auto index = static_cast<std::size_t>(engine);
  return index < catalog.engines.size() ? catalog.engines[index].memory_utilization : EngineFacts{}.memory_utilization;
}

Scenario fill_defaults(Scenario scenario, const Catalog& catalog) {
  TrainSpec& train = scenario.train;
  if (!train.recipe) train.recipe = default_recipe(train.method);
  if (!train.kernels) train.kernels = default_kernels(train.framework, catalog);
  ServeSpec& serve = scenario.serve;
  if (!serve.context_length) serve.context_length = serve.input_tokens + serve.output_tokens;
  if (!serve.engine) return scenario;
  if (!serve.kv_cache) serve.kv_cache = default_kv_cache(serve.weights, *serve.engine);
  if (!serve.memory_utilization) serve.memory_utilization = default_memory_utilization(*serve.engine, catalog);
  return scenario;
}

}  // namespace gpusel
