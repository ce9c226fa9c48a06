// The table of tools, and which one a scenario's own framework or engine is.
#include <algorithm>

#include "core/domain/order.hpp"
#include "core/gpusel.hpp"
#include "core/launch/tools.hpp"

namespace gpusel {
namespace {

using launch::PlanFacts;

struct Tool {
  std::string_view id, name, version;
  Task task;
  void (*fill)(const PlanFacts&, LaunchSetting&);
};
// Versions whose options were read (repository state of 2026-07 and -08).
constexpr Tool tools[] = {
    {"hf-trainer", "Hugging Face TRL + Accelerate", "TRL 1.10, Accelerate 1.15", Task::train, launch::hf_trainer},
    {"deepspeed", "Hugging Face TRL + DeepSpeed", "TRL 1.10, DeepSpeed 0.19.6", Task::train, launch::deepspeed},
    {"torchtune", "torchtune", "0.7.0", Task::train, launch::torchtune},
    {"axolotl", "axolotl", "0.18.0", Task::train, launch::axolotl},
    {"llama-factory", "LLaMA-Factory", "0.9.6", Task::train, launch::llama_factory},
    {"unsloth", "Unsloth", "commit 015bdef", Task::train, launch::unsloth},
    {"megatron", "Megatron-LM", "commit d98e8a6", Task::train, launch::megatron},
    {"torchtitan", "torchtitan", "commit b5bcd76", Task::train, launch::torchtitan},
    {"vllm", "vLLM", "commit 002f10e", Task::serve, launch::vllm},
    {"sglang", "SGLang", "commit 004813e", Task::serve, launch::sglang},
    {"tensorrt-llm", "TensorRT-LLM", "commit 00209af", Task::serve, launch::tensorrt_llm},
    {"llama.cpp", "llama.cpp", "commit 00dc805", Task::serve, launch::llama_cpp},
    {"ollama", "Ollama", "commit fb30760", Task::serve, launch::ollama},
};

std::string_view own_tool(const Scenario& s) {
  return s.task == Task::train ? to_string(s.train.framework) : to_string(s.serve.engine_or_usual());
}

// What no tool has an option for, whichever it is.
void common_notes(const Scenario& s, LaunchSetting& out) {
  if (!s.hardware) return;
  if (s.hardware->accelerators.size() > 1) launch::absent(out, "hardware.accelerators", "unequal devices");
}

LaunchSetting setting(const Tool& tool, const PlanFacts& f) {
  LaunchSetting out;
  out.tool = tool.id;
  out.name = tool.name;
  out.version = tool.version;
  out.text = "# " + out.name + "; options as of " + out.version + "\n# " + f.plan + "\n";
  tool.fill(f, out);
  common_notes(*f.s, out);
  return out;
}

}  // namespace

std::vector<std::string> launch_tools(Task task) {
  std::vector<std::string> out;
  for (const Tool& t : tools)
    if (t.task == task) out.emplace_back(t.id);
  return out;
}

std::vector<LaunchSetting> launch_settings(const Catalog& catalog, const Report& report) {
  const PlanFacts f = launch::plan_facts(catalog, report);
  const std::string_view own = own_tool(report.scenario);
  std::vector<LaunchSetting> out;
  for (const Tool& t : tools)
    if (t.task == report.scenario.task) out.push_back(setting(t, f));
  // The scenario's own tool first, then those that can do all of it.
  sort_stably(out.begin(), out.end(), [&](const LaunchSetting& a, const LaunchSetting& b) {
    const bool mine = a.tool == own, other = b.tool == own;
    return mine != other ? mine : a.runs && !b.runs;
  });
  return out;
}

}  // namespace gpusel
