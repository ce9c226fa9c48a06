#include "core/memory/adapters.hpp"

#include <doctest/doctest.h>

#include "train_case.hpp"

using namespace gpusel;
using namespace gpusel::test;

namespace {

LoraSpec lora(std::string set, Count rank = 16) {
  LoraSpec l;
  l.rank = rank;
  l.target_set = std::move(set);
  return l;
}

}  // namespace

TEST_CASE("adapters of Llama 3 8B have the parameters of its true module shapes") {
  const ModelShape m = shape_of("meta-llama/Meta-Llama-3-8B");
  REQUIRE(m.layers == 32);
  CHECK(adapter_parameters(m, lora("all-linear")) == 41'943'040);
  CHECK(adapter_parameters(m, lora("attention")) == 13'631'488);
  CHECK(adapter_parameters(m, lora("qv")) == 6'815'744);
}

TEST_CASE("all linears are the sum of single targets") {
  for (const char* id :
       {"meta-llama/Meta-Llama-3-8B", "Qwen/Qwen-7B", "mistralai/Mixtral-8x7B-v0.1", "deepseek-ai/DeepSeek-V3"}) {
    const ModelShape m = shape_of(id);
    CAPTURE(id);
    std::vector<std::string> names;
    for (const LayerShape& layer : m.kinds)
      for (const LinearShape& linear : layer.linears)
        if (linear.role != LinearRole::router && std::find(names.begin(), names.end(), linear.name) == names.end())
          names.push_back(linear.name);
    Count sum = 0;
    for (std::size_t k = 0; k < m.kinds.size(); ++k)
      for (const LinearShape& linear : m.kinds[k].linears)
        if (is_adapted(linear, lora("all-linear"))) sum += m.layers_of_kind(k) * adapter_parameters(linear, 16);
    CHECK(sum == adapter_parameters(m, lora("all-linear")));
    LoraSpec listed = lora("");
    listed.targets = names;
    CHECK(adapter_parameters(m, listed) == sum);
  }
}

TEST_CASE("a fused qkv projection is one module, and adapters multiply") {
  const ModelShape m = shape_of("Qwen/Qwen-7B");
  LoraSpec l = lora("");
  l.targets = {"c_attn", "c_proj", "w1", "w2"};
  CHECK(adapter_parameters(m, l) == 35'782'656);
  l.adapters = 3;
  CHECK(adapter_parameters(m, l) == 3 * 35'782'656);
}

TEST_CASE("a target list names modules as peft does") {
  const ModelShape m = shape_of("meta-llama/Meta-Llama-3-8B");
  LoraSpec l = lora("");
  l.targets = {"q_proj", "v_proj"};
  CHECK(adapter_parameters(m, l) == adapter_parameters(m, lora("qv")));
  l.targets = {"no_such_module"};
  CHECK(adapter_parameters(m, l) == 0);
}
