#include "core/memory/serve_why.hpp"

#include <cmath>
#include <string>

#include "core/domain/why_number.hpp"

namespace gpusel {
namespace {

std::string text(double value) { return std::to_string(std::llround(value)); }
std::string text(Count value) { return std::to_string(value); }

Why bytes_term(std::string key, double value, std::string formula = {}, std::string numbers = {},
               std::string source = {}) {
  return {std::move(key), value, WhyUnit::bytes, std::move(formula), std::move(numbers), std::move(source), {}};
}

Why weights_why(const Case& c, const ServeSetup& s, const Stage& stage, const StageNeed& need) {
  const StageWeights& of = stage.of;
  Why w = bytes_term("weights", need.weights, {}, {},
                     "llama.cpp ggml-common.h, llama-quant.cpp; vendors' format definitions");
  const auto add = [&](const char* key, double value, std::string formula, std::string numbers) {
    if (value != 0) w.parts.push_back(bytes_term(key, value, std::move(formula), std::move(numbers)));
  };
  const std::string bits = why_number(bits_per_weight(c.serve().weights)) + " bit";
  if (s.sram)
    add("weights.layers", of.layers, "layers/chips",
        text(of.stored.split + of.stored.replicated) + "/" + text(of.split) + ", " + bits);
  else
    add("weights.layers", of.layers, "split/tp + replicated",
        text(of.stored.split) + "/" + text(of.split) + " + " + text(of.stored.replicated) + ", " + bits);
  add("weights.experts", of.experts, s.sram ? "experts/chips" : "experts/max(ep, tp)",
      text(of.stored.experts) + "/" + text(of.experts_split));
  add("weights.tables", of.tables, "V*h*bytes of the tables here", {});
  add("weights.outside", of.outside, {}, {});
  add("weights.towers", of.towers, {}, {});
  add("weights.draft", of.draft, {}, {});
  add("weights.offloaded", -need.offloaded, {}, {});
  return w;
}

Why cache_why(const ServeSetup& s, const Stage& stage, const StageNeed& need, Count requests) {
  Why w = bytes_term("kv_cache", need.cache, "B*sum over layers of held tokens*bytes a token + states",
                     text(requests) + " x " + text(s.context) + " tokens",
                     "vLLM v1/kv_cache_interface.py; llama.cpp src/llama-kv-cache-iswa.cpp");
  for (const CacheRun& run : stage.cache) {
    const LayerCache& l = run.layer;
    const char* key = l.state_bytes > 0 ? "kv_cache.states"
                      : l.window > 0    ? "kv_cache.window"
                      : l.cross         ? "kv_cache.cross"
                                        : "kv_cache.full";
    const double value = static_cast<double>(run.layers * requests) * held_bytes(l, s.rules, s.context, s.cross_tokens);
    if (value <= 0) continue;
    const Count held = l.window > 0 ? std::min(l.window, s.context) : s.context;
    w.parts.push_back(bytes_term(
        key, value, "B*L*tokens*bytes a token",
        text(requests) + "*" + text(run.layers) + "*" + text(held) + "*" + text(l.token_bytes + l.index_bytes)));
  }
  return w;
}

}  // namespace

Why serve_memory_why(const Case& c, const ServeSetup& s, const Stage& stage, const StageNeed& need, Count requests) {
  Why w = bytes_term("memory.allocated", need.total());
  w.parts.push_back(weights_why(c, s, stage, need));
  w.parts.push_back(cache_why(s, stage, need, requests));
  const double tokens = prefill_tokens(s, requests);
  w.parts.push_back(bytes_term("activations.prefill", need.activations, "tokens of a pass*bytes a token",
                               text(tokens) + "*" + text(s.prefill_token_bytes),
                               "measured: Qwen2.5 docs (transformers), within 3 %"));
  w.parts.push_back(bytes_term("logits", need.logits, "rows*bytes a row", {}));
  w.parts.push_back(bytes_term("workspace", need.workspace, {}, {}, s.engine.source));
  if (need.communication > 0) w.parts.push_back(bytes_term("communication", need.communication));
  return w;
}

Why serve_device_why(const ServeSetup& s, const MemoryReport& r) {
  Why w = bytes_term("memory.device", r.device.estimate.number(), {}, {}, s.engine.source);
  w.parts.push_back(bytes_term("memory.allocated", r.allocated.estimate.number()));
  w.parts.push_back(bytes_term("memory.reserve", (r.reserved.estimate - r.allocated.estimate).number(),
                               r.preallocated ? "usable*memory_utilization - allocated" : "kept by the allocator"));
  w.parts.push_back(
      bytes_term("memory.context", (r.device.estimate - r.reserved.estimate).number(), "context and libraries"));
  return w;
}

}  // namespace gpusel
