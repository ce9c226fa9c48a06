// A serving case broken into what a device holds: which layers stand on it, what of them does not depend on the number
// of requests (weights, buffers) and what does (cache, prefill activations). Bytes a device. serve_memory and
// max_concurrency both read this, so that "fits" and "how many fit" cannot disagree. estimation.md sec. 5.2, 5.3;
// engines' files in assets/data/engines.json.
#pragma once

#include <vector>

#include "core/domain/case.hpp"
#include "core/memory/kv_cache.hpp"
#include "core/memory/weights.hpp"

namespace gpusel {

// A run of equal layers' cache terms on one stage.
struct CacheRun {
  LayerCache layer;
  Count layers = 0;
};

// A stage's weights, bytes a device.
struct StageWeights {
  LayerBytes stored;                    // of its layers, before any device takes its share
  double split = 1, experts_split = 1;  // devices that share what is split
  double layers = 0, experts = 0, tables = 0, outside = 0, towers = 0, draft = 0;
};

struct Stage {
  const Accelerator* device = nullptr;
  double weights = 0;  // on the device, towers, draft and MTP included
  StageWeights of;     // the same by kind
  double movable = 0;  // of these, what `offload: weights` may leave on the host
  double host = 0;     // input embedding that never comes to the device
  std::vector<CacheRun> cache;
  double budget = 0;  // what the engine may fill
};

struct ServeSetup {
  EngineFacts engine;
  CacheRules rules;
  StoredWeights stored;
  std::vector<Stage> stages;  // pipeline stages or split layers; one where there are none
  Count replicas = 1;         // data-parallel groups: requests are shared out among them
  Count context = 0;          // tokens reserved a request
  Count prompt = 0;           // of these, what a prefill pass computes
  Count cross_tokens = 0;
  Count chunk = 0;                 // tokens the engine prepares a prefill pass for; 0: as many as the batch brings
  double prefill_token_bytes = 0;  // live bytes a token of a prefill pass
  double scratch = 0;           // dequantised copy of one matrix, or MoE routing buffers: never beside the prefill peak
  double logits_row_bytes = 0;  // a row of logits with what sampling adds
  Count logits_rows = 0;        // rows the engine prepares for; 0: one a request
  double workspace = 0, communication = 0;
  bool sram = false;
  bool offload = false;
};

ServeSetup serve_setup(const Case& c);

// Tokens of one prefill pass.
double prefill_tokens(const ServeSetup& s, Count requests);

// What one stage needs for `requests` of its replica together.
struct StageNeed {
  double weights = 0, offloaded = 0, cache = 0, activations = 0, logits = 0, workspace = 0, communication = 0;
  double total() const { return weights + cache + activations + logits + workspace + communication; }
};
StageNeed stage_need(const ServeSetup& s, const Stage& stage, Count requests);
// Allocator need plus what stands outside it (context, libraries): what is compared with the budget.
double stage_demand(const ServeSetup& s, const StageNeed& need);
// The stage that comes closest to its budget.
const Stage& fullest_stage(const ServeSetup& s, Count requests);

}  // namespace gpusel
