// Serving memory and the number of requests that fit: both from the same ServeSetup. Need (weights, cache of the stated
// requests, buffers) decides `fits`; occupancy (a pre-allocated pool) decides what the driver's tool shows.
// estimation.md sec. 5.2, 5.3.
#include <algorithm>

#include "core/memory/memory.hpp"
#include "core/memory/serve_setup.hpp"
#include "core/memory/serve_why.hpp"

namespace gpusel {
namespace {

constexpr Count most_requests = Count{1} << 22;

bool all_fit(const ServeSetup& s, Count requests) {
  for (const Stage& stage : s.stages)
    if (stage_demand(s, stage_need(s, stage, requests)) > stage.budget) return false;
  return true;
}

constexpr double host_share = 0.9;  // the rest is the system's and the engine's own

// What the hosts lack for what is offloaded, all of them together.
double hosts_short(const Case& c, const ServeSetup& s, Count requests) {
  if (!s.offload || c.host_memory.value <= 0) return 0;
  double host = 0;
  for (const Stage& stage : s.stages) host += stage_need(s, stage, requests).offloaded + stage.host;
  const double devices_a_stage = static_cast<double>(c.count) / static_cast<double>(s.stages.size());
  const double hosts = static_cast<double>(std::max<Count>(1, c.nodes));
  return std::max(0.0, host * devices_a_stage - host_share * c.host_memory.number() * hosts);
}

bool host_holds(const Case& c, const ServeSetup& s, Count requests) { return hosts_short(c, s, requests) <= 0; }

// The most requests of one replica; the need grows with them, so halving finds the edge.
Count requests_that_fit(const Case& c, const ServeSetup& s) {
  const auto fit = [&](Count n) { return all_fit(s, n) && host_holds(c, s, n); };
  if (!fit(1)) return 0;
  Count yes = 1, no = 2;
  while (no < most_requests && fit(no)) yes = no, no *= 2;
  if (no >= most_requests) return most_requests;
  while (no - yes > 1) {
    const Count middle = yes + (no - yes) / 2;
    (fit(middle) ? yes : no) = middle;
  }
  return yes;
}

Count requests_a_replica(const ServeSetup& s, Count concurrency) {
  return ceil_div(std::max<Count>(0, concurrency), s.replicas);
}

PartsBytes parts_of(const StageNeed& n) {
  PartsBytes p;
  p[Part::weights] = bytes(n.weights);
  p[Part::kv_cache] = bytes(n.cache);
  p[Part::activations] = bytes(n.activations);
  p[Part::logits] = bytes(n.logits);
  p[Part::workspace] = bytes(n.workspace);
  p[Part::communication] = bytes(n.communication);
  return p;
}

void fill_moments(MemoryReport& r) {
  MomentBytes load{Moment::load, {}}, prefill{Moment::prefill, r.parts}, serving{Moment::serving, r.parts};
  load.parts[Part::weights] = r.parts[Part::weights];
  serving.parts[Part::activations] = Bytes(0);
  r.moments = {load, prefill, serving};
  r.peak = Moment::prefill;
}

Spread memory_spread(const Case& c, std::string_view quantity) {
  return c.catalog->calibration.interval(quantity, {to_string(c.engine().id), "serve"});
}

Quantity<Bytes> at_least(Quantity<Bytes> q, const Quantity<Bytes>& floor) {
  return {max(q.estimate, floor.estimate), max(q.low, floor.low), max(q.high, floor.high)};
}

// allocated <= reserved <= device; a preallocating engine's pool reaches its budget whatever is needed.
void fill_levels(const Case& c, const ServeSetup& s, const Stage& stage, const StageNeed& need, MemoryReport& r) {
  const double live = r.parts.total().number();
  r.allocated = spread(bytes(live), memory_spread(c, "serve.memory.allocated_bytes"));
  const double context = s.engine.fixed_overhead_bytes;
  double held = live;
  if (s.engine.grows_by_concatenation) held += need.cache;  // freed blocks are always too small for the next step
  if (r.preallocated) held = std::max(live, stage.budget - context);
  const Spread device_spread =
      memory_spread(c, r.preallocated ? "serve.memory.occupied_bytes" : "serve.memory.device_bytes");
  r.reserved = at_least(spread(bytes(held), device_spread), r.allocated);
  r.device = at_least(spread(bytes(held + context), device_spread), r.reserved);
  const double high = context + live * memory_spread(c, "serve.memory.allocated_bytes").high;
  const double low = context + live * memory_spread(c, "serve.memory.allocated_bytes").low;
  r.need = {bytes(context + live), bytes(low), bytes(high)};
  if (r.need.estimate <= r.usable) {  // the driver never shows more than there is
    r.reserved = {r.reserved.estimate, r.reserved.low, max(r.reserved.estimate, min(r.reserved.high, r.usable))};
    r.device = {min(r.device.estimate, r.usable), min(r.device.low, r.usable), min(r.device.high, r.usable)};
    r.reserved = {min(r.reserved.estimate, r.device.estimate), min(r.reserved.low, r.device.low),
                  min(r.reserved.high, r.device.high)};
    r.allocated = {min(r.allocated.estimate, r.reserved.estimate), min(r.allocated.low, r.reserved.low),
                   min(r.allocated.high, r.reserved.high)};
  }
}

// A paging engine that replaces each request as it ends holds them at all lengths between prompt and end: the mean has
// to fit, the whole length of all at once only in a burst (published runs hold such batches: ml-energy v3, vLLM).
bool fits_at_mean_length(const Case& c, ServeSetup s, Count requests) {
  const ServeSpec& serve = c.serve();
  if (!s.engine.preallocates || serve.engine == Engine::tensorrt_llm || serve.arrival.kind == Arrival::Kind::burst)
    return false;
  s.context = std::min(s.context, serve.input_tokens + ceil_div(serve.output_tokens, 2));
  return all_fit(s, requests) && host_holds(c, s, requests);
}

Fits fits_of(const Case& c, const ServeSetup& s, Count requests) {
  if (requests < 1) return Fits::no;
  if (!all_fit(s, requests) || !host_holds(c, s, requests))
    return fits_at_mean_length(c, s, requests) ? Fits::tight : Fits::no;
  for (const Stage& stage : s.stages) {
    const StageNeed n = stage_need(s, stage, requests);
    const double over = memory_spread(c, "serve.memory.allocated_bytes").high;
    // Spilling weights to the host is how offload fits: only what cannot move counts.
    const double live = s.offload ? n.total() - std::max(0.0, stage.movable - n.offloaded) : n.total();
    if (live * over + s.engine.fixed_overhead_bytes > stage.device->usable.number()) return Fits::tight;
  }
  return Fits::yes;
}

}  // namespace

MemoryReport serve_memory(const Case& c, Count concurrency) { return serve_memory(c, serve_setup(c), concurrency); }

MemoryReport serve_memory(const Case& c, const ServeSetup& s, Count concurrency) {
  const Count requests = requests_a_replica(s, concurrency);
  const Stage& stage = fullest_stage(s, requests);
  const StageNeed need = stage_need(s, stage, requests);
  MemoryReport r;
  r.capacity = stage.device->memory;
  r.usable = stage.device->usable;
  r.preallocated = s.engine.preallocates && !s.sram;
  r.parts = parts_of(need);
  fill_moments(r);
  fill_levels(c, s, stage, need, r);
  double host = 0;
  for (const Stage& one : s.stages) host += stage_need(s, one, requests).offloaded + one.host;
  const double a_node = static_cast<double>(c.count) / static_cast<double>(std::max<Count>(1, c.nodes)) /
                        static_cast<double>(s.stages.size());
  r.host = spread(bytes(host * std::max(1.0, a_node)), Spread{1, 1.1});
  r.host_short = bytes(hosts_short(c, s, requests) / static_cast<double>(std::max<Count>(1, c.nodes)));
  r.fits = fits_of(c, s, requests);
  if (c.explain) {
    r.why = serve_memory_why(c, s, stage, need, requests);
    r.why_device = serve_device_why(s, r);
  }
  return r;
}

Count max_concurrency(const Case& c) { return max_concurrency(c, serve_setup(c)); }

Count max_concurrency(const Case& c, const ServeSetup& s) { return requests_that_fit(c, s) * s.replicas; }

}  // namespace gpusel
