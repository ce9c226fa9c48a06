#include "core/time/serve_step.hpp"

#include <algorithm>
#include <cmath>

#include "core/model/shape.hpp"

namespace gpusel {
namespace {

// The nearer two limits are, the less either is reached: a soft maximum (exponent 3 chosen, not fitted).
double both_limits(double a, double b) { return std::cbrt(a * a * a + b * b * b); }

double link_seconds(const ServeWork& w, const ServeConstants& k, double bytes) {
  return w.link > 0 ? bytes / (w.link * k.link_efficiency) : 0;
}

double host_rate(const ServeWork& w, const ServeConstants& k) {
  return w.host_link > 0 ? std::min(k.host_bandwidth, w.host_link) : k.host_bandwidth;
}

// Two all-reduces a layer (after attention and after the MLP); expert parallelism over replicas exchanges tokens
// besides.
double network_seconds(const ServeWork& w, const ServeConstants& k, double tokens) {
  double t = 0;
  if (w.tp > 1) {
    const double share = 2 * (w.tp - 1) / w.tp;
    const double bytes = tokens * 2 * w.hidden * share;
    const double latency = k.reduce_seconds * (std::log2(w.ranks) + 1);
    t += 2 * w.layers * (latency + link_seconds(w, k, bytes));
  }
  if (w.ep > 1 && w.dp > 1 && !w.experts.empty()) {
    const double copies = w.experts.front().per_token;
    const double bytes = tokens * 2 * w.hidden * copies * (w.ep - 1) / w.ep;
    const double latency = k.reduce_seconds * (std::log2(w.ep) + 1);
    t += 2 * w.moe_layers * (latency + link_seconds(w, k, bytes));
  }
  return t;
}

double overhead_seconds(const ServeWork& w, const ServeConstants& k, double sequences) {
  const double layers = w.layers + 0.3 * w.moe_layers;  // routing launches more kernels
  return k.step_seconds + layers * k.layer_seconds + sequences * k.sequence_seconds +
         (w.stages - 1) * k.boundary_seconds;
}

// Engines that queue kernels ahead of the device hide launches behind its work; what stays visible is the excess of the
// pair.
double exposed_overhead(double launches, double device, double exponent) {
  const double longer = std::max(launches, device);
  if (exponent <= 1 || longer <= 0) return launches;
  return longer * std::pow(std::pow(launches / longer, exponent) + std::pow(device / longer, exponent), 1 / exponent) -
         device;
}

// The prompt's own attention: causal in a decoder, over the whole prompt in an encoder.
double prompt_attention(const ServeWork& w, const StepLoad& load) {
  if (load.prompt_tokens <= 0) return 0;
  if (w.encoder_attention_flops > 0) return load.prompt_tokens * w.encoder_attention_flops * 2 * load.prompt_context;
  return load.prompt_tokens * attention_flops_per_token(*w.shape, load.prompt_context);
}

// Without a fused kernel each score of the prompt, FP32, is written, read by the softmax, written again and read by the
// product with the values; the mask's upper half too.
double score_bytes(const ServeWork& w, const StepLoad& load) {
  constexpr double passes = 4, bytes = 4;
  if (load.prompt_tokens <= 0 || w.encoder_attention_flops > 0) return 0;
  return passes * bytes * load.prompt_tokens * attention_scores_per_token(*w.shape, load.prompt_context) / w.tp;
}

void add_products(const ServeWork& w, const ServeConstants& k, double decoded, double prompt_tokens, double sequences,
                  StepTime& t) {
  const double tokens = decoded + prompt_tokens;
  const double prompt_share = tokens > 0 ? prompt_tokens / tokens : 0;
  const double dense = dense_bytes(w) + (prompt_tokens > 0 ? w.encoder_bytes / w.tp : 0),
               experts = expert_bytes(w, tokens, k.coverage_exponent);
  t.weight_bytes = dense + experts;
  t.weights = (dense + experts / k.expert_efficiency) / (k.weight_efficiency * w.bandwidth);
  const double dense_work = dense_flops(w, decoded, prompt_tokens, sequences), expert_work = expert_flops(w, tokens);
  t.flops = dense_work + expert_work;
  const double moved = tokens / (w.tp * k.weight_efficiency * w.bandwidth);
  const double memory = t.weights + moved * w.product_bytes;
  t.activations = moved * (w.product_bytes + w.elementwise_bytes);
  t.padded_flops = padded_flops(w, tokens, k.coverage_exponent);
  if (w.peak <= 0) return;
  // Few rows fill a product's tiles badly; an expert sees only its share of the tokens.
  const double filled = 1 + prompt_share * k.half_tokens / std::max(1.0, tokens);
  const double expert_filled =
      1 + prompt_share * k.expert_half_tokens / std::max(1.0, tokens_an_expert(w, tokens, k.coverage_exponent));
  const double sustained =
      std::pow(w.density, k.density_exponent) * std::pow(w.peak / w.bandwidth / 256, k.balance_exponent);
  const double multiply =
      (filled * dense_work + expert_filled * expert_work) * sustained / (k.compute_efficiency * w.peak);
  t.products = both_limits(memory, multiply) - memory;
}

}  // namespace

StepTime step_time(const ServeWork& w, const ServeConstants& k, const StepLoad& load) {
  StepTime t;
  const double decoded = load.sequences * load.tokens_each;
  const double tokens = decoded + load.prompt_tokens;
  add_products(w, k, decoded, load.prompt_tokens, decoded + load.prompts, t);
  const double held = load.sequences * cache_bytes(w, load.context, load.cross_tokens);
  t.cache = held / (k.cache_efficiency * w.bandwidth);
  double attention = decoded * attention_flops_per_token(*w.shape, load.context) + prompt_attention(w, load);
  attention /= w.tp;
  if (w.peak16 > 0) t.attention = attention / (k.attention_efficiency * w.peak16);
  if (!w.fused_attention && w.bandwidth > 0) t.attention += score_bytes(w, load) / (k.weight_efficiency * w.bandwidth);
  // Decoding's own attention is bound by its cache read on every device; it is counted there.
  if (load.prompt_tokens <= 0) t.attention = std::max(0.0, t.attention - t.cache);
  t.network = network_seconds(w, k, tokens);
  if (w.host_bytes > 0) t.host = w.host_bytes / host_rate(w, k);
  t.overhead = exposed_overhead(overhead_seconds(w, k, decoded), t.total(), 1 + k.overlap);
  t.bytes = t.weight_bytes + held;
  t.flops += attention;
  return t;
}

StepTime prefill_time(const ServeWork& w, const ServeConstants& k, double tokens, double cached, double requests,
                      double chunk, double stages_in_turn) {
  const double all = std::max(1.0, tokens * requests);
  const double passes = chunk > 0 ? std::ceil(all / chunk) : 1;
  StepLoad load;
  load.prompt_tokens = all / passes;
  load.prompts = requests / passes;
  load.prompt_context = cached + tokens / 2;
  StepTime one = step_time(w, k, load);
  // Split layers and pipeline stages take passes one after the other, each working on its own pass.
  double faster = 1;
  if (stages_in_turn > 1) {
    const double passes_in_flight = std::max(1.0, std::ceil(all / std::min(chunk > 0 ? chunk : all, 512.0)));
    faster = std::pow(passes_in_flight * stages_in_turn / (passes_in_flight + stages_in_turn - 1), k.split_exponent);
  }
  StepTime t;
  const double n = passes / faster;
  t.weights = one.weights * n;
  t.activations = one.activations * n;
  t.products = one.products * n;
  t.cache = one.cache * n;
  t.attention = one.attention * n;
  t.network = one.network * n;
  t.overhead = one.overhead * n;
  t.host = one.host * n;
  t.bytes = one.bytes * passes;
  t.flops = one.flops * passes + requests * w.tower_flops;
  t.padded_flops = one.padded_flops * passes;
  t.weight_bytes = one.weight_bytes;
  return t;
}

}  // namespace gpusel
