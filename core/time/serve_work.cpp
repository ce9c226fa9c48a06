#include "core/time/serve_work.hpp"

#include <algorithm>
#include <cmath>

#include "core/domain/formats.hpp"
#include "core/model/shape.hpp"
#include "core/time/communication.hpp"

namespace gpusel {
namespace {

bool is_expert(LinearRole r) {
  return r == LinearRole::expert_gate || r == LinearRole::expert_up || r == LinearRole::expert_down;
}

// A cache that grows by concatenation is read and written anew each step; heads that are expanded are read, written for
// every query head and read again.
double cache_passes(const LayerShape& kind, const EngineFacts& engine) {
  const bool attends = kind.kv_heads > 0 && kind.mixer != Mixer::mla;
  const double group = static_cast<double>(kind.heads) / std::max(1.0, static_cast<double>(kind.kv_heads));
  const double copied = engine.grows_by_concatenation ? 2 : 0;
  return copied + (attends && engine.expands_kv_heads && group > 1 ? 1 + 2 * group : 1);
}

// Every product reads its input and writes its output. Between them, in fused kernels: a norm adds the residual (two
// vectors read, two written), the gate reads both halves and writes one, positions are turned in place, and a token's
// experts gather it and add their results up.
void add_activations(ServeWork& w, const LayerShape& kind, double layers) {
  constexpr double bytes = 2;  // 16-bit activations
  double products = 0, between = 4 * static_cast<double>(kind.norms) * w.hidden;
  for (const LinearShape& l : kind.linears) products += l.active * static_cast<double>(l.in + l.out);
  const double chosen = static_cast<double>(kind.experts_per_token);
  const double width =
      static_cast<double>(kind.mlp_width + kind.shared_width) + chosen * static_cast<double>(kind.expert_width);
  between += (kind.mlp == Mlp::plain ? 2 : 3) * width;
  between += 2 * static_cast<double>((kind.heads + kind.kv_heads) * kind.head_dim);
  if (kind.experts > 0) between += (2 * chosen + 2) * w.hidden;
  w.product_bytes += bytes * layers * products;
  w.elementwise_bytes += bytes * layers * between;
}

void add_layers(ServeWork& w, const ModelShape& shape, const CacheRules& rules, const EngineFacts& engine, Count tp) {
  double weight_of_experts = 0;
  for (std::size_t n = 0; n < shape.kinds.size(); ++n) {
    const LayerShape& kind = shape.kinds[n];
    const double layers = static_cast<double>(shape.layers_of_kind(n));
    ExpertLayers e{layers, static_cast<double>(kind.experts), static_cast<double>(kind.experts_per_token), 0, 0};
    double parameters = 0;
    for (const LinearShape& l : kind.linears) {
      const double one = static_cast<double>(l.in * l.out);
      if (is_expert(l.role)) {
        parameters += static_cast<double>(l.matrix_parameters());
        e.flops += 2 * one * layers * static_cast<double>(l.copies) / std::max(1.0, e.experts);
      } else if (kind.mixer == Mixer::cross && (l.role == LinearRole::k || l.role == LinearRole::v)) {
        w.cross_flops += 2 * one * l.active * layers;  // once for what is attended to, not a decoded token
      } else {
        w.dense_flops += 2 * one * l.active * layers;
      }
    }
    if (parameters > 0) {
      e.bytes = parameters * layers;
      weight_of_experts += e.bytes;
      w.moe_layers += layers;
      w.experts.push_back(e);
    }
    add_activations(w, kind, layers);
    w.cached.push_back({layer_cache(kind, rules, tp), layers, cache_passes(kind, engine)});
  }
  // Bytes of the experts by their parameters' share: one format holds them all.
  for (ExpertLayers& e : w.experts) e.bytes *= w.stored.layers.experts / weight_of_experts;
}

// Encoder-decoder models read their prompt in the encoder; the decoder starts from one token.
void add_encoder(ServeWork& w, const ModelShape& shape) {
  w.prompt_flops = w.dense_flops;
  if (!shape.encoder_decoder) return;
  w.prompt_flops = w.cross_flops;
  w.encoder_bytes = w.stored.encoder;
  for (const std::uint8_t k : shape.encoder_layer_kind) {
    const LayerShape& layer = shape.encoder_kinds[k];
    for (const LinearShape& l : layer.linears) w.prompt_flops += 2 * static_cast<double>(l.in * l.out) * l.active;
    w.encoder_attention_flops += 4 * static_cast<double>(layer.heads * layer.head_dim);
  }
}

ServeWork model_work(const ModelShape& shape, const StoredWeights& stored, const CacheRules& rules,
                     const EngineFacts& engine, Count tp) {
  ServeWork w;
  w.shape = &shape;
  w.stored = stored;
  w.layers = static_cast<double>(shape.layer_kind.size());
  w.hidden = static_cast<double>(shape.hidden);
  if (shape.has_head) w.head_flops = 2 * w.hidden * static_cast<double>(shape.vocab);
  for (const Tower& t : shape.towers) w.tower_flops += 2 * static_cast<double>(t.parameters);
  add_layers(w, shape, rules, engine, tp);
  add_encoder(w, shape);
  return w;
}

// A lower power limit costs compute speed first, bandwidth only below about two thirds (estimation.md sec. 8).
struct PowerScale {
  double compute = 1, bandwidth = 1;
};
PowerScale power_scale(const Case& c) {
  const double board = c.accelerator().power.value, limit = c.power_limit.value;
  PowerScale s;
  if (board <= 0 || limit <= 0 || limit >= board) return s;
  const double ratio = limit / board;
  s.compute = std::pow(ratio, 0.4);
  s.bandwidth = ratio < 0.65 ? std::pow(ratio / 0.65, 0.5) : 1;
  return s;
}

// Devices that work in turn: each on its share of the layers (by memory), so their rates add harmonically.
double in_turn(const Case& c, double (*rate)(const Accelerator&, const ServeSpec&)) {
  double total = 0, time = 0;
  for (const Device& d : c.devices) {
    const double share = d.accelerator->usable.number() * static_cast<double>(d.count);
    const double r = rate(*d.accelerator, c.serve());
    if (r <= 0) return 0;
    total += share;
    time += share / r;
  }
  return time > 0 ? total / time : 0;
}
// Devices that work together wait for the slowest.
double together(const Case& c, double (*rate)(const Accelerator&, const ServeSpec&)) {
  double least = rate(c.accelerator(), c.serve());
  for (const Device& d : c.devices) least = std::min(least, rate(*d.accelerator, c.serve()));
  return least;
}

double bandwidth_of(const Accelerator& a, const ServeSpec&) { return a.bandwidth.value; }
double peak_of(const Accelerator& a, const ServeSpec& s) {
  return serving_peak(a, s.weights, s.engine_or_usual()).value;
}
// Products by vector instructions (GEMV) unpack each weight anew for each token: one is masked, converted, freed of its
// zero, scaled and multiplied, and the token's value is converted too, where plain weights are only multiplied
// (mit-han-lab/llm-awq, gemv_cuda.cu, whose shifts the compiler folds into the masks).
double vector_peak_of(const Accelerator& a, const ServeSpec& s) {
  constexpr double unpacking = 6;
  const double peak = a.peak.fp32.value > 0 ? a.peak.fp32.value : half_precision_peak(a, s.engine_or_usual()).value;
  return format_info(s.weights).cls == FormatClass::plain ? peak : peak / unpacking;
}
double peak16_of(const Accelerator& a, const ServeSpec& s) { return half_precision_peak(a, s.engine_or_usual()).value; }

}  // namespace

FlopsPerSecond half_precision_peak(const Accelerator& a, Engine engine) {
  double peak = std::max(a.peak.fp16.value, a.peak.bf16.value);
  if (engine == Engine::llama_cpp) peak = std::max(peak, a.peak.fp16_fp16acc.value);
  return FlopsPerSecond(std::max(peak, a.peak.fp32.value));
}

// Weight-only kernels multiply with the warp's own instructions (mma.sync). Those reach 0.63 of Hopper's peak (Luo et
// al. 2024, 2402.13499), and Ampere's rate an SM, a quarter of the peak, where Blackwell's tensor cores are fed through
// tensor memory (compute capability 10 and 11). GGUF's multiply 8-bit integers so, at twice that.
double warp_share(const Accelerator& a, WeightFormat format) {
  const FormatClass cls = format_info(format).cls;
  const bool unpacked = cls == FormatClass::group4 || cls == FormatClass::group8, gguf = cls == FormatClass::gguf;
  if (a.vendor != "NVIDIA" || (!unpacked && !gguf)) return 1;
  const std::string_view capability = a.compute_capability;
  if (capability.substr(0, 2) == "9.") return gguf ? 1 : 0.63;
  const bool tensor_memory = capability.substr(0, 3) == "10." || capability.substr(0, 3) == "11.";
  return tensor_memory ? (gguf ? 0.5 : 0.25) : 1;
}

FlopsPerSecond serving_peak(const Accelerator& a, WeightFormat format, Engine engine) {
  const double half = half_precision_peak(a, engine).value;
  switch (format) {
    case WeightFormat::fp32:
      return a.peak.tf32.value > 0 ? a.peak.tf32 : a.peak.fp32.value > 0 ? a.peak.fp32 : FlopsPerSecond(half);
    case WeightFormat::fp8:
      return FlopsPerSecond(a.supports_fp8 ? std::max(half, a.peak.fp8.value) : half);
    case WeightFormat::nvfp4:
      return FlopsPerSecond(a.supports_fp4 ? std::max(half, a.peak.fp4.value) : half);
    case WeightFormat::mxfp4:
      return FlopsPerSecond(a.supports_fp4 && engine != Engine::llama_cpp ? std::max(half, a.peak.fp8.value) : half);
    case WeightFormat::int8: {
      const bool native = engine == Engine::vllm || engine == Engine::sglang || engine == Engine::tensorrt_llm;
      return FlopsPerSecond(native ? std::max(half, a.peak.int8.value) : half);
    }
    default:
      break;
  }
  // Chips without 16-bit matrix units run quantised products on their integer dot products (Tesla P40).
  const bool integer_only = format_info(format).cls == FormatClass::gguf && a.peak.int8.value > 3.5 * half;
  return FlopsPerSecond(integer_only ? a.peak.int8.value : half * warp_share(a, format));
}

ServeWork serve_work(const Case& c, const MemoryReport* memory) {
  const EngineFacts& engine = c.engine();
  const CacheRules rules = cache_rules(engine, c.accelerator(), c.serve().kv_cache.value_or(KvFormat::bf16), 0);
  ServeWork w = model_work(*c.shape, c.shared.weights ? c.shared.weights->whole : stored_weights(*c.shape, c.serve()),
                           rules, engine, c.layout.tp);
  w.fused_attention = engine.fused_attention;
  w.tp = static_cast<double>(c.layout.tp);
  w.ranks = w.tp * c.accelerator().cores;
  w.pp = static_cast<double>(c.layout.pp);
  w.ep = static_cast<double>(c.layout.ep);
  w.dp = static_cast<double>(c.layout.dp);
  w.stages = static_cast<double>(std::max<Count>(1, std::max(c.layout.pp, c.layout.layer_split)));
  const PowerScale power = power_scale(c);
  const bool split = c.layout.layer_split > 1;
  w.bandwidth = (split ? in_turn(c, bandwidth_of) : together(c, bandwidth_of)) * power.bandwidth;
  w.peak = (split ? in_turn(c, peak_of) : together(c, peak_of)) * power.compute;
  w.peak16 = (split ? in_turn(c, peak16_of) : together(c, peak16_of)) * power.compute;
  if (!engine.matrix_units) w.peak = (split ? in_turn(c, vector_peak_of) : together(c, vector_peak_of)) * power.compute;
  if (const Accelerator& a = c.accelerator(); a.power.value > 0)
    w.density = serving_peak(a, c.serve().weights, c.engine().id).value / a.power.value / 1e12;
  if (c.layout.tp > 1) w.link = effective_channel(group_fabric(c, c.layout.tp, 1)).rate.value;
  const bool offload = c.scenario->hardware && c.scenario->hardware->offload == Offload::weights;
  if (offload && memory) {
    const bool table_on_host =
        engine.embedding_on_host && c.accelerator().memory_kind != MemoryKind::lpddr_unified && w.stored.head > 0;
    const double on_devices = w.stored.total() - (table_on_host ? w.stored.embedding : 0);
    const double whole = on_devices / (w.tp * std::max(w.pp, static_cast<double>(c.layout.layer_split)));
    w.host_bytes = std::max(0.0, whole - memory->parts[Part::weights].number());
    if (c.serve().engine != Engine::llama_cpp) w.host_link = c.accelerator().pcie.per_direction.value;
  }
  return w;
}

ServeWork draft_work(const Case& c, const ServeWork& target) {
  const CacheRules rules = plain_cache_rules(c.serve().kv_cache.value_or(KvFormat::bf16));
  ServeWork w = model_work(*c.draft, stored_weights(*c.draft, c.serve()), rules, c.engine(), c.layout.tp);
  w.tp = target.tp;
  w.ranks = target.ranks;
  w.pp = 1;
  w.bandwidth = target.bandwidth;
  w.peak = target.peak;
  w.peak16 = target.peak16;
  w.link = target.link;
  return w;
}

double expert_coverage(double experts, double per_token, double tokens) {
  if (experts <= 0) return 0;
  return experts * (1 - std::pow(1 - per_token / experts, tokens));
}

double dense_bytes(const ServeWork& w) {
  const double head = w.stored.head > 0 ? w.stored.head : w.stored.embedding;  // a tied table is read as the head
  return (w.stored.layers.split + (w.shape->has_head ? head : 0)) / w.tp + w.stored.layers.replicated;
}

double expert_bytes(const ServeWork& w, double tokens, double rho) {
  double sum = 0;
  for (const ExpertLayers& e : w.experts) {
    const double everywhere = tokens * (w.ep > 1 ? w.dp : 1);  // expert parallelism gathers all replicas' tokens
    double hit = expert_coverage(e.experts, e.per_token, std::pow(std::max(1.0, everywhere), rho)) / e.experts;
    if (w.ep > 1) {
      // The most loaded rank decides: mean + sqrt(2 ln ep) standard deviations of a binomial.
      const double own = e.experts / w.ep;
      hit = std::min(1.0, hit + std::sqrt(2 * std::log(w.ep) * hit * (1 - hit) / own));
    }
    sum += e.bytes * hit / std::max(w.ep, w.tp);
  }
  return sum;
}

double cache_bytes(const ServeWork& w, double context, double cross_tokens) {
  double sum = 0;
  for (const CachedLayers& l : w.cached) sum += l.passes * l.layers * read_bytes(l.cache, context, cross_tokens);
  return sum;
}

double dense_flops(const ServeWork& w, double decoded, double prompt_tokens, double sequences) {
  return (w.dense_flops * decoded + w.prompt_flops * prompt_tokens + w.head_flops * sequences) / w.tp;
}

double expert_flops(const ServeWork& w, double tokens) {
  double flops = 0;
  for (const ExpertLayers& e : w.experts) {
    const double everywhere = w.ep > 1 ? w.dp : 1;
    flops += e.flops * e.per_token * tokens * everywhere / std::max(w.ep, w.tp);
  }
  return flops;
}

double tokens_an_expert(const ServeWork& w, double tokens, double rho) {
  if (w.experts.empty()) return tokens;
  const ExpertLayers& e = w.experts.front();
  const double everywhere = tokens * (w.ep > 1 ? w.dp : 1);
  const double hit = expert_coverage(e.experts, e.per_token, std::pow(std::max(1.0, everywhere), rho));
  return everywhere * e.per_token / std::max(1.0, hit);
}

double padded_flops(const ServeWork& w, double tokens, double rho) {
  const double rows = std::ceil(tokens / 64) * 64;
  double flops = (w.dense_flops + w.head_flops) * rows / w.tp;
  for (const ExpertLayers& e : w.experts) {
    const double everywhere = tokens * (w.ep > 1 ? w.dp : 1);
    const double hit = expert_coverage(e.experts, e.per_token, std::pow(std::max(1.0, everywhere), rho));
    const double each = std::ceil(std::max(1.0, everywhere * e.per_token / std::max(1.0, hit)) / 64) * 64;
    flops += e.flops * hit * each / std::max(w.ep, w.tp);
  }
  return flops;
}

}  // namespace gpusel
