// What someone wants to run: the contract's Scenario as plain structs (contract/README.md; names are the JSON names).
// A parsed Scenario keeps "not given" as nullopt; core/json fills the contract's defaults; core/plan fills what the
// planner chooses.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/domain/accelerator.hpp"
#include "core/domain/enums.hpp"
#include "core/domain/model.hpp"
#include "core/domain/result.hpp"

namespace gpusel {

// A catalogue id, or the object itself.
using ModelRef = std::variant<std::string, Model>;
using AcceleratorRef = std::variant<std::string, Accelerator>;
inline const std::string& id_of(const AcceleratorRef& ref) {
  const std::string* id = std::get_if<std::string>(&ref);
  return id ? *id : std::get_if<Accelerator>(&ref)->id;
}

struct LoraSpec {
  Count rank = 16;
  std::string target_set = "all-linear";  // "all-linear", "attention", "qv", or "" when `targets` lists modules
  std::vector<std::string> targets;       // module names
  Dtype dtype = Dtype::fp32;
  Count adapters = 1;
  bool operator==(const LoraSpec&) const = default;
};

struct TrainSpec {
  Method method = Method::lora;
  WeightFormat weights = WeightFormat::bf16;
  bool double_quant = true;
  Compute compute = Compute::bf16;
  std::optional<Recipe> recipe;  // default: pure for full, amp for adapters
  Optimizer optimizer = Optimizer::adamw;
  std::optional<Dtype> optimizer_dtype;
  Count micro_batch = 1;
  Count gradient_accumulation = 1;
  std::optional<Count> global_batch;  // sequences a step in all: the planner then chooses the step (core/plan/search)
  Count sequence_length = 2048;
  Checkpointing checkpointing = Checkpointing::full;
  Attention attention = Attention::flash;
  Loss loss = Loss::full;
  std::optional<Kernels> kernels;  // default: the framework's
  Count checkpoint_every = 1;
  LoraSpec lora;
  Framework framework = Framework::generic;
  bool compile = false;
  Objective objective = Objective::sft;
  Count image_tokens = 0;
  std::optional<double> tokens;
  bool operator==(const TrainSpec&) const = default;
};

// `arrival`: steady, burst, or requests a second.
struct Arrival {
  enum class Kind { steady, burst, rate } kind = Kind::steady;
  double requests_per_second = 0;
  bool operator==(const Arrival&) const = default;
};

struct Speculative {
  std::string draft;  // model id or "mtp"
  Count tokens = 1;
  double acceptance = 0.7;
  bool operator==(const Speculative&) const = default;
};

struct ServeSpec {
  WeightFormat weights = WeightFormat::bf16;
  std::optional<KvFormat> kv_cache;  // default: 16 bit
  std::optional<Engine> engine;      // default: what usually serves on the device
  Arrival arrival;
  std::optional<Count> concurrency = 1;  // nullopt = "max"
  Count input_tokens = 1024;
  Count output_tokens = 256;
  std::optional<Count> context_length;       // default: input + output
  std::optional<double> memory_utilization;  // default: the engine's own
  Count image_tokens = 0;
  Count cached_tokens = 0;
  std::optional<Speculative> speculative;
  Engine engine_or_usual() const { return engine.value_or(Engine::vllm); }
  bool operator==(const ServeSpec&) const = default;
};

struct ParallelSpec {
  std::optional<Count> dp, tp, pp, vp, cp, ep, zero, layer_split;
  std::optional<Count> shard;  // ranks that share one copy of what ZeRO divides; the others are replicas. Default: all
  bool operator==(const ParallelSpec&) const = default;
};

struct DeviceGroup {
  AcceleratorRef accelerator;
  Count count = 1;
  bool operator==(const DeviceGroup&) const = default;
};

struct HardwareSpec {
  std::optional<AcceleratorRef> accelerator;
  std::vector<DeviceGroup> accelerators;  // unequal devices side by side, in place of accelerator and count
  Count count = 1;
  std::optional<Bytes> host_memory;
  std::optional<Count> nodes;
  ParallelSpec parallel;
  Offload offload = Offload::none;
  std::optional<BytesPerSecond> network;
  std::optional<Watts> power_limit;
  bool operator==(const HardwareSpec&) const = default;
};

// What the person pays for one device, in place of the catalogue's prices.
struct OwnPrice {
  std::string accelerator;
  std::optional<double> usd_per_hour, spot_usd_per_hour, reserved_usd_per_hour, purchase_usd;
  bool operator==(const OwnPrice&) const = default;
};

struct GoalSpec {
  RankBy objective = RankBy::balanced;
  std::optional<double> max_usd_per_hour, max_total_usd, max_purchase_usd, max_watts, deadline_seconds,
      max_ttft_seconds, max_tpot_seconds, min_tokens_per_second;
  std::vector<std::string> vendors, classes, accelerators;  // keep only these; empty = all
  Count max_count = 1024;
  Acquire acquire = Acquire::either;
  double horizon_seconds = 31536000;
  double utilization = 0.5;
  double electricity_usd_per_kwh = 0.12;
  double pue = 1.2;
  RentPlan rent = RentPlan::on_demand;
  std::optional<double> spot_discount, reserved_discount;  // off the on-demand price where no such offer is known;
                                                           // default: the catalogue's
  double spot_interruption_seconds = 86400;                // mean time until a spot host is taken away
  double resale = 0;                                       // share of the boards' price got back after the horizon
  std::optional<double> host_usd_per_device;  // server, network and rack; default: a share of the boards' price
  std::vector<OwnPrice> prices;
  bool operator==(const GoalSpec&) const = default;
};

struct Scenario {
  int version = 1;
  ModelRef model;
  Task task = Task::train;
  TrainSpec train;  // meaningful when task == train
  ServeSpec serve;  // meaningful when task == serve
  std::optional<HardwareSpec> hardware;
  GoalSpec goal;
  std::vector<Note> notes;  // warnings found while reading: unknown fields with the nearest name
  bool operator==(const Scenario&) const = default;
};

}  // namespace gpusel
