#include "core/plan/changes.hpp"

#include <algorithm>

#include "core/domain/formats.hpp"
#include "core/domain/order.hpp"
#include "core/plan/hardware.hpp"
#include "core/plan/reach.hpp"

namespace gpusel {
namespace {

struct List {
  const Scenario& from;
  std::vector<Change> out;

  template <class Edit>
  void add(const char* code, Burden burden, std::string why, Edit edit,
           std::vector<std::pair<std::string, std::string>> args = {}) {
    Change c{code, burden, std::move(args), std::move(why), from};
    edit(c.scenario);
    if (!(c.scenario == from)) out.push_back(std::move(c));
  }
};

std::string text(Count n) { return std::to_string(n); }

void activation_changes(List& list, const TrainSpec& t) {
  if (t.loss == Loss::full || t.loss == Loss::in_place)
    list.add("loss-fused", Burden::free, "A fused loss never holds the logits of the whole batch.",
             [](Scenario& s) { s.train.loss = Loss::fused; });
  if (t.loss == Loss::full)
    list.add("loss-chunked", Burden::free,
             "A chunked loss holds the logits' float copies for a part of the batch only.",
             [](Scenario& s) { s.train.loss = Loss::chunked; });
  if (t.attention == Attention::eager)
    list.add("attention-flash", Burden::free, "Flash attention never writes the scores to memory.",
             [](Scenario& s) { s.train.attention = Attention::flash; });
  if (t.checkpointing != Checkpointing::full)
    list.add("checkpointing-full", Burden::time, "Recomputing each layer in backward keeps only its input.",
             [](Scenario& s) { s.train.checkpointing = Checkpointing::full; });
  if (t.micro_batch > 1) {
    list.add("micro-batch-smaller", Burden::free,
             "Half the sequences at a time with twice the accumulation is the same step.", [](Scenario& s) {
               s.train.gradient_accumulation *=
                   (s.train.micro_batch + s.train.micro_batch / 2 - 1) / (s.train.micro_batch / 2);
               s.train.micro_batch /= 2;
             });
    if (t.micro_batch > 2)
      list.add("micro-batch-one", Burden::time, "One sequence at a time, the rest by accumulation, is the same step.",
               [](Scenario& s) {
                 s.train.gradient_accumulation *= s.train.micro_batch;
                 s.train.micro_batch = 1;
               });
  }
}

// What the framework and the devices have, so that no change asks for more.
struct Means {
  const FrameworkReach& reach;
  bool bitsandbytes = true;
};

Means means_of(const Catalog& catalog, const Question& q, const Scenario& from) {
  const FrameworkReach& reach = catalog.framework(from.train.framework).reach;
  const std::vector<Device> devices = devices_for(catalog, q, from);
  return {reach, reach.kbit && std::all_of(devices.begin(), devices.end(),
                                           [](const Device& d) { return has_bitsandbytes(*d.accelerator); })};
}

void bitsandbytes_changes(List& list, const TrainSpec& t, const ModelShape& shape) {
  const bool adam = t.optimizer == Optimizer::adamw || t.optimizer == Optimizer::paged_adamw;
  if (adam && t.method == Method::full)
    list.add("optimizer-8bit", Burden::numerics, "8-bit AdamW keeps two states of one byte instead of two or four.",
             [](Scenario& s) { s.train.optimizer = Optimizer::adamw_8bit; });
  if (t.optimizer == Optimizer::adamw || t.optimizer == Optimizer::adamw_8bit)
    list.add("optimizer-paged", Burden::time, "Paged states move to host memory when the device is short of it.",
             [](Scenario& s) {
               s.train.optimizer =
                   s.train.optimizer == Optimizer::adamw ? Optimizer::paged_adamw : Optimizer::paged_adamw_8bit;
             });
  if (t.method == Method::lora && !is_quantised(t.weights) && shape.linear_parameters > 0)
    list.add("qlora", Burden::task, "A 4-bit base (NF4) takes 0.52 bytes a weight instead of 2.", [](Scenario& s) {
      s.train.weights = WeightFormat::nf4;
      s.train.double_quant = true;
    });
}

void state_changes(List& list, const TrainSpec& t, const ModelShape& shape, const Means& means) {
  if (means.bitsandbytes) bitsandbytes_changes(list, t, shape);
  if (t.method == Method::full && means.reach.adapters)
    list.add("lora", Burden::task,
             "Adapters train a percent of the parameters; the base needs no gradients and no states.", [](Scenario& s) {
               s.train.method = Method::lora;
               if (s.train.weights == WeightFormat::fp32) s.train.weights = WeightFormat::bf16;
               s.train.recipe = Recipe::amp;
             });
  if (t.method == Method::full && t.recipe && *t.recipe != Recipe::pure && holds(means.reach, Recipe::pure))
    list.add("recipe-pure", Burden::numerics, "Pure 16-bit training keeps no fp32 copy of weights and states.",
             [](Scenario& s) {
               s.train.recipe = Recipe::pure;
               s.train.weights = WeightFormat::bf16;
             });
  if (t.method == Method::lora && t.lora.adapters > 1)
    list.add("fewer-adapters", Burden::task, "Each adapter trained side by side has its own gradients and states.",
             [](Scenario& s) { s.train.lora.adapters = 1; });
}

void speed_changes(List& list, const TrainSpec& t) {
  if (t.checkpointing == Checkpointing::full) {
    list.add("checkpointing-none", Burden::free, "Without recomputation a step computes a quarter less.",
             [](Scenario& s) { s.train.checkpointing = Checkpointing::none; });
    list.add("checkpointing-selective", Burden::free,
             "Selective recomputation keeps matrix products and recomputes the rest.",
             [](Scenario& s) { s.train.checkpointing = Checkpointing::selective; });
  }
  if (t.gradient_accumulation > 1)
    list.add("micro-batch-larger", Burden::free, "Larger products fill the device better; the step stays the same.",
             [](Scenario& s) {
               const Count factor = s.train.gradient_accumulation % 2 == 0 ? 2 : s.train.gradient_accumulation;
               s.train.micro_batch *= factor;
               s.train.gradient_accumulation /= factor;
             });
  if (t.gradient_accumulation == 1)
    list.add("micro-batch-double", Burden::task,
             "Twice the sequences a step fill the device better (the learning rate may need to follow).",
             [](Scenario& s) { s.train.micro_batch *= 2; });
  if (t.kernels == Kernels::stock)
    list.add("kernels-fused", Burden::free, "Fused norms, rotary and MLP kernels move half the bytes.",
             [](Scenario& s) { s.train.kernels = Kernels::fused; });
}

void offload_changes(List& list, const Scenario& s) {
  if (s.hardware && s.hardware->offload != Offload::none) return;
  if (s.train.method == Method::full)
    list.add("offload-optimizer", Burden::offload, "Optimizer states move to host memory and are updated there.",
             [](Scenario& c) { c.hardware->offload = Offload::optimizer; });
  list.add("offload-weights", Burden::offload, "Weights stream from host memory layer by layer.",
           [](Scenario& c) { c.hardware->offload = Offload::weights; });
}

void layout_changes(List& list) {
  if (list.from.hardware->parallel == ParallelSpec{} || list.from.hardware->count == 1) return;
  list.add("layout-best", Burden::free, "The planner's own layout for these devices.",
           [](Scenario& c) { c.hardware->parallel = {}; });
}

void train_changes(List& list, const Question& q, const Means& means, const Report& report) {
  activation_changes(list, list.from.train);
  state_changes(list, list.from.train, q.shape, means);
  if (report.fits != Fits::no) speed_changes(list, list.from.train);
  if (report.fits == Fits::no) offload_changes(list, list.from);
}

void weight_format_changes(List& list, const ServeSpec& s) {
  const bool llama = s.engine == Engine::llama_cpp;
  const double bits = bits_per_weight(s.weights);
  auto to = [&](const char* code, WeightFormat f, const char* why) {
    if (bits > bits_per_weight(f) + 0.2)
      list.add(code, Burden::task, why, [f](Scenario& c) { c.serve.weights = f; },
               {{"weights", std::string(to_string(f))}});
  };
  if (llama) {
    to("weights-8bit", WeightFormat::q8_0, "8-bit weights take half the memory of 16-bit ones.");
    to("weights-4bit", WeightFormat::q4_k_m, "4-bit weights take 0.6 bytes each.");
    to("weights-3bit", WeightFormat::q3_k_m, "3-bit weights take 0.5 bytes each, at a visible loss of quality.");
  } else {
    to("weights-8bit", WeightFormat::fp8, "8-bit weights take half the memory of 16-bit ones.");
    to("weights-4bit", WeightFormat::awq_int4, "4-bit weights take 0.52 bytes each.");
  }
}

void serve_changes(List& list, const Report& report) {
  const ServeSpec& s = list.from.serve;
  if (s.kv_cache && kv_bits(*s.kv_cache) >= 16)
    list.add("kv-8bit", Burden::numerics, "An 8-bit cache holds twice the tokens.",
             [&](Scenario& c) { c.serve.kv_cache = s.engine == Engine::llama_cpp ? KvFormat::q8_0 : KvFormat::fp8; });
  weight_format_changes(list, s);
  if (report.fits != Fits::no) return;
  if (s.concurrency && *s.concurrency > 1)
    list.add("fewer-requests", Burden::task, "Each request in flight holds its own cache.",
             [](Scenario& c) { c.serve.concurrency = *c.serve.concurrency / 2; });
  if (s.context_length && *s.context_length > s.input_tokens + s.output_tokens)
    list.add("context-shorter", Burden::free,
             "The cache is reserved for the whole context; input and output need less.",
             [](Scenario& c) { c.serve.context_length = c.serve.input_tokens + c.serve.output_tokens; });
}

// Chips of SRAM hold a model together, evenly: as many as its high end asks for, in the smallest systems that are sold.
Count chips_that_hold(const Accelerator& a, const Report& report, Count now) {
  const Count all = report.memory.need.high.value * now;
  const Count chips = ceil_div(all, std::max<Count>(1, a.usable.value));
  return ceil_div(chips, a.minimum_count) * a.minimum_count;
}

void add_devices(List& list, const Catalog& catalog, const std::vector<Device>& devices, const Report& report) {
  const Accelerator& a = *devices.front().accelerator;
  if (a.on_chip() && report.fits == Fits::no) {
    const Count n = chips_that_hold(a, report, list.from.hardware->count);
    list.add("more-devices", Burden::hardware, "More devices share weights, states or requests.",
             [n](Scenario& c) { c.hardware->count = n; }, {{"count", text(n)}});
    return;
  }
  const Count largest = std::max(largest_count(host_of(catalog, a)), 1);
  const Count now = list.from.hardware->count;
  for (Count n : {now * 2, now * 4, now * 8}) {
    if (n > largest && n % largest != 0) continue;
    list.add("more-devices", Burden::hardware, "More devices share weights, states or requests.",
             [n](Scenario& c) { c.hardware->count = n; }, {{"count", text(n)}});
  }
}

// One device a memory size (sizes within 3 % are one): the fastest of it, the next three sizes up.
void add_bigger(List& list, const Catalog& catalog, const Accelerator& now) {
  std::vector<const Accelerator*> bigger;
  for (const Accelerator& a : catalog.accelerators)
    if (a.usable > now.usable && a.vendor == now.vendor && !a.hosted_only && a.status == "shipping" &&
        a.cls == now.cls && a.supports_bf16 >= now.supports_bf16 && a.peak.fp16.value >= 0.7 * now.peak.fp16.value)
      bigger.push_back(&a);
  sort_stably(bigger.begin(), bigger.end(),
              [](const Accelerator* x, const Accelerator* y) { return x->usable < y->usable; });
  constexpr double same_size = 1.03;
  constexpr int most = 3;
  int taken = 0;
  for (auto first = bigger.begin(); first != bigger.end() && taken < most; ++taken) {
    const double least = (*first)->usable.number();
    const auto last =
        std::find_if(first, bigger.end(), [&](const Accelerator* a) { return a->usable.number() > least * same_size; });
    const Accelerator* a = *std::max_element(first, last, [](const Accelerator* x, const Accelerator* y) {
      return x->peak.fp16 != y->peak.fp16 ? x->peak.fp16 < y->peak.fp16 : x->bandwidth < y->bandwidth;
    });
    list.add("bigger-device", Burden::hardware, a->name + " has more memory.",
             [a](Scenario& c) { c.hardware->accelerator = a->id; }, {{"accelerator", a->id}, {"name", a->name}});
    first = last;
  }
}

}  // namespace

std::vector<Change> setting_changes(const Catalog& catalog, const Question& q, const Report& report) {
  Scenario from = q.scenario;
  if (!from.hardware) from.hardware = HardwareSpec{};
  List list{from, {}};
  layout_changes(list);
  if (from.task == Task::train) {
    train_changes(list, q, means_of(catalog, q, from), report);
  } else {
    serve_changes(list, report);
  }
  return std::move(list.out);
}

std::vector<Change> hardware_changes(const Catalog& catalog, const Question& q, const Report& report) {
  if (!q.scenario.hardware || !q.scenario.hardware->accelerators.empty()) return {};
  const std::vector<Device> devices = devices_for(catalog, q, q.scenario);
  if (devices.empty()) return {};
  // Another number of devices is another layout: what the scenario fixed for this number does not bind there.
  Scenario from = q.scenario;
  List list{from, {}};
  add_devices(list, catalog, devices, report);
  add_bigger(list, catalog, *devices.front().accelerator);
  for (Change& c : list.out) {
    c.scenario.hardware->parallel = {};
    c.scenario.hardware->nodes.reset();
    c.scenario.hardware->power_limit.reset();
  }
  return std::move(list.out);
}

std::vector<Device> devices_for(const Catalog& catalog, const Question& q, const Scenario& scenario) {
  if (!scenario.hardware || !scenario.hardware->accelerator) return {};
  if (!q.inline_accelerators.empty() && std::holds_alternative<Accelerator>(*scenario.hardware->accelerator))
    return {{&q.inline_accelerators.front(), scenario.hardware->count}};
  const Accelerator* a = catalog.accelerator(*std::get_if<std::string>(&*scenario.hardware->accelerator));
  if (!a) return {};
  return {{a, scenario.hardware->count}};
}

}  // namespace gpusel
