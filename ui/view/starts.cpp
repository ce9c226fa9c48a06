// Starting points: whole scenarios under a name, each one click and one undo step.
#include <array>

#include "ui/view/build.hpp"

namespace gpusel::view {

namespace {

struct Start {
  const char* id;
  const char* model;  // shown only where the catalogue has it
  const char* link;
};

constexpr std::array<Start, 5> kStarts{{
    {"lora", "meta-llama/Meta-Llama-3-8B",
     "#v1&model=meta-llama/Meta-Llama-3-8B&task=train&train.tokens=20000000&goal.max_purchase_usd=2000"
     "&goal.max_count=1"},
    {"serve70", "meta-llama/Meta-Llama-3-70B",
     "#v1&model=meta-llama/Meta-Llama-3-70B&task=serve&serve.weights=fp8&serve.concurrency=32&goal.max_ttft_seconds=1"},
    {"cluster", "meta-llama/Meta-Llama-3-8B",
     "#v1&model=meta-llama/Meta-Llama-3-8B&task=train&train.method=full&train.objective=pretrain&train.recipe=megatron"
     "&train.sequence_length=8192&train.tokens=1000000000000&goal.deadline_seconds=2592000"},
    {"mine", "meta-llama/Meta-Llama-3-8B",
     "#v1&model=meta-llama/Meta-Llama-3-8B&task=serve&hardware.accelerator=rtx-4090&ui.mode=runnable"},
    {"compare", "meta-llama/Meta-Llama-3-8B",
     "#v1&model=meta-llama/Meta-Llama-3-8B&task=serve&serve.concurrency=8&goal.max_count=1&ui.mode=compare"
     "&ui.pins=rtx-4090/1,rtx-5090/1"},
}};

}  // namespace

std::vector<Button> build_starts(const Input& in) {
  std::vector<Button> out;
  for (const Start& s : kStarts) {
    if (!in.catalog.model(s.model)) continue;
    Action load;
    load.kind = Action::Kind::load_scenario;
    load.text = s.link;
    out.push_back({std::string("start-") + s.id, in.strings.text(std::string("start.") + s.id), load, false});
  }
  return out;
}

}  // namespace gpusel::view
