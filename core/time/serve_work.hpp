// The work of one serving step on one device: bytes of weights and cache read, FLOPs multiplied, messages sent, by how
// many tokens are in the step. Bytes and FLOPs of a device; estimation.md sec. 6.1, 6.2. Experts read: uniform routing,
// E(1 - (1 - t/E)^n), with n = tokens^rho because real routing overlaps more (fitted).
#pragma once

#include <vector>

#include "core/domain/case.hpp"
#include "core/memory/kv_cache.hpp"
#include "core/memory/weights.hpp"
#include "core/time/serve_constants.hpp"

namespace gpusel {

struct ExpertLayers {
  double layers = 0, experts = 0, per_token = 0;
  double bytes = 0;  // all experts of all these layers
  double flops = 0;  // of one token in one expert, all these layers
};

struct CachedLayers {
  LayerCache cache;
  double layers = 0;
  double passes = 1;  // over that cache, a step: read once, or copied as well
};

struct ServeWork {
  // Whole model, before any division.
  StoredWeights stored;
  double layers = 0, moe_layers = 0, hidden = 0;
  double dense_flops = 0;              // a token, layers without routed experts, head left out
  double head_flops = 0;               // a sequence
  double prompt_flops = 0;             // a prompt token, the same; encoder-decoder models: their encoder's
  double cross_flops = 0;              // keys and values of cross attention, a token attended to
  double encoder_attention_flops = 0;  // a prompt token and token attended to
  double encoder_bytes = 0;
  double tower_flops = 0;  // a request's images
  // Activations a token moves through memory, all layers: by the products, and by the kernels between them.
  double product_bytes = 0, elementwise_bytes = 0;
  bool fused_attention = true;
  std::vector<ExpertLayers> experts;
  std::vector<CachedLayers> cached;  // per device of a tensor-parallel group
  // Devices.
  double tp = 1, pp = 1, ep = 1, dp = 1;
  double density = 1;  // peak a watt, TFLOP/s; 1: no figure
  double ranks = 1;    // cores of a tensor-parallel group
  double stages = 1;   // pipeline stages or split layers a token passes through
  double bandwidth = 0, peak = 0,
         peak16 = 0;      // bytes/s, FLOP/s of one device (unequal devices: what they come to together)
  double link = 0;        // bytes/s between tensor-parallel ranks
  double host_bytes = 0;  // weights left on the host
  double host_link = 0;   // bytes/s they are streamed at; 0: the host computes with them itself
  const ModelShape* shape = nullptr;
};

ServeWork serve_work(const Case& c, const MemoryReport* memory);
// The draft model's, on the same devices.
ServeWork draft_work(const Case& c, const ServeWork& target);

// Peak of the matrix products in this format on this device and engine; 0 = no figure.
FlopsPerSecond serving_peak(const Accelerator& a, WeightFormat format, Engine engine);
FlopsPerSecond half_precision_peak(const Accelerator& a, Engine engine);

double expert_coverage(double experts, double per_token, double tokens);  // distinct experts of one layer
double dense_bytes(const ServeWork& w);                                   // a device and step
double expert_bytes(const ServeWork& w, double tokens, double rho);
double cache_bytes(const ServeWork& w, double context, double cross_tokens);  // one request and step
// a device
double dense_flops(const ServeWork& w, double decoded, double prompt_tokens, double sequences);
double expert_flops(const ServeWork& w, double tokens);                  // a device, routed experts
double tokens_an_expert(const ServeWork& w, double tokens, double rho);  // of one that is hit
double padded_flops(const ServeWork& w, double tokens, double rho);  // the same with every product padded to 64 rows

}  // namespace gpusel
