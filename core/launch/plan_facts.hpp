// What every launch file of a plan needs, read once from its report: the model's name, devices a host, degrees, batch
// and steps. Derived values: global batch = micro_batch * gradient_accumulation * dp; steps = tokens / (global batch *
// sequence_length); lora_alpha, which the scenario has no field for, is 2 * rank.
#pragma once

#include <string>

#include "core/domain/catalog.hpp"
#include "core/domain/report.hpp"

namespace gpusel::launch {

struct PlanFacts {
  const Scenario* s = nullptr;
  const TrainSpec* t = nullptr;
  const ServeSpec* serve = nullptr;
  const Value* config = nullptr;  // the model's config.json; nullptr where the catalogue has none
  std::string model;              // repository id, or a placeholder
  std::string plan;               // "8 x h100-sxm5-80gb in 1 host: dp 8, tp 1 ..."
  Count count = 1, nodes = 1, per_host = 1;
  Count dp = 1, tp = 1, pp = 1, vp = 1, cp = 1, ep = 1, zero = 0, layer_split = 1;
  Count shard = 0;         // dp * cp ranks of a hybrid shard group; 0: all
  Count global_batch = 1;  // sequences
  Count steps = 0;         // 0: the scenario has no tokens
  Offload offload = Offload::none;
  bool lora = false, four_bit = false, eight_bit = false;
  Count concurrency = 1, context = 0;

  // The data-parallel ranks as frameworks take them: those that share one copy, and how many such groups.
  Count dp_shard = 1, dp_replicate = 1;

  double number(const char* key, double otherwise) const;  // of the config
};

PlanFacts plan_facts(const Catalog& catalog, const Report& report);

}  // namespace gpusel::launch
