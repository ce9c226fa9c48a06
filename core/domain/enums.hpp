// Every closed set of names in the contract, once: the enum, its JSON names, and how to go from one to the other.
// Order of a table is the order of the enum. `names<E>()` lists them for errors, forms and completion.
#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace gpusel {

template <class E>
struct EnumNames;  // specialised below: static constexpr std::array<std::string_view, N> values

#define GPUSEL_ENUM_NAMES(E, N, ...)                                      \
  template <>                                                             \
  struct EnumNames<E> {                                                   \
    static constexpr std::array<std::string_view, N> values{__VA_ARGS__}; \
  }

template <class E>
constexpr std::string_view to_string(E e) {
  return EnumNames<E>::values[static_cast<std::size_t>(e)];
}
template <class E>
constexpr std::optional<E> parse_enum(std::string_view name) {
  for (std::size_t i = 0; i < EnumNames<E>::values.size(); ++i)
    if (EnumNames<E>::values[i] == name) return static_cast<E>(i);
  return std::nullopt;
}
template <class E>
constexpr const auto& names() {
  return EnumNames<E>::values;
}

enum class Task { train, serve };
GPUSEL_ENUM_NAMES(Task, 2, "train", "serve");

enum class Method { full, lora };
GPUSEL_ENUM_NAMES(Method, 2, "full", "lora");

// Storage formats of weights, training and serving together; bits, blocks and what stays unquantised:
// domain/formats.hpp.
enum class WeightFormat {
  fp32,
  bf16,
  fp16,
  fp8,
  int8,
  int4,
  nf4,
  fp4,
  mxfp4,
  nvfp4,
  gptq_int4,
  gptq_int8,
  awq_int4,
  q8_0,
  q6_k,
  q5_0,
  q5_1,
  q5_k_s,
  q5_k_m,
  q4_0,
  q4_1,
  q4_k_s,
  q4_k_m,
  q3_k_s,
  q3_k_m,
  q3_k_l,
  q2_k,
  q2_k_s,
  iq4_nl,
  iq4_xs,
  iq3_m,
  iq3_s,
  iq3_xs,
  iq3_xxs,
  iq2_m,
  iq2_s,
  iq2_xs,
  iq2_xxs,
  iq1_m,
  iq1_s,
};
GPUSEL_ENUM_NAMES(WeightFormat, 40, "fp32", "bf16", "fp16", "fp8", "int8", "int4", "nf4", "fp4", "mxfp4", "nvfp4",
                  "gptq-int4", "gptq-int8", "awq-int4", "q8_0", "q6_k", "q5_0", "q5_1", "q5_k_s", "q5_k_m", "q4_0",
                  "q4_1", "q4_k_s", "q4_k_m", "q3_k_s", "q3_k_m", "q3_k_l", "q2_k", "q2_k_s", "iq4_nl", "iq4_xs",
                  "iq3_m", "iq3_s", "iq3_xs", "iq3_xxs", "iq2_m", "iq2_s", "iq2_xs", "iq2_xxs", "iq1_m", "iq1_s");

enum class Compute { fp32, tf32, bf16, fp16, fp8, mxfp8, nvfp4 };
GPUSEL_ENUM_NAMES(Compute, 7, "fp32", "tf32", "bf16", "fp16", "fp8", "mxfp8", "nvfp4");

enum class Recipe { pure, amp, deepspeed, megatron };
GPUSEL_ENUM_NAMES(Recipe, 4, "pure", "amp", "deepspeed", "megatron");

enum class Optimizer {
  adamw,
  adamw_8bit,
  paged_adamw,
  paged_adamw_8bit,
  adafactor,
  sgd,
  sgd_momentum,
  lion,
  muon,
  galore_adamw
};
GPUSEL_ENUM_NAMES(Optimizer, 10, "adamw", "adamw-8bit", "paged-adamw", "paged-adamw-8bit", "adafactor", "sgd",
                  "sgd-momentum", "lion", "muon", "galore-adamw");

enum class Dtype { fp32, bf16, fp16, fp8, int8 };
GPUSEL_ENUM_NAMES(Dtype, 5, "fp32", "bf16", "fp16", "fp8", "int8");

enum class Checkpointing { none, selective, full };
GPUSEL_ENUM_NAMES(Checkpointing, 3, "none", "selective", "full");

// What selective checkpointing keeps, by framework: every tensor but element-wise results; all but the attention core's
// (Megatron); attention and every second product's output (torchtitan's save list); or whole blocks in turn, as many as
// must be (fms-fsdp).
enum class SelectivePolicy { products, attention_core, half_products, blocks };
GPUSEL_ENUM_NAMES(SelectivePolicy, 4, "products", "attention-core", "half-products", "blocks");

enum class Attention { eager, sdpa, flash };
GPUSEL_ENUM_NAMES(Attention, 3, "eager", "sdpa", "flash");

enum class Loss { full, in_place, chunked, fused };
GPUSEL_ENUM_NAMES(Loss, 4, "full", "in-place", "chunked", "fused");

enum class Kernels { stock, fused };
GPUSEL_ENUM_NAMES(Kernels, 2, "stock", "fused");

enum class Framework {
  hf_trainer,
  torchtune,
  litgpt,
  torchtitan,
  megatron,
  deepspeed,
  unsloth,
  axolotl,
  ms_swift,
  llm_foundry,
  maxtext,
  generic
};
GPUSEL_ENUM_NAMES(Framework, 12, "hf-trainer", "torchtune", "litgpt", "torchtitan", "megatron", "deepspeed", "unsloth",
                  "axolotl", "ms-swift", "llm-foundry", "maxtext", "generic");

enum class Objective { sft, pretrain, dpo, kto, orpo, reward, grpo, ppo };
GPUSEL_ENUM_NAMES(Objective, 8, "sft", "pretrain", "dpo", "kto", "orpo", "reward", "grpo", "ppo");

enum class KvFormat { fp32, bf16, fp16, fp8, int8, int4, q8_0, q4_0 };
GPUSEL_ENUM_NAMES(KvFormat, 8, "fp32", "bf16", "fp16", "fp8", "int8", "int4", "q8_0", "q4_0");

enum class Engine {
  vllm,
  sglang,
  tensorrt_llm,
  llama_cpp,
  transformers,
  exllama,
  lmdeploy,
  mlx,
  neuron,
  maxtext,
  generic,
  vendor_stack
};
GPUSEL_ENUM_NAMES(Engine, 12, "vllm", "sglang", "tensorrt-llm", "llama.cpp", "transformers", "exllama", "lmdeploy",
                  "mlx", "neuron", "maxtext", "generic", "vendor-stack");

// How an engine starts a step's kernels: captured once and replayed, queued by compiled code, or one by one from
// Python.
enum class Launches { graphs, queued, eager };
GPUSEL_ENUM_NAMES(Launches, 3, "graphs", "queued", "eager");

enum class Offload { none, optimizer, weights };
GPUSEL_ENUM_NAMES(Offload, 3, "none", "optimizer", "weights");

enum class RankBy { cost, speed, latency, energy, balanced };
GPUSEL_ENUM_NAMES(RankBy, 5, "cost", "speed", "latency", "energy", "balanced");

enum class Acquire { rent, buy, either };
GPUSEL_ENUM_NAMES(Acquire, 3, "rent", "buy", "either");

enum class RentPlan { on_demand, spot, reserved };
GPUSEL_ENUM_NAMES(RentPlan, 3, "on-demand", "spot", "reserved");

enum class Fits { yes, tight, no };
GPUSEL_ENUM_NAMES(Fits, 3, "yes", "tight", "no");

enum class Bound { memory_bandwidth, compute, network, latency };
GPUSEL_ENUM_NAMES(Bound, 4, "memory-bandwidth", "compute", "network", "latency");

}  // namespace gpusel
