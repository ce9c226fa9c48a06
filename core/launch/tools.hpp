// One function a tool: fills the text and the notes of a setting whose tool, name and version stand already. Files: one
// a family of tools.
#pragma once

#include "core/launch/plan_facts.hpp"
#include "core/launch/writer.hpp"

namespace gpusel::launch {

void hf_trainer(const PlanFacts& f, LaunchSetting& out);
void deepspeed(const PlanFacts& f, LaunchSetting& out);
void torchtune(const PlanFacts& f, LaunchSetting& out);
void axolotl(const PlanFacts& f, LaunchSetting& out);
void llama_factory(const PlanFacts& f, LaunchSetting& out);
void unsloth(const PlanFacts& f, LaunchSetting& out);
void megatron(const PlanFacts& f, LaunchSetting& out);
void torchtitan(const PlanFacts& f, LaunchSetting& out);

void vllm(const PlanFacts& f, LaunchSetting& out);
void sglang(const PlanFacts& f, LaunchSetting& out);
void tensorrt_llm(const PlanFacts& f, LaunchSetting& out);
void llama_cpp(const PlanFacts& f, LaunchSetting& out);
void ollama(const PlanFacts& f, LaunchSetting& out);

inline bool is_gguf(WeightFormat w) { return w >= WeightFormat::q8_0; }  // the enum ends with llama.cpp's types
// Shared by the tools over Hugging Face's Trainer.
std::string trainer_optimizer(Optimizer o);  // "" where it has none
std::string module_list(const LoraSpec& lora, std::string_view all_linear, std::string_view separator);
// DeepSpeed's JSON of a ZeRO stage, with what the plan offloads.
std::string deepspeed_json(const PlanFacts& f);
// What no tool over one replica does: pipeline, expert or tensor parallelism it has no option for, adapters side by
// side.
void refuse_layout(const PlanFacts& f, LaunchSetting& out, bool tp, bool pp, bool cp, bool ep, bool hybrid = false);
void refuse_weights(const PlanFacts& f, LaunchSetting& out, bool nf4, bool fp4, bool int8);
void note_adapters(const PlanFacts& f, LaunchSetting& out);

}  // namespace gpusel::launch
