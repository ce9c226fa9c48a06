// Time of one serving step: so many sequences decode one token each (or verify a few), and so many prompt tokens join
// the same products. Roofline per kernel, not per step: products read their weights once, then attention reads its
// cache; overheads and messages are added. Seconds; estimation.md sec. 6.1, 6.2 (Williams et al. 2009 for the
// roofline).
#pragma once

#include "core/time/serve_work.hpp"

namespace gpusel {

struct StepLoad {
  double sequences = 0;    // decoded in this step (a replica's micro-batch)
  double tokens_each = 1;  // tokens a sequence brings (more than 1: speculative verification)
  double context = 0;      // their mean context
  double cross_tokens = 0;
  double prompt_tokens = 0;   // prefill tokens in the same step
  double prompts = 0;         // requests they belong to (their head row is computed)
  double prompt_context = 0;  // mean context a prompt token attends to
};

struct StepTime {
  double weights = 0;      // reading weights
  double activations = 0;  // moving what passes between kernels
  double products = 0;     // excess of the products over what they read and write
  double cache = 0;        // reading keys and values
  double attention = 0;    // multiplying them
  double network = 0;
  double overhead = 0;  // launches, scheduling, sampling
  double host = 0;      // weights fetched from the host
  // What a device did, for the roofline's picture and power.
  double bytes = 0, flops = 0, padded_flops = 0, weight_bytes = 0;
  double total() const { return weights + activations + products + cache + attention + network + overhead + host; }
};

StepTime step_time(const ServeWork& w, const ServeConstants& k, const StepLoad& load);
// A whole prompt of `tokens` new tokens (of them `cached` more are already held), `requests` of them together, in
// passes of `chunk`.
StepTime prefill_time(const ServeWork& w, const ServeConstants& k, double tokens, double cached, double requests,
                      double chunk, double stages_in_turn);

}  // namespace gpusel
