// From step times to the report: rates with their intervals, what bounds each phase, notes, and the terms a person can
// open.
#pragma once

#include <string_view>

#include "core/time/serve_step.hpp"
#include "core/time/time.hpp"

namespace gpusel {

// Everything serve_time works out, in seconds and tokens; of one replica unless said.
struct ServeRates {
  double running = 1, queued = 0;    // requests, all replicas
  double replicas = 1, replica = 1;  // replicas at work; requests of one
  double micro_batch = 1;            // of one pipeline stage
  double prompt = 1, cached = 0, output = 1, context = 1, cross_tokens = 0;
  double chunk = 0, in_turn = 1;
  double image_flops = 0;  // of one request
  bool static_batch = false, saturated = false;
  bool one_pass = false;     // an encoder: it answers with its prompt's pass, nothing is decoded
  double tokens_a_step = 1;  // above 1: speculative decoding
  StepTime decode, mixed, prefill_one, prefill_batch;
  double iteration = 0;  // a token of every request, prefill of new ones included
  double ttft = 0;
};

ServeRates serve_rates(const Case& c, const ServeWork& w, const ServeConstants& k, Count concurrency,
                       Count max_concurrency);

// The report's figures of all devices together: tokens a second, seconds.
struct ServeValues {
  double decode = 0, decode_per_request = 0, tpot = 0, prefill = 0, output = 0, ttft = 0;
};
ServeValues serve_values(const ServeConstants& k, const ServeRates& r);

// What the median token waits for the prompts that join its steps: other requests' only, so nothing for a request
// alone.
double prefill_share_of_token(const ServeConstants& k, const ServeRates& r);
bool serving_speed_known(const Case& c, const ServeWork& w);
ServeTiming unknown_speed(const Case& c, Count max_concurrency, Count concurrency);
ServeTiming serve_result(const Case& c, const ServeWork& w, const ServeConstants& k, const ServeRates& r,
                         Count max_concurrency);

}  // namespace gpusel
