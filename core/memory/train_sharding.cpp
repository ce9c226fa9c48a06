#include "core/memory/train_sharding.hpp"

#include <algorithm>

namespace gpusel {
namespace {

constexpr double zero3_max_live_parameters = 1e9;  // stage3_max_live_parameters
constexpr double zero3_prefetch_parameters = 5e7;  // stage3_prefetch_bucket_size
constexpr double zero_bucket_elements = 5e8;       // reduce_bucket_size

double in_flight(const Layout& l, Count stage, Count micro_batches) {
  const Count n = std::min(l.pp - stage, std::max<Count>(micro_batches, 1));
  double f = static_cast<double>(n);
  if (l.vp > 1 && l.pp > 1) f *= 1.0 + static_cast<double>(l.pp - 1) / static_cast<double>(l.pp * l.vp);
  return f;
}

void set_device(TrainStage& stage, const Accelerator& a) {
  stage.accelerator = &a;
  stage.capacity = a.memory;
  stage.usable = a.usable;
}

const Accelerator& smallest(const Case& c) {
  const Device* best = &c.devices.front();
  for (const Device& d : c.devices)
    if (d.accelerator->usable < best->accelerator->usable) best = &d;
  return *best->accelerator;
}

// Unequal devices take layers in proportion to their memory.
std::vector<TrainStage> layer_split_stages(const TrainSetup& s, std::size_t layers) {
  std::vector<const Accelerator*> devices;
  for (const Device& d : s.c->devices)
    for (Count i = 0; i < d.count && static_cast<Count>(devices.size()) < s.c->layout.layer_split; ++i)
      devices.push_back(d.accelerator);
  double total = 0;
  for (const Accelerator* a : devices) total += a->usable.number();
  std::vector<TrainStage> stages(devices.size());
  double before = 0;
  for (std::size_t i = 0; i < devices.size(); ++i) {
    const double share = total > 0 ? devices[i]->usable.number() : 1.0;
    stages[i].begin = i == 0 ? 0 : stages[i - 1].end;
    before += share;
    stages[i].end =
        i + 1 == devices.size()
            ? layers
            : static_cast<std::size_t>(std::llround(static_cast<double>(layers) * before / std::max(total, 1.0)));
    stages[i].first = i == 0;
    stages[i].last = i + 1 == devices.size();
    set_device(stages[i], *devices[i]);
  }
  return stages;
}

}  // namespace

std::vector<TrainStage> train_stages(const TrainSetup& s, std::size_t layers) {
  const Layout& l = s.c->layout;
  if (l.layer_split > 1) return layer_split_stages(s, layers);
  const std::size_t p = static_cast<std::size_t>(std::max<Count>(l.pp, 1));
  std::vector<TrainStage> stages;
  for (std::size_t i = 0; i < p; i += std::max<std::size_t>(p - 1, 1)) {
    TrainStage stage;
    const std::size_t share = layers / p, extra = layers % p;
    stage.begin = i * share + std::min(i, extra);
    stage.end = stage.begin + share + (i < extra ? 1 : 0);
    stage.first = i == 0;
    stage.last = i + 1 == p;
    stage.in_flight = in_flight(l, static_cast<Count>(i), s.t->gradient_accumulation);
    set_device(stage, smallest(*s.c));
    stages.push_back(stage);
  }
  return stages;
}

Gathered gathered_bytes(const TrainSetup& s, const LayerStack& plan, const TrainStage& stage, const TensorBytes& input,
                        const TensorBytes& output) {
  Gathered g;
  if (!s.gathered) return g;
  double largest = 0, all = 0, elements = 0, largest_trained = 0;
  for (std::size_t i = stage.begin; i < stage.end; ++i) {
    const TensorBytes& t = plan.kinds[plan.order[i]].tensors;
    largest = std::max(largest, t.gathered);
    largest_trained = std::max(largest_trained, t.trainable.total());
    all += t.gathered;
    elements += t.unit_elements;
  }
  const double in = stage.first ? input.gathered : 0, out = stage.last ? output.gathered : 0;
  const double reduce_bytes = s.t->recipe == Recipe::megatron ? 4 : 2;
  g.gradient = s.lora ? 0 : largest_trained * reduce_bytes;
  switch (s.f->fsdp_generation) {
    case 0: {  // up to a number of live parameters, whatever the units
      const double model = elements + input.unit_elements + output.unit_elements;
      const double live =
          std::min(model, zero3_max_live_parameters / s.tp) + std::min(model, zero3_prefetch_parameters);
      g.loss = g.backward = live * (model > 0 ? (all + in + out) / model : 2);
      break;
    }
    case 1:  // the root unit (embedding, head, final norm) stays gathered; in backward the next layer is prefetched
      g.loss = in + out;
      g.backward = in + out + 2 * largest;
      if (s.lora && s.f->gathers_whole_model)
        g.loss = g.backward = in + out + all + 2 * largest;  // 2 units: fitted on litgpt's rows
      break;
    case 3:
      g.loss = std::max(out > 0 ? out : in, largest);
      g.backward = largest;
      break;
    default:  // only what is in use
      g.loss = largest + std::max(in, out);
      g.backward = 2 * largest;
  }
  return g;
}

double bucket_bytes(const TrainSetup& s, double gradient_bytes) {
  if (s.shards <= 1 || gradient_bytes <= 0) return 0;
  const Recipe recipe = s.t->recipe.value_or(s.lora ? Recipe::amp : Recipe::pure);
  if (recipe == Recipe::megatron) return 0;  // reduced in place
  const double bucket = 2 * zero_bucket_elements;
  if (s.zero() == 2) return std::min(bucket, gradient_bytes);  // reduce bucket
  // DistributedDataParallel copies gradients into buckets unless they are views of them (gradient_as_bucket_view).
  if (s.zero() == 0 && recipe != Recipe::deepspeed) return gradient_bytes;
  return 0;
}

double context_parallel_bytes(const TrainSetup& s) {
  if (s.c->layout.cp <= 1) return 0;
  double widest = 0;  // ring attention holds the neighbour's keys and values, and receives the next ones
  for (const LayerShape& layer : s.m->kinds)
    widest = std::max(
        widest, static_cast<double>(layer.kv_heads *
                                    (layer.head_dim + (layer.v_head_dim > 0 ? layer.v_head_dim : layer.head_dim))));
  return 2 * s.width * widest / s.tp * s.tokens;
}

double expert_dispatch_bytes(const TrainSetup& s) {
  if (s.ep <= 1) return 0;
  double k = 0;
  for (const LayerShape& layer : s.m->kinds) k = std::max(k, static_cast<double>(layer.experts_per_token));
  return 2 * k * s.tokens * s.width *
         static_cast<double>(s.m->hidden);  // sent and received copies of the routed tokens
}

}  // namespace gpusel
