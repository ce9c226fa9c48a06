#include <algorithm>

#include "core/domain/formats.hpp"
#include "core/plan/plan.hpp"
#include "core/plan/reach.hpp"
#include "core/time/communication.hpp"

namespace gpusel {
namespace {

bool divides_heads(const ModelShape& shape, Count tp) {
  for (const LayerShape& kind : shape.kinds)
    if (kind.heads > 0 && kind.heads % tp != 0) return false;
  return true;
}

std::vector<Count> powers(Count highest) {
  std::vector<Count> out;
  for (Count p = 1; p <= highest; p *= 2) out.push_back(p);
  return out;
}

// The degrees worth trying for one dimension: what the scenario fixes, else powers of two that divide the devices.
std::vector<Count> degrees(const std::optional<Count>& fixed, Count highest, Count count) {
  if (fixed) return {*fixed};
  std::vector<Count> out = powers(std::max<Count>(1, highest));
  out.erase(std::remove_if(out.begin(), out.end(), [&](Count p) { return count % p != 0; }), out.end());
  return out;
}

// Pipelines of any length that divides the devices and splits the layers evenly: published runs had 12 (BLOOM), 35
// (MT-NLG) and 64 stages (Megatron's 1T).
std::vector<Count> pipeline_degrees(const std::optional<Count>& fixed, Count highest, Count count, Count layers) {
  if (fixed) return {*fixed};
  std::vector<Count> out;
  for (Count p = 1; p <= highest; ++p)
    if (count % p == 0 && (p == 1 || splits_evenly(layers, p))) out.push_back(p);
  return out;
}

// Weights in host memory are sharded ones (DeepSpeed's ZeRO-3, FSDP's CPU offload), which no tensor or pipeline code
// splits further.
bool streams_weights(const Question& q) {
  return q.scenario.hardware && q.scenario.hardware->offload == Offload::weights;
}

std::vector<Count> zero_stages(const Question& q, const ParallelSpec& given, const FrameworkReach& reach, Count shards,
                               Count pp) {
  if (given.zero) return {*given.zero};
  if (shards <= 1) return {0};
  std::vector<Count> out;
  const bool lora = q.scenario.train.method == Method::lora;
  const Count highest = pp > 1 ? std::min<Count>(1, reach.highest_zero) : reach.highest_zero;
  const Count lowest = streams_weights(q) ? 3 : given.shard ? 1 : 0;
  for (Count z = lowest; z <= highest; ++z)
    if (!(lora && z == 1)) out.push_back(z);  // adapters' states are small: stage 1 gains nothing over 2
  return out;
}

Count highest_context_parallel(const Question& q, const FrameworkReach& reach) {
  constexpr Count worthwhile = 8192;  // tokens a shard: below it ring attention cannot hide its exchange
  return reach.context ? std::clamp<Count>(q.scenario.train.sequence_length / worthwhile, 1, 16) : 1;
}

Count experts_of(const ModelShape& shape) {
  Count experts = 0;
  for (const LayerShape& kind : shape.kinds) experts = std::max(experts, kind.experts);
  return experts;
}

std::vector<Count> expert_degrees(const Question& q, const ParallelSpec& given, Count group) {
  if (given.ep) return {*given.ep};
  const Count experts = experts_of(q.shape);
  if (experts <= 1 || group <= 1) return {1};
  std::vector<Count> out{1};
  for (Count ep = 2; ep <= std::min<Count>(group, 64); ep *= 2)
    if (experts % ep == 0 && group % ep == 0) out.push_back(ep);
  if (out.size() > 2) out = {1, out.back()};  // none, or as wide as it goes
  return out;
}

struct Space {
  std::vector<Count> tp, pp, cp;
};

// Micro-batches a pipeline can have at most: those of the step, or of a single replica where the planner chooses them.
Count micro_batches(const TrainSpec& t) { return t.global_batch.value_or(t.gradient_accumulation); }

constexpr Count longest_pipeline = 64;

Space train_space(const Question& q, const Accelerator& a, Count count, Count nodes, const ParallelSpec& given,
                  const FrameworkReach& reach) {
  const bool quantised = is_quantised(q.scenario.train.weights) && q.scenario.train.weights != WeightFormat::fp8;
  const bool whole = quantised || streams_weights(q);
  const Count in_host = std::max(fast_domain(a), ceil_div(count, std::max<Count>(1, nodes)));
  // Quantised bases are not split by any framework's tensor or pipeline code (bitsandbytes layers are opaque).
  const Count tp = reach.tensor && !whole ? std::min<Count>({8, in_host, count}) : 1;
  const Count pp = reach.pipeline && !whole
                       ? std::min<Count>({longest_pipeline, q.shape.layers, micro_batches(q.scenario.train) * 4})
                       : 1;
  return {degrees(given.tp, tp, count), pipeline_degrees(given.pp, std::max<Count>(1, pp), count, q.shape.layers),
          degrees(given.cp, highest_context_parallel(q, reach), count)};
}

// Ranks of one host where the data-parallel group spans several: weights are gathered over the link, and only gradients
// cross the network. 0: nothing to gain, or not to be had.
Count hybrid_group(const Layout& base, const FrameworkReach& reach, Count in_host) {
  const Count ranks = base.dp * base.cp, local = in_host / base.tp;
  const bool possible = reach.hybrid_shards && base.zero == 3 && base.ep == 1 && base.pp == 1;
  return possible && local > 1 && ranks > local && ranks % local == 0 ? local : 0;
}

void add_train(std::vector<Layout>& out, const Question& q, Layout base, const ParallelSpec& given,
               const FrameworkReach& reach, Count in_host) {
  for (Count zero : zero_stages(q, given, reach, base.dp * base.cp, base.pp))
    for (Count ep : expert_degrees(q, given, base.dp * base.cp)) {
      base.zero = zero;
      base.ep = ep;
      base.shard = zero > 0 ? given.shard.value_or(0) : 0;
      out.push_back(base);
      if (given.shard || given.zero) continue;  // who names a stage means all ranks
      base.shard = hybrid_group(base, reach, in_host);
      if (base.shard > 0) out.push_back(base);
    }
}

Count interleaved_stages(const Question& q, const ParallelSpec& given, const FrameworkReach& reach, Count pp) {
  if (given.vp) return *given.vp;
  if (pp == 1) return 1;
  const Count per_stage = q.shape.layers / pp;
  for (Count vp = std::min(reach.virtual_stages, per_stage); vp > 1; --vp)
    if (per_stage % vp == 0) return vp;
  return 1;
}

std::vector<Layout> train_layouts(const FrameworkReach& reach, const Question& q, const Accelerator& a, Count count,
                                  Count nodes, const ParallelSpec& given) {
  std::vector<Layout> out;
  if (given.layer_split && *given.layer_split > 1) {
    Layout split;
    split.layer_split = *given.layer_split;
    split.dp = count / split.layer_split;
    return {split};
  }
  const Space space = train_space(q, a, count, nodes, given, reach);
  const Count in_host = std::max(fast_domain(a), ceil_div(count, std::max<Count>(1, nodes)));
  for (Count pp : space.pp)
    for (Count tp : space.tp)
      for (Count cp : space.cp) {
        const Count inner = tp * pp * cp;
        if (count % inner != 0 || (!given.tp && !divides_heads(q.shape, tp))) continue;
        if (given.dp && *given.dp * inner != count) continue;
        Layout base;
        base.dp = count / inner;
        base.tp = tp;
        base.pp = pp;
        base.cp = cp;
        base.vp = interleaved_stages(q, given, reach, pp);
        add_train(out, q, base, given, reach, in_host);
      }
  return out;
}

bool splits_by_layer(Engine e) { return e == Engine::llama_cpp || e == Engine::transformers || e == Engine::exllama; }

std::vector<Layout> split_layouts(Count count, const ParallelSpec& given) {
  std::vector<Layout> out;
  for (Count split : degrees(given.layer_split, count, count)) {
    Layout l;
    l.layer_split = split;
    l.dp = count / split;
    if (!given.dp || *given.dp == l.dp) out.push_back(l);
  }
  return out;
}

// SRAM chips hold a slice of a layer each: as many pipeline stages as layers allow, the rest splits inside a layer
// (Groq's and Cerebras' compilers place weights so; head counts do not limit them).
Layout sram_layout(const Question& q, Count count) {
  Layout l;
  for (Count pp = std::min(count, std::max<Count>(1, q.shape.layers)); pp >= 1; --pp)
    if (count % pp == 0) {
      l.pp = pp;
      break;
    }
  l.tp = count / l.pp;
  return l;
}

std::vector<Layout> serve_layouts(const Question& q, const Accelerator& a, Count count, Count nodes,
                                  const ParallelSpec& given) {
  const bool tensor_fixed = given.tp.value_or(1) > 1 || given.pp.value_or(1) > 1;
  if ((splits_by_layer(q.scenario.serve.engine_or_usual()) && !tensor_fixed) || given.layer_split.value_or(1) > 1)
    return split_layouts(count, given);
  if (a.on_chip() && !tensor_fixed && !given.dp) return {sram_layout(q, count)};
  std::vector<Layout> out;
  const Count in_host = std::max(fast_domain(a), ceil_div(count, std::max<Count>(1, nodes)));
  const std::vector<Count> tps = degrees(given.tp, std::min<Count>({count, in_host, 64}), count);
  // Where all devices are on one fast link, stages gain nothing over tensor parallelism and replicas.
  const bool linked = a.link && in_host >= count && divides_heads(q.shape, std::min<Count>(count, 8));
  const std::vector<Count> pps = degrees(given.pp, linked ? 1 : std::min<Count>(q.shape.layers, 64), count);
  for (Count pp : pps)
    for (Count tp : tps) {
      if (count % (tp * pp) != 0 || (!given.tp && !divides_heads(q.shape, tp))) continue;
      Layout l;
      l.dp = count / (tp * pp);
      l.tp = tp;
      l.pp = pp;
      if (given.dp && *given.dp != l.dp) continue;
      if (given.cp) l.cp = *given.cp;
      l.ep = given.ep.value_or(1);
      out.push_back(l);
    }
  return out;
}

}  // namespace

bool splits_evenly(Count layers, Count stages) { return layers % stages == 0 || (layers + 2) % stages == 0; }

std::vector<Layout> layouts(const Catalog& catalog, const Question& q, const Accelerator& accelerator, Count count,
                            Count nodes) {
  const ParallelSpec given = q.scenario.hardware ? q.scenario.hardware->parallel : ParallelSpec{};
  std::vector<Layout> out =
      q.scenario.task == Task::train
          ? train_layouts(catalog.framework(q.scenario.train.framework).reach, q, accelerator, count, nodes, given)
          : serve_layouts(q, accelerator, count, nodes, given);
  if (!out.empty()) return out;
  // Nothing divides (7 devices, 3 heads ...): plain replicas always run.
  Layout plain;
  plain.dp = given.dp.value_or(std::max<Count>(
      1, count / std::max<Count>(1, given.tp.value_or(1) * given.pp.value_or(1) * given.cp.value_or(1))));
  plain.tp = given.tp.value_or(1);
  plain.pp = given.pp.value_or(1);
  plain.cp = given.cp.value_or(1);
  plain.ep = given.ep.value_or(1);
  plain.zero = given.zero.value_or(0);
  plain.vp = given.vp.value_or(1);
  plain.shard = plain.zero > 0 ? given.shard.value_or(0) : 0;
  return {plain};
}

}  // namespace gpusel
