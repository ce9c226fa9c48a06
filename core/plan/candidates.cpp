#include "core/plan/candidates.hpp"

#include <algorithm>

#include "core/domain/formats.hpp"
#include "core/memory/memory.hpp"
#include "core/plan/engine_choice.hpp"
#include "core/plan/hardware.hpp"
#include "core/plan/reach.hpp"
#include "core/plan/validate.hpp"

namespace gpusel {
namespace {

constexpr Count most_in_one_host = 8;

bool named_in_hardware(const Question& q, const Accelerator& a) {
  const auto& hardware = q.scenario.hardware;
  if (!hardware) return true;
  auto is = [&](const AcceleratorRef& ref) {
    return std::holds_alternative<std::string>(ref) && *std::get_if<std::string>(&ref) == a.id;
  };
  if (hardware->accelerator) return is(*hardware->accelerator);
  if (hardware->accelerators.empty()) return true;
  return std::any_of(hardware->accelerators.begin(), hardware->accelerators.end(),
                     [&](const DeviceGroup& g) { return is(g.accelerator); });
}

bool may_count(const Question& q, Count n) {
  if (n > q.scenario.goal.max_count) return false;
  if (!q.scenario.hardware) return true;
  const ParallelSpec& p = q.scenario.hardware->parallel;
  return n % (p.tp.value_or(1) * p.pp.value_or(1) * p.cp.value_or(1) * p.dp.value_or(1) * p.layer_split.value_or(1)) ==
         0;
}

// One device's count is fixed by the scenario where it is more than the default of one.
std::optional<Count> fixed_count(const Question& q) {
  if (q.scenario.hardware && q.scenario.hardware->count > 1) return q.scenario.hardware->count;
  return std::nullopt;
}

Unsupported no_dtype(const Accelerator& a, std::string_view dtype, std::optional<Scenario> fix) {
  return {"dtype",
          a.name + " has no " + std::string(dtype) + " matrix units.",
          {{"device", a.name}, {"dtype", std::string(dtype)}},
          std::move(fix)};
}

std::optional<Unsupported> train_unsupported(const Question& q, const Accelerator& a) {
  const TrainSpec& t = q.scenario.train;
  if (a.cls == DeviceClass::inference_asic || a.on_chip() || a.vendor == "Hailo")
    return Unsupported{"task-unsupported",
                       a.name + " is listed for inference: no training framework of this planner runs on it.",
                       {{"device", a.name}, {"task", "train"}},
                       std::nullopt};
  if (has_bitsandbytes_weights(t) && !has_bitsandbytes(a)) {
    Scenario fix = q.scenario;
    fix.train.weights = WeightFormat::bf16;
    const std::string format(to_string(t.weights));
    return Unsupported{"dtype",
                       "bitsandbytes, which " + format + " training needs, does not run on " + a.vendor + " devices.",
                       {{"device", a.name}, {"dtype", format}},
                       fix};
  }
  if (t.compute == Compute::bf16 && a.peak.bf16.value <= 0 && a.peak.fp16.value > 0 && a.vendor == "NVIDIA") {
    Scenario fix = q.scenario;
    fix.train.compute = Compute::fp16;
    if (fix.train.weights == WeightFormat::bf16) fix.train.weights = WeightFormat::fp16;
    return no_dtype(a, "bf16", fix);
  }
  const bool wants_fp8 = is_eight_bit(t.compute);
  if ((wants_fp8 && a.peak.fp8.value <= 0) || (t.compute == Compute::nvfp4 && a.peak.fp4.value <= 0)) {
    Scenario fix = q.scenario;
    fix.train.compute = Compute::bf16;
    return no_dtype(a, to_string(t.compute), fix);
  }
  return std::nullopt;
}

std::optional<Unsupported> serve_unsupported(const Question& q, const Accelerator& a) {
  const ServeSpec& s = q.scenario.serve;
  const bool server = s.engine == Engine::vllm || s.engine == Engine::sglang || s.engine == Engine::tensorrt_llm ||
                      s.engine == Engine::lmdeploy;
  if (server && s.weights == WeightFormat::bf16 && a.vendor == "NVIDIA" && a.peak.bf16.value <= 0 &&
      a.peak.fp16.value > 0) {
    Scenario fix = q.scenario;
    fix.serve.weights = WeightFormat::fp16;
    fix.serve.kv_cache = KvFormat::fp16;
    return no_dtype(a, "bf16", fix);
  }
  return std::nullopt;
}

}  // namespace

std::vector<const Accelerator*> admitted(const Catalog& catalog, const Question& q) {
  const GoalSpec& goal = q.scenario.goal;
  std::vector<const Accelerator*> out;
  for (const Accelerator& a : catalog.accelerators)
    if (among(goal.vendors, a.vendor) && among(goal.classes, to_string(a.cls)) && among(goal.accelerators, a.id) &&
        named_in_hardware(q, a))
      out.push_back(&a);
  for (const Accelerator& a : q.inline_accelerators) out.push_back(&a);
  return out;
}

std::vector<Count> host_counts(const Catalog& catalog, const Question& q, const Accelerator& a) {
  std::vector<Count> out;
  if (const std::optional<Count> n = fixed_count(q)) return {*n};
  const Count least = std::max(1, a.minimum_count);
  if (least > 1) {  // a minimum system: it, and a few of them
    for (Count n : {least, 2 * least, 4 * least})
      if (may_count(q, n)) out.push_back(n);
    return out;
  }
  const HostShape* host = host_of(catalog, a);
  std::vector<int> sizes = host && !host->counts.empty() ? host->counts : std::vector<int>{1};
  std::sort(sizes.begin(), sizes.end());
  for (int n : sizes)
    if (n <= most_in_one_host && may_count(q, n)) out.push_back(n);
  // Hosts that only come whole and larger (racks) still start with one.
  if (out.empty() && !sizes.empty() && may_count(q, sizes.front())) out.push_back(sizes.front());
  return out;
}

std::vector<Count> cluster_counts(const Catalog& catalog, const Question& q, const Accelerator& a) {
  if (fixed_count(q)) return {};
  const HostShape* host = host_of(catalog, a);
  // Cards of desks and workstations are put together across hosts by those who name them.
  const bool named = !q.scenario.goal.accelerators.empty();
  const bool card = a.cls == DeviceClass::consumer || a.cls == DeviceClass::workstation;
  const bool clustered = a.cls == DeviceClass::datacenter || a.cls == DeviceClass::tpu ||
                         a.cls == DeviceClass::inference_asic || (named && card);
  if (!clustered || (!host && a.minimum_count <= 1)) return {};
  const Count unit = std::max<Count>(a.minimum_count, std::min<Count>(largest_count(host), most_in_one_host));
  std::vector<Count> out;
  for (Count hosts :
       {2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 2048, 4096, 8192, 12500})
    if (may_count(q, unit * hosts)) out.push_back(unit * hosts);
  return out;
}

Question question_for(const Catalog& catalog, const Question& q, const Accelerator& a) {
  Question out = q;
  HardwareSpec hardware = q.scenario.hardware.value_or(HardwareSpec{});
  hardware.accelerators.clear();
  if (a.from_catalogue) hardware.accelerator = a.id;
  if (!a.from_catalogue) hardware.accelerator = a;
  out.scenario.hardware = std::move(hardware);
  replace_engine(catalog, out, a);
  if (out.scenario.task == Task::serve && !out.scenario.serve.engine) {
    settle_engine(catalog, out, a);
    note_format(out);
  }
  return out;
}

std::optional<Unsupported> unsupported(const Question& q, const Accelerator& a) {
  if (q.scenario.goal.acquire == Acquire::buy && a.hosted_only)
    return Unsupported{"hosted-only", not_sold(a), {{"device", a.name}}, std::nullopt};
  return q.scenario.task == Task::train ? train_unsupported(q, a) : serve_unsupported(q, a);
}

Bytes least_bytes(const Question& q) {
  // llama.cpp leaves the embedding on the host: up to 40 % of a small model.
  if (q.scenario.task == Task::serve) return weight_bytes(q.shape, q.scenario.serve.weights) * 6 / 10;
  const TrainSpec& t = q.scenario.train;
  const bool offloaded = q.scenario.hardware && q.scenario.hardware->offload != Offload::none;
  if (offloaded) return Bytes(0);
  if (t.method == Method::lora) return weight_bytes(q.shape, t.weights) * 9 / 10;
  double per_parameter = 4;  // weights and gradients, 16 bit
  if (t.recipe && *t.recipe != Recipe::pure) per_parameter = 8;
  const bool adam = t.optimizer == Optimizer::adamw;
  if (adam) per_parameter += t.recipe && *t.recipe != Recipe::pure ? 8 : 3;
  return bytes(per_parameter * static_cast<double>(q.shape.parameters));
}

double most_tokens_per_second(const Question& q, const Accelerator& a) {
  const double peak = std::max({a.peak.bf16.value, a.peak.fp16.value, a.peak.fp16_fp16acc.value, a.peak.fp8.value,
                                a.peak.fp4.value, a.peak.tf32.value, a.peak.fp32.value});
  return peak / (2 * q.shape.matmul_parameters);
}

}  // namespace gpusel
