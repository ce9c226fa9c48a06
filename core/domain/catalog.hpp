// The catalogue in memory: every fact the core may read. Loaded and validated once by core/catalog from assets/data.
// Look-ups by id are exact; nearest names for error messages come from core/catalog/search.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/domain/accelerator.hpp"
#include "core/domain/calibration.hpp"
#include "core/domain/formats.hpp"
#include "core/domain/model.hpp"

namespace gpusel {

// The parallelism a training framework has of its own, and the recipes it can hold trainable weights in.
struct FrameworkReach {
  bool tensor = true, pipeline = true, context = true;
  Count highest_zero = 3;
  bool hybrid_shards = false;   // shards within a group, replicas between groups (FSDP HYBRID_SHARD, HSDP)
  bool interleaves = false;     // virtual pipeline stages
  Count virtual_stages = 1;     // a device's at most, where the scenario leaves them open
  bool adapters = true;         // LoRA
  bool kbit = true;             // 4- and 8-bit weights and optimizers of bitsandbytes, or its own of these formats
  std::vector<Recipe> recipes;  // of full training in 16 bit; empty: all
  bool operator==(const FrameworkReach&) const = default;
};

// What a training framework holds, copies and fuses: each value cited in assets/data/frameworks.json.
struct FrameworkFacts {
  Framework id = Framework::generic;
  bool foreach_optimizer = true;  // AdamW's multi-tensor temporary (one state-dtype copy of the trainable parameters)
  bool fused_kernels = false;     // norms, rotary, MLP, LoRA fused (Liger, unsloth)
  double logits_bytes = 14;       // live bytes a logit element at the start of backward, loss: full, autocast
  double logits_bytes_pure = 14;  // the same without autocast
  double old_code_logits_bytes = 18;  // model code that shifts and copies the logits (gpt_bigcode ...), autocast
  double old_code_logits_bytes_pure = 8;
  double in_place_logits_bytes = 8;  // loss: in-place
  Count loss_chunks = 8;             // loss: chunked
  double chunk_held_bytes =
      4;  // loss: chunked, bytes a logit held beside the chunk at work (logits and their gradient)
  bool kbit_upcast_fp32 = false;       // norms, embedding and head in fp32 after k-bit preparation (one device)
  bool head_quantised = false;         // litgpt
  bool fp32_embedding = false;         // litgpt: the embedding stays fp32 beside a quantised base
  double quantised_saved_factor = 1;   // saved activations of a quantised base against a 16-bit one
  bool embedding_states_fp32 = false;  // 8-bit optimizers keep the embedding's states in fp32
  bool untied_head = false;            // a tied head is a second copy of the table
  bool lora_dropout = false;           // adapters drop out their own copy of the input
  bool fused_qkv = false;              // query, key and value are views of one tensor
  int fsdp_generation =
      2;  // 0: DeepSpeed ZeRO; 1: FSDP1, frozen units keep inputs and gradients; 2: FSDP2; 3: compiler (XLA)
  bool gathers_whole_model = false;  // litgpt LoRA under FSDP
  bool sequence_parallel = false;    // with tp > 1
  SelectivePolicy selective = SelectivePolicy::products;
  bool fused_softmax = false;  // eager attention masks, softmaxes and drops out in one kernel (Megatron)
  double fp32_gradient_step_bytes =
      0;                           // recipe megatron: bytes a trainable parameter that the step copies (BF16_Optimizer)
  bool whole_stage_sends = false;  // each tensor-parallel rank sends its stage's whole output (no scatter-gather)
  bool first_flash = false;        // its published runs have the first FlashAttention
  FrameworkReach reach;
  std::string source, checked;
  bool operator==(const FrameworkFacts&) const = default;
};

// An inference engine's memory habits and limits: each value cited in assets/data/engines.json, whose keys are these
// names.
struct EngineFacts {
  Engine id = Engine::generic;
  bool preallocates = false;
  double memory_utilization = 0.9;
  Count page_tokens = 16;
  Count max_batched_tokens = 8192;      // prefill chunk
  Count max_sequences = 1024;           // the engine's own limit, in force only where concurrency is "max"
  bool embedding_on_host = false;       // llama.cpp on discrete devices, untied models
  bool grows_by_concatenation = false;  // transformers' dynamic cache: reserved grows by two caches
  bool static_batch = false;            // a batch is prefilled together and decoded to its end (no continuous batching)
  bool static_shapes = false;           // compiled for the largest batch and length: reserves both
  bool latent_cache = true;             // MLA layers hold the latent; false: keys and values of every head
  bool window_cache = true;             // sliding layers hold the window only; false: the whole context
  Launches launches = Launches::queued;
  bool expands_kv_heads = false;    // keys and values are copied to every query head each step
  bool matrix_units = true;         // false: products run as products with vectors (GEMV kernels)
  bool fused_attention = true;      // false: scores of a prompt are written out and read back
  bool on_chip = false;             // runs on chips that hold the model in SRAM
  double fixed_overhead_bytes = 0;  // context and libraries a device, outside the allocator
  double graph_bytes = 0;           // captured graphs and workspaces a device, inside it
  double communication_bytes = 0;   // collective buffers a device, where more than one works
  std::string source, checked;
  std::vector<std::string> vendors;  // vendors it runs on; empty = all
  bool operator==(const EngineFacts&) const = default;
};

// What usually serves on a device where nobody names an engine: the first row of engines.json ("defaults") whose lists
// hold the device and the weights' format class. A list that names nothing holds all.
struct DefaultEngine {
  Engine engine = Engine::generic;
  std::vector<std::string> vendors, families;
  std::vector<FormatClass> formats;
  std::string source, checked;
  bool operator==(const DefaultEngine&) const = default;
};

struct Catalog {
  std::vector<Accelerator> accelerators;
  std::vector<Model> models;
  std::vector<Price> prices;
  std::vector<Discount> discounts;
  std::vector<HostShape> hosts;
  std::vector<Network> networks;
  std::vector<FrameworkFacts> frameworks;  // one a Framework, in enum order
  std::vector<EngineFacts> engines;        // one an Engine, in enum order
  std::vector<DefaultEngine> default_engines;
  Calibration calibration;
  std::string prices_date;  // newest price's date, ISO

  const Accelerator* accelerator(std::string_view id) const {
    for (const Accelerator& a : accelerators)
      if (a.id == id) return &a;
    return nullptr;
  }
  const Model* model(std::string_view id) const {
    for (const Model& m : models)
      if (m.id == id) return &m;
    return nullptr;
  }
  const FrameworkFacts& framework(Framework f) const { return frameworks[static_cast<std::size_t>(f)]; }
  const EngineFacts& engine(Engine e) const { return engines[static_cast<std::size_t>(e)]; }
};

}  // namespace gpusel
