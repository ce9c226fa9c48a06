#include "core/launch/plan_facts.hpp"

#include <algorithm>
#include <cmath>

#include "core/launch/writer.hpp"

namespace gpusel::launch {
namespace {

std::string device_id(const HardwareSpec& h) {
  if (!h.accelerator) return h.accelerators.empty() ? "device" : "mixed devices";
  return id_of(*h.accelerator);
}

void add_model(const Catalog& catalog, const Scenario& s, PlanFacts& f) {
  const Model* model = std::get_if<Model>(&s.model);
  if (const std::string* id = std::get_if<std::string>(&s.model)) {
    f.model = *id;
    model = catalog.model(*id);
  } else {
    f.model = model->id;
  }
  if (f.model.empty()) f.model = "path/to/your/model";
  if (model && model->config.object()) f.config = &model->config;
}

void add_hardware(const Scenario& s, PlanFacts& f) {
  if (!s.hardware) return;
  const HardwareSpec& h = *s.hardware;
  const ParallelSpec& p = h.parallel;
  f.count = h.count;
  for (const DeviceGroup& g : h.accelerators) f.count = (&g == &h.accelerators.front() ? 0 : f.count) + g.count;
  f.nodes = h.nodes.value_or(1);
  f.per_host = std::max<Count>(1, f.count / std::max<Count>(1, f.nodes));
  f.dp = p.dp.value_or(1);
  f.tp = p.tp.value_or(1);
  f.pp = p.pp.value_or(1);
  f.vp = p.vp.value_or(1);
  f.cp = p.cp.value_or(1);
  f.ep = p.ep.value_or(1);
  f.zero = p.zero.value_or(0);
  f.shard = p.shard.value_or(0);
  // Ranks of context parallelism belong to the group: tools multiply them in.
  f.dp_shard = f.shard > 0 ? std::max<Count>(1, f.shard / f.cp) : f.dp;
  f.dp_replicate = f.dp / f.dp_shard;
  f.layer_split = p.layer_split.value_or(1);
  f.offload = h.offload;
  f.plan = text(f.count) + " x " + device_id(h) + " in " + text(f.nodes) + (f.nodes == 1 ? " host" : " hosts");
  const std::pair<const char*, Count> degrees[] = {{"dp", f.dp},
                                                   {"tp", f.tp},
                                                   {"pp", f.pp},
                                                   {"vp", f.vp},
                                                   {"cp", f.cp},
                                                   {"ep", f.ep},
                                                   {"split by layer", f.layer_split}};
  for (const auto& [name, n] : degrees)
    if (n > 1) f.plan += std::string(", ") + name + " " + text(n);
  if (f.zero > 0) f.plan += ", ZeRO " + text(f.zero);
  if (f.shard > 0) f.plan += " within groups of " + text(f.shard);
}

}  // namespace

double PlanFacts::number(const char* key, double otherwise) const {
  const Value* found = config ? config->find(key) : nullptr;
  return found && found->number() ? *found->number() : otherwise;
}

PlanFacts plan_facts(const Catalog& catalog, const Report& report) {
  PlanFacts f;
  const Scenario& s = report.scenario;
  f.s = &s;
  f.t = &s.train;
  f.serve = &s.serve;
  add_model(catalog, s, f);
  add_hardware(s, f);
  if (s.task == Task::train) {
    const WeightFormat w = s.train.weights;
    f.lora = s.train.method == Method::lora;
    f.four_bit = w == WeightFormat::nf4 || w == WeightFormat::fp4;
    f.eight_bit = w == WeightFormat::int8;
    f.global_batch = s.train.micro_batch * s.train.gradient_accumulation * f.dp;
    if (s.train.tokens)
      f.steps = static_cast<Count>(
          std::ceil(*s.train.tokens / static_cast<double>(f.global_batch * s.train.sequence_length)));
  } else {
    f.concurrency = report.serve ? report.serve->concurrency : s.serve.concurrency.value_or(1);
    f.context = s.serve.context_length.value_or(s.serve.input_tokens + s.serve.output_tokens);
  }
  return f;
}

}  // namespace gpusel::launch
