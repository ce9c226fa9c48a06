#include "core/plan/patch.hpp"

#include <string_view>

#include "core/plan/limits.hpp"

namespace gpusel {
namespace {

template <class T>
Value to_value(const T& x) {
  if constexpr (std::is_same_v<T, bool> || std::is_same_v<T, double> || std::is_same_v<T, std::int64_t>) {
    return Value(x);
  } else if constexpr (std::is_same_v<T, std::vector<std::string>>) {
    return Value(Value::Array(x.begin(), x.end()));
  } else if constexpr (std::is_same_v<T, AcceleratorRef>) {
    return Value(id_of(x));
  } else if constexpr (std::is_enum_v<T>) {
    return Value(to_string(x));
  } else {
    return Value(static_cast<double>(x.value));
  }
}
template <class T>
Value to_value(const std::optional<T>& x) {
  return x ? to_value(*x) : Value();  // null removes the field
}

struct Block {
  Value object = Value(Value::Object{});
  template <class T>
  void put(std::string_view key, const T& from, const T& to) {
    if (!(from == to)) object.set(key, to_value(to));
  }
  void put(std::string_view key, const Block& inner) {
    if (!inner.object.object()->empty()) object.set(key, inner.object);
  }
};

Block train_block(const TrainSpec& a, const TrainSpec& b) {
  Block t;
  t.put("method", a.method, b.method);
  t.put("weights", a.weights, b.weights);
  t.put("double_quant", a.double_quant, b.double_quant);
  t.put("compute", a.compute, b.compute);
  t.put("recipe", a.recipe, b.recipe);
  t.put("optimizer", a.optimizer, b.optimizer);
  t.put("micro_batch", a.micro_batch, b.micro_batch);
  t.put("gradient_accumulation", a.gradient_accumulation, b.gradient_accumulation);
  t.put("sequence_length", a.sequence_length, b.sequence_length);
  t.put("checkpointing", a.checkpointing, b.checkpointing);
  t.put("attention", a.attention, b.attention);
  t.put("loss", a.loss, b.loss);
  t.put("kernels", a.kernels, b.kernels);
  t.put("compile", a.compile, b.compile);
  t.put("image_tokens", a.image_tokens, b.image_tokens);
  Block lora;
  lora.put("rank", a.lora.rank, b.lora.rank);
  lora.put("adapters", a.lora.adapters, b.lora.adapters);
  lora.put("dtype", a.lora.dtype, b.lora.dtype);
  t.put("lora", lora);
  return t;
}

Block serve_block(const ServeSpec& a, const ServeSpec& b) {
  Block s;
  s.put("weights", a.weights, b.weights);
  s.put("kv_cache", a.kv_cache, b.kv_cache);
  s.put("engine", a.engine, b.engine);
  if (a.concurrency != b.concurrency) s.object.set("concurrency", b.concurrency ? Value(*b.concurrency) : Value("max"));
  s.put("input_tokens", a.input_tokens, b.input_tokens);
  s.put("output_tokens", a.output_tokens, b.output_tokens);
  s.put("context_length", a.context_length, b.context_length);
  s.put("memory_utilization", a.memory_utilization, b.memory_utilization);
  s.put("cached_tokens", a.cached_tokens, b.cached_tokens);
  s.put("image_tokens", a.image_tokens, b.image_tokens);
  return s;
}

Block layout_block(const ParallelSpec& a, const ParallelSpec& b) {
  Block p;
  p.put("dp", a.dp, b.dp);
  p.put("tp", a.tp, b.tp);
  p.put("pp", a.pp, b.pp);
  p.put("vp", a.vp, b.vp);
  p.put("cp", a.cp, b.cp);
  p.put("ep", a.ep, b.ep);
  p.put("zero", a.zero, b.zero);
  p.put("layer_split", a.layer_split, b.layer_split);
  p.put("shard", a.shard, b.shard);
  return p;
}

Block hardware_block(const HardwareSpec& a, const HardwareSpec& b) {
  Block h, p;
  h.put("accelerator", a.accelerator, b.accelerator);
  h.put("count", a.count, b.count);
  h.put("host_memory_bytes", a.host_memory, b.host_memory);
  h.put("nodes", a.nodes, b.nodes);
  // A layout is one decision: where any degree changes, all of them are given.
  if (!layout_block(a.parallel, b.parallel).object.object()->empty()) p = layout_block({}, b.parallel);
  h.put("parallel", p);
  h.put("offload", a.offload, b.offload);
  h.put("network_bytes_per_second", a.network, b.network);
  h.put("power_limit_watts", a.power_limit, b.power_limit);
  return h;
}

Block goal_block(const GoalSpec& a, const GoalSpec& b) {
  Block g;
  for (const Limit* l : different_limits(a, b)) g.put(l->code, a.*l->member, b.*l->member);
  g.put("vendors", a.vendors, b.vendors);
  g.put("classes", a.classes, b.classes);
  g.put("accelerators", a.accelerators, b.accelerators);
  g.put("max_count", a.max_count, b.max_count);
  return g;
}

}  // namespace

Value merge_diff(const Scenario& from, const Scenario& to) {
  Block patch;
  patch.put(to_string(to.task),
            to.task == Task::train ? train_block(from.train, to.train) : serve_block(from.serve, to.serve));
  if (to.hardware) patch.put("hardware", hardware_block(from.hardware.value_or(HardwareSpec{}), *to.hardware));
  patch.put("goal", goal_block(from.goal, to.goal));
  return patch.object;
}

}  // namespace gpusel
