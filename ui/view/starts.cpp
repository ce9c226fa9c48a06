// Starting points: whole scenarios under a name, each one click and one undo step.
#include <array>

#include "ui/view/build.hpp"

namespace gpusel::view {

namespace {

struct Start {
  const char* id;
  const char* model;  // shown only where the catalogue has it
  const char* scenario;
  const char* pins = "";  // row keys, separated by commas, pinned on arrival
};

constexpr std::array<Start, 4> kStarts{{
    {"lora", "meta-llama/Meta-Llama-3-8B",
     R"({"version":1,"model":"meta-llama/Meta-Llama-3-8B","task":"train","train":{"tokens":20000000},"goal":{"max_purchase_usd":2000,"max_count":1}})"},
    {"serve70", "meta-llama/Meta-Llama-3-70B",
     R"({"version":1,"model":"meta-llama/Meta-Llama-3-70B","task":"serve","serve":{"weights":"fp8","concurrency":32},"goal":{"max_ttft_seconds":1}})"},
    {"cluster", "meta-llama/Meta-Llama-3-8B",
     R"({"version":1,"model":"meta-llama/Meta-Llama-3-8B","task":"train","train":{"method":"full","objective":"pretrain","recipe":"megatron","sequence_length":8192,"tokens":1000000000000},"goal":{"deadline_seconds":2592000}})"},
    {"compare", "meta-llama/Meta-Llama-3-8B",
     R"({"version":1,"model":"meta-llama/Meta-Llama-3-8B","task":"serve","serve":{"concurrency":8},"goal":{"accelerators":["rtx-4090","rtx-5090"],"max_count":1}})",
     "rtx-4090/1,rtx-5090/1"},
}};

}  // namespace

std::vector<Button> build_starts(const Input& in) {
  std::vector<Button> out;
  for (const Start& s : kStarts) {
    if (!in.catalog.model(s.model)) continue;
    Action load;
    load.kind = Action::Kind::load_scenario;
    load.text = s.scenario;
    load.path = s.pins;
    out.push_back({std::string("start-") + s.id, in.strings.text(std::string("start.") + s.id), load, false});
  }
  return out;
}

}  // namespace gpusel::view
