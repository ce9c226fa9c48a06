#include "core/memory/serve_setup.hpp"

#include <algorithm>
#include <cmath>

#include "core/memory/layer_groups.hpp"

namespace gpusel {
namespace {

// Engines size their prefill pass by the device: a quarter below 70 GiB (vLLM engine/arg_utils.py, SGLang
// server_args.py).
bool small_device(const Accelerator& a) { return a.usable < 70_GiB; }
Count by_device(Count value, const Accelerator& a) { return small_device(a) ? std::max<Count>(1, value / 4) : value; }

double mlp_width(const LayerShape& k) {
  if (k.mlp != Mlp::moe) return static_cast<double>(k.mlp_width);
  return static_cast<double>(k.experts_per_token * k.expert_width + k.shared_width);
}

// The widest layer's live bytes a token (16 bit), by how the engine runs a prefill pass.
double prefill_bytes_a_token(const ModelShape& shape, const EngineFacts& engine, double tp) {
  const double h = static_cast<double>(shape.hidden);
  double widest = 0;
  for (const LayerShape& k : shape.kinds) {
    const double f = mlp_width(k);
    if (engine.static_batch) {
      widest = std::max(widest, 6 * f / tp + 8 * h);  // measured on transformers, 0.5B-72B, within 3 %
      continue;
    }
    const double q = static_cast<double>(k.heads * k.head_dim) / tp,
                 kv = 2.0 * static_cast<double>(k.kv_heads * k.head_dim) / tp;
    const double routed = k.mlp == Mlp::moe ? 2 * h * static_cast<double>(k.experts_per_token) : 0;
    widest = std::max(widest, 2 * (h + q + kv) + 4 * f / tp + 2 * h + routed);
  }
  for (const LayerShape& k : shape.encoder_kinds) widest = std::max(widest, 6 * mlp_width(k) + 8 * h);
  return widest;
}

// GPTQ through exllama kernels rebuilds one 16-bit matrix, AWQ about 0.2 GB, bitsandbytes one matrix.
double dequantisation_scratch(const ModelShape& shape, const ServeSpec& serve) {
  if (serve.engine != Engine::transformers && serve.engine != Engine::generic) return 0;
  const FormatClass cls = format_info(serve.weights).cls;
  if (serve.weights == WeightFormat::awq_int4) return 0.2e9;
  if (cls != FormatClass::group4 && cls != FormatClass::group8 && cls != FormatClass::bitsandbytes4) return 0;
  double largest = 0;
  for (const LayerShape& k : shape.kinds)
    for (const LinearShape& l : k.linears)
      if (l.quantisable) largest = std::max(largest, 2.0 * static_cast<double>(l.in) * static_cast<double>(l.out));
  return largest;
}

// Which layers stand on stage `i`: [first, last). A layer split counts the head as one more layer (llama.cpp) and
// follows the devices' memory; a pipeline has equal stages.
std::vector<Count> boundaries(const Case& c, Count stages, const std::vector<const Accelerator*>& devices) {
  const Count layers = static_cast<Count>(c.shape->layer_kind.size());
  const bool split = c.layout.layer_split > 1;
  const double items = static_cast<double>(layers + (split ? 1 : 0));
  double total = 0;
  for (const Accelerator* a : devices) total += split ? a->usable.number() : 1.0;
  std::vector<Count> edge{0};
  double before = 0;
  for (Count i = 0; i < stages; ++i) {
    before += split ? devices[static_cast<std::size_t>(i)]->usable.number() : 1.0;
    const Count end = static_cast<Count>(std::llround(items * before / total));
    edge.push_back(i + 1 == stages ? layers : std::clamp<Count>(end, edge.back(), layers));
  }
  return edge;
}

// The device of each stage; a stage of several ranks is ruled by its smallest.
std::vector<const Accelerator*> stage_devices(const Case& c, Count stages, Count ranks) {
  std::vector<const Accelerator*> chosen;
  std::size_t group = 0;
  Count left = c.devices.front().count;
  for (Count i = 0; i < stages; ++i) {
    const Accelerator* smallest = nullptr;
    for (Count r = 0; r < ranks; ++r) {
      while (left <= 0 && group + 1 < c.devices.size()) left = c.devices[++group].count;
      const Accelerator* a = c.devices[group].accelerator;
      if (!smallest || a->usable < smallest->usable) smallest = a;
      --left;
    }
    chosen.push_back(smallest);
  }
  return chosen;
}

double experts_ranks(const Layout& l) { return static_cast<double>(std::max(l.ep, l.tp)); }

struct Tables {
  double first = 0, last = 0, host = 0;
  double outside = 0, towers = 0;  // at the first stage; an encoder counts as a tower
};

// Input table at the first stage, head at the last; a tied table is needed at both ends.
Tables tables(const Case& c, const StoredWeights& w, const EngineFacts& engine, double tp) {
  Tables t;
  const bool tied = w.head == 0;
  const bool discrete = c.accelerator().memory_kind != MemoryKind::lpddr_unified;
  const bool keeps_on_host = engine.embedding_on_host && discrete;
  t.last = (tied ? w.embedding : w.head) / tp;
  if (keeps_on_host)
    t.host = w.embedding;
  else if (!tied || c.layout.pp > 1)
    t.first = w.embedding / tp;
  t.outside = w.outside;
  t.towers = w.towers + w.encoder / tp;
  return t;
}

double speculative_bytes(const Case& c, const StoredWeights& w) {
  const ServeSpec& serve = c.serve();
  if (!serve.speculative) return 0;
  if (serve.speculative->draft == "mtp") return w.mtp / static_cast<double>(c.layout.tp);
  if (!c.draft) return 0;
  return stored_weights(*c.draft, serve).total() / static_cast<double>(c.layout.tp);
}

void add_cache(std::vector<CacheRun>& runs, const ModelShape& shape, const CacheRules& rules, Count tp, Count first,
               Count last) {
  std::vector<Count> count(shape.kinds.size(), 0);
  for (Count l = first; l < last; ++l) ++count[shape.layer_kind[static_cast<std::size_t>(l)]];
  for (std::size_t k = 0; k < shape.kinds.size(); ++k)
    if (count[k] > 0) runs.push_back({layer_cache(shape.kinds[k], rules, tp), count[k]});
}

double budget_of(const Case& c, const ServeSetup& s, const Accelerator& a) {
  if (s.sram) return a.usable.number();  // a compiler places the model; what programs take is already out of it
  const double share = c.serve().memory_utilization.value_or(s.engine.memory_utilization);
  return a.usable.number() * std::min(1.0, share);
}

void fill_stages(const Case& c, ServeSetup& s) {
  const Layout& l = c.layout;
  const double tp = static_cast<double>(l.tp);
  const Count tensor_ranks = s.sram ? 1 : l.tp;  // chips of SRAM share the whole cache
  const Count stages = s.sram ? 1 : std::max(l.pp, l.layer_split);
  const std::vector<const Accelerator*> devices = stage_devices(c, stages, l.layer_split > 1 ? 1 : l.tp);
  std::vector<LayerBytes> own;
  if (const CaseWeights* w = c.shared.weights.get())
    s.stored = stages > 1 ? w->layered : w->whole;
  else
    s.stored = stored_weights(*c.shape, c.serve(), stages > 1 ? &own : nullptr);
  const std::vector<LayerBytes>& by_layer = c.shared.weights ? c.shared.weights->by_layer : own;
  const std::vector<Count> edge = boundaries(c, stages, devices);
  const Tables t = tables(c, s.stored, s.engine, tp);
  for (Count i = 0; i < stages; ++i) {
    Stage stage;
    stage.device = devices[static_cast<std::size_t>(i)];
    const Count first = edge[static_cast<std::size_t>(i)], last = edge[static_cast<std::size_t>(i) + 1];
    LayerBytes sum = stages > 1 ? LayerBytes{} : s.stored.layers;
    if (stages > 1)
      for (Count n = first; n < last; ++n) sum += by_layer[static_cast<std::size_t>(n)];
    StageWeights& w = stage.of;
    w.stored = sum;
    w.split = tp;
    w.experts_split = experts_ranks(l);
    w.layers = sum.split / tp + sum.replicated;
    w.experts = sum.experts / w.experts_split;
    if (i == 0) w.tables = t.first, w.outside = t.outside, w.towers = t.towers, stage.host = t.host;
    if (i + 1 == stages) w.tables += t.last, w.draft = speculative_bytes(c, s.stored);
    const double layers = w.layers + w.experts;
    stage.weights = layers + w.tables + w.outside + w.towers + w.draft;
    // Two layers stay: the one at work and the one being fetched.
    const double held = std::min(1.0, 2.0 / static_cast<double>(std::max<Count>(1, last - first)));
    stage.movable = s.offload ? layers * (1 - held) : 0;
    add_cache(stage.cache, *c.shape, s.rules, tensor_ranks, first, last);
    if (i + 1 == stages && c.draft)
      add_cache(stage.cache, *c.draft, s.rules, tensor_ranks, 0, static_cast<Count>(c.draft->layer_kind.size()));
    if (s.engine.id == Engine::vllm && !s.sram) group_layers(stage.cache, s.rules);
    stage.budget = budget_of(c, s, *stage.device);
    s.stages.push_back(std::move(stage));
  }
}

// SRAM chips hold the model together: everything is spread evenly over all of them, whatever the layout says. What
// programs and activations take is already out of `usable` (catalog/usable.cpp).
void spread_over_sram(const Case& c, ServeSetup& s) {
  const double chips = static_cast<double>(std::max<Count>(1, c.count));
  Stage& stage = s.stages.front();
  stage.weights = s.stored.total() / chips;
  const StoredWeights& w = s.stored;
  stage.of = {w.layers,
              chips,
              chips,
              (w.layers.split + w.layers.replicated) / chips,
              w.layers.experts / chips,
              (w.embedding + w.head) / chips,
              w.outside / chips,
              (w.towers + w.encoder) / chips,
              0};
  for (CacheRun& run : stage.cache) {
    run.layer.token_bytes /= chips;
    run.layer.index_bytes /= chips;
    run.layer.state_bytes /= chips;
  }
  s.replicas = 1;
  s.prefill_token_bytes = s.scratch = s.logits_row_bytes = s.workspace = s.communication = 0;
  s.engine.fixed_overhead_bytes = 0;
}

void fill_buffers(const Case& c, ServeSetup& s) {
  const ModelShape& shape = *c.shape;
  const ServeSpec& serve = c.serve();
  const double tp = static_cast<double>(c.layout.tp), vocab = static_cast<double>(shape.vocab);
  s.prefill_token_bytes = prefill_bytes_a_token(shape, s.engine, tp);
  s.scratch = dequantisation_scratch(shape, serve);
  s.workspace = s.engine.graph_bytes;
  const bool together = c.layout.tp * c.layout.pp * c.layout.ep > 1;
  s.communication = together ? s.engine.communication_bytes : 0;
  if (!shape.has_head) return;
  if (serve.engine == Engine::llama_cpp) {
    s.logits_row_bytes = 4 * vocab;  // fp32 logits of a whole micro-batch
    s.logits_rows = s.engine.max_batched_tokens;
  } else {
    s.logits_row_bytes = 6 * vocab / (s.engine.static_batch ? 1 : tp);
    s.logits_rows = s.engine.preallocates ? std::min<Count>(256, s.engine.max_sequences) : 0;
  }
}

}  // namespace

ServeSetup serve_setup(const Case& c) {
  ServeSetup s;
  const ServeSpec& serve = c.serve();
  s.engine = c.engine();
  s.sram = c.accelerator().on_chip();
  s.offload = c.scenario->hardware && c.scenario->hardware->offload == Offload::weights;
  s.chunk = s.engine.static_batch ? 0 : s.engine.max_batched_tokens;
  if (s.engine.preallocates) s.chunk = by_device(s.chunk, c.accelerator());
  s.rules = cache_rules(s.engine, c.accelerator(), serve.kv_cache.value_or(KvFormat::bf16), s.chunk);
  s.replicas = std::max<Count>(1, c.layout.dp);
  s.context = serve.context_length.value_or(serve.input_tokens + serve.output_tokens);
  s.prompt = std::max<Count>(1, serve.input_tokens - serve.cached_tokens);
  s.cross_tokens = c.shape->encoder_decoder ? serve.input_tokens : serve.image_tokens;
  fill_buffers(c, s);
  fill_stages(c, s);
  if (s.sram) spread_over_sram(c, s);
  return s;
}

double prefill_tokens(const ServeSetup& s, Count requests) {
  if (s.chunk > 0) return static_cast<double>(s.chunk);
  return static_cast<double>(std::min(requests * s.prompt, s.engine.max_batched_tokens));
}

StageNeed stage_need(const ServeSetup& s, const Stage& stage, Count requests) {
  StageNeed n;
  const double b = static_cast<double>(requests);
  double window_token_bytes = 0;
  for (const CacheRun& run : stage.cache) {
    const double layers = static_cast<double>(run.layers);
    n.cache += layers * b * held_bytes(run.layer, s.rules, s.context, s.cross_tokens);
    if (run.layer.window > 0 && run.layer.window < s.context) {
      const Count beyond = std::min(s.rules.prefill_tokens, s.context - run.layer.window);
      window_token_bytes += layers * run.layer.token_bytes * static_cast<double>(beyond);
    }
  }
  if (requests > 0) n.cache += window_token_bytes;
  if (s.engine.grows_by_concatenation && !stage.cache.empty()) {
    Count all = 0;
    for (const CacheRun& run : stage.cache) all += run.layers;
    n.cache *= 1 + 1.0 / static_cast<double>(std::max<Count>(1, all));  // the layer being extended is there twice
  }
  const double tokens = prefill_tokens(s, requests);
  n.activations = std::max(tokens * s.prefill_token_bytes, s.scratch);
  n.logits = s.logits_row_bytes * (s.logits_rows > 0 ? static_cast<double>(s.logits_rows) : b);
  n.workspace = s.workspace;
  n.communication = s.communication;
  n.weights = stage.weights;
  if (s.offload) {
    const double over = stage_demand(s, n) - stage.budget;
    n.offloaded = std::clamp(over, 0.0, stage.movable);
    n.weights -= n.offloaded;
  }
  return n;
}

double stage_demand(const ServeSetup& s, const StageNeed& need) { return need.total() + s.engine.fixed_overhead_bytes; }

const Stage& fullest_stage(const ServeSetup& s, Count requests) {
  const Stage* fullest = &s.stages.front();
  double most = -1;
  for (const Stage& stage : s.stages) {
    const double share = stage_demand(s, stage_need(s, stage, requests)) / std::max(1.0, stage.budget);
    if (share > most) most = share, fullest = &stage;
  }
  return *fullest;
}

}  // namespace gpusel
