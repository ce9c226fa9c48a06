// A catalogue of a few rows, so that the codec's tests do not move with the facts.
#pragma once

#include <string>

#include "core/domain/catalog.hpp"

namespace gpusel::fixture {

inline Catalog catalog() {
  Catalog c;
  for (const char* id : {"meta-llama/Meta-Llama-3-8B", "meta-llama/Meta-Llama-3-70B", "Qwen/Qwen-7B"}) {
    Model m;
    m.id = id;
    c.models.push_back(m);
  }
  for (const char* id : {"rtx-4090", "rtx-3090", "h100-sxm5-80gb"}) {
    Accelerator a;
    a.id = id;
    a.vendor = "NVIDIA";
    c.accelerators.push_back(a);
  }
  for (std::size_t i = 0; i < names<Framework>().size(); ++i) {
    FrameworkFacts f;
    f.id = static_cast<Framework>(i);
    f.fused_kernels = f.id == Framework::unsloth;
    c.frameworks.push_back(f);
  }
  for (std::size_t i = 0; i < names<Engine>().size(); ++i) {
    EngineFacts e;
    e.id = static_cast<Engine>(i);
    e.memory_utilization = e.id == Engine::vllm ? 0.92 : 0.9;
    c.engines.push_back(e);
  }
  return c;
}

}  // namespace gpusel::fixture
