#include "core/time/train_traffic.hpp"

#include <algorithm>
#include <cmath>

#include "core/domain/formats.hpp"
#include "core/memory/memory.hpp"
#include "core/time/train_optimizer.hpp"

namespace gpusel {
namespace {

double num(Count n) { return static_cast<double>(n); }

// What FSDP and ZeRO-3 gather: weights in compute dtype, frozen quantised bases as they are stored.
double gathered_bytes(const TrainSetup& s) {
  const double split = s.tp * num(s.c->layout.pp);
  const double stored = s.quantised ? weight_bytes(*s.m, s.t->weights).number() : 2.0 * num(s.m->parameters);
  return stored / split / (s.m->is_moe() ? 1.0 + (s.ep - 1) * 0.9 : 1.0);
}

// The updated weights that ranks of a sharded optimizer send each other.
double updated_weight_bytes(const TrainSetup& s) { return trainable_parameters(s) * s.weights.weight; }

double reduced_bytes(const TrainSetup& s) {
  // FSDP and ZeRO reduce in 16 bit unless the recipe keeps fp32 gradients.
  const double dtype = s.weights.gradient == 4 && s.t->recipe != Recipe::amp ? 4.0 : 2.0;
  return trainable_parameters(s) * dtype;
}

// Ranks that share one copy: all data-parallel ones, or a hybrid shard group.
Fabric shard_fabric(const TrainSetup& s) { return group_fabric(*s.c, static_cast<Count>(s.shards), s.c->layout.tp); }

// Hybrid sharding: each rank's share of the gradients is reduced once a step over the groups' replicas.
Seconds between_replicas(const TrainSetup& s, Bytes gradients) {
  const Layout& l = s.c->layout;
  const Count shards = static_cast<Count>(s.shards), replicas = l.dp * l.cp / shards;
  const Bytes share = bytes(gradients.number() / (l.zero == 0 ? 1.0 : s.shards));
  return hierarchical_all_reduce(share, group_fabric(*s.c, replicas, l.tp * shards));
}

void tensor_parallel(const TrainSetup& s, const TrainConstants& k, const TrainWork& w, const TrainCompute& compute,
                     TrainTraffic& out) {
  if (s.c->layout.tp <= 1) return;
  const double passes =
      4 + (w.passes.linear > std::floor(w.passes.linear) || s.t->checkpointing == Checkpointing::full ? 2.0 : 0.0);
  const Seconds one =
      hierarchical_all_reduce(bytes(2 * w.tokens * num(s.m->hidden)), group_fabric(*s.c, s.c->layout.tp, 1));
  out.tensor = one * (passes * w.stage_layers);
  // Chunks of a collective run beside the product that makes or needs them (Transformer Engine's userbuffers, XLA's
  // collective products): no more than the products last.
  out.exposed += max(out.tensor * (1 - k.tensor_overlap), out.tensor - compute.linear * k.data_overlap);
}

void pipeline_parallel(const TrainSetup& s, const TrainConstants& k, const TrainWork& w, TrainTraffic& out) {
  const Layout& l = s.c->layout;
  if (l.pp <= 1) return;
  const Fabric f = group_fabric(*s.c, l.pp, s.c->count / l.pp);
  const Channel channel = f.spans_hosts() ? f.network : f.link;
  // Under sequence parallelism a rank holds and sends 1/t of the tensor; without scatter-gather every tensor-parallel
  // rank sends the whole of it (Megatron-DeepSpeed).
  const double split = s.f->whole_stage_sends ? 1.0 : s.tp;
  const Seconds boundary = point_to_point(bytes(2 * w.tokens * num(s.m->hidden) / split), channel);
  out.pipeline = boundary * (4.0 * num(l.vp));
  out.exposed += out.pipeline * k.pipeline_exposed;
}

void context_parallel(const TrainSetup& s, const TrainConstants& k, const TrainWork& w, Seconds attention,
                      TrainTraffic& out) {
  const Layout& l = s.c->layout;
  if (l.cp <= 1) return;
  const Fabric f = group_fabric(*s.c, l.cp, l.tp);
  double kv_width = 0;
  for (std::size_t i = 0; i < s.m->kinds.size(); ++i) {
    const LayerShape& layer = s.m->kinds[i];
    kv_width += num(layer.kv_heads * (layer.head_dim + std::max(layer.v_head_dim, layer.head_dim))) *
                num(s.m->layers_of_kind(i));
  }
  // Keys and values go round the ring once forward, with their gradients once backward: three rounds of 2 bytes.
  const double ring = 3 * 2 * kv_width / s.tp * w.tokens * num(l.cp) / num(l.pp);
  out.context = all_gather(bytes(ring), l.cp, effective_channel(f));
  out.exposed += max(Seconds(0), out.context - attention * k.data_overlap);
}

// Of the bytes a token sends to experts on other hosts, the share that crosses the network. Node-limited routing keeps
// a token's experts on few hosts, and each gets the token once (DeepSeek-V3, 2412.19437 sec. 3.2.2: 4 hosts, then
// NVLink).
double crossing_share(const LayerShape& layer, const Fabric& f) {
  if (layer.groups_per_token == 0 || !f.spans_hosts()) return 1;
  const Count hosts = ceil_div(f.ranks, f.local);
  const Count reached =
      std::min(layer.experts_per_token, ceil_div(layer.groups_per_token * hosts, layer.expert_groups));
  return num(reached) / num(layer.experts_per_token);
}

void expert_parallel(const TrainSetup& s, const TrainConstants& k, const TrainWork& w, TrainTraffic& out) {
  const Layout& l = s.c->layout;
  if (l.ep <= 1) return;
  const Fabric f = group_fabric(*s.c, l.ep, l.tp);
  // As many dispatches as combinations; 8-bit recipes dispatch what they have quantised (DeepSeek-V3 sec. 3.3.3).
  const double there_and_back = (is_eight_bit(s.t->compute) ? 1.0 : 2.0) + 2.0;
  const double passes = 2 + (s.t->checkpointing == Checkpointing::full ? 1.0 : 0.0);
  for (std::size_t i = 0; i < s.m->kinds.size(); ++i) {
    const LayerShape& layer = s.m->kinds[i];
    if (layer.experts == 0) continue;
    const double copies = num(layer.experts_per_token) * w.tokens * num(s.m->hidden) / s.tp;
    const Seconds one = hierarchical_all_to_all(bytes(there_and_back * copies), f, crossing_share(layer, f));
    out.expert += one * (passes * num(s.m->layers_of_kind(i)) / num(l.pp));
  }
  out.exposed += out.expert * (1 - k.expert_overlap);
}

// Full sharding moves weights in every micro-step; stages 0 and 1 reduce once a step, stage 2 in every micro-step.
void data_parallel(const TrainSetup& s, const TrainConstants& k, const TrainCompute& compute, TrainTraffic& out) {
  const Layout& l = s.c->layout;
  if (l.dp * l.cp <= 1) return;
  const Fabric f = shard_fabric(s);
  const Bytes gradients = bytes(reduced_bytes(s));
  const Seconds window = compute.sum() * k.data_overlap;
  constexpr double backward = 0.6;  // share of a micro-step that gradients can hide behind
  if (s.gathered) {
    // One collective a layer: volume once, latency as often as there are layers.
    const double units = std::max(1.0, num(s.m->layers) / num(l.pp));
    out.shards = (hierarchical_all_gather(bytes(gathered_bytes(s) / units), f) * 2.0 +
                  hierarchical_all_gather(bytes(gradients.number() / units), f)) *
                 units;
    out.exposed += max(Seconds(0), out.shards - window);
    out.slowdown += std::min(out.shards, window) * k.overlap_slowdown;
    out.gradients = between_replicas(s, gradients);
    out.gradients_exposed = max(Seconds(0), out.gradients - window * backward);
    return;
  }
  const Seconds scattered = hierarchical_all_gather(gradients, f);
  const Seconds updated = hierarchical_all_gather(bytes(updated_weight_bytes(s)), f);
  if (l.zero == 2) {
    out.shards = scattered;
    out.exposed += max(Seconds(0), scattered - window * backward);
    out.gradients = updated + between_replicas(s, gradients);
    out.gradients_exposed = out.gradients;
  } else {
    out.gradients =
        l.zero == 1 ? scattered + updated + between_replicas(s, gradients) : hierarchical_all_reduce(gradients, f);
    out.gradients_exposed = max(Seconds(0), out.gradients - window * backward);
  }
}

void host_traffic(const TrainSetup& s, TrainTraffic& out) {
  if (!s.c->scenario->hardware || s.c->scenario->hardware->offload != Offload::weights) return;
  const Accelerator& a = s.c->accelerator();
  const double pcie = a.pcie.per_direction.value > 0 ? 0.8 * a.pcie.per_direction.value : 12e9;
  out.host = Seconds(2 * gathered_bytes(s) / s.shards / pcie);
  out.exposed += out.host;
}

}  // namespace

double pipeline_bubble(Count stages, Count micro_batches, Count virtual_stages) {
  return num(stages - 1) / (num(std::max<Count>(1, micro_batches)) * num(std::max<Count>(1, virtual_stages)));
}

double straggler_factor(const Case& c, const TrainConstants& k) {
  constexpr double quiet_hosts = 8;
  const double doublings = std::log2(std::max(1.0, num(c.nodes) / quiet_hosts));
  return 1 + k.contention_per_doubling * doublings;
}

TrainTraffic train_traffic(const TrainSetup& s, const TrainConstants& k, const TrainWork& w,
                           const TrainCompute& compute) {
  TrainTraffic out;
  tensor_parallel(s, k, w, compute, out);
  pipeline_parallel(s, k, w, out);
  context_parallel(s, k, w, compute.attention, out);
  expert_parallel(s, k, w, out);
  data_parallel(s, k, compute, out);
  host_traffic(s, out);
  // While the pipeline fills and drains, stages wait for one another; in between for the slowest.
  out.bubble = w.mean_stage * pipeline_bubble(s.c->layout.pp, s.t->gradient_accumulation, s.c->layout.vp);
  return out;
}

}  // namespace gpusel
