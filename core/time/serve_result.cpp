#include "core/time/serve_result.hpp"

#include <algorithm>
#include <string>

#include "core/time/serve_spread.hpp"
#include "core/time/serve_why.hpp"

namespace gpusel {
namespace {

// Rates are what is calibrated; a time is the reciprocal, so its interval is turned round.
Quantity<Seconds> seconds(double value, Spread rate) {
  return spread(Seconds(value), Spread{1 / rate.high, 1 / rate.low});
}

PhaseBound bound_of(std::string phase, const StepTime& t, const ServeWork& w) {
  PhaseBound b;
  b.phase = std::move(phase);
  const double total = t.total(), memory = t.weights + t.activations + t.cache + t.host,
               compute = t.products + t.attention;
  if (t.network > 0.5 * total)
    b.bound = Bound::network;
  else if (t.overhead > 0.5 * total)
    b.bound = Bound::latency;
  else
    b.bound = memory >= compute ? Bound::memory_bandwidth : Bound::compute;
  b.flop_per_byte = t.bytes > 0 ? t.flops / t.bytes : 0;
  b.reached_flops_per_second = total > 0 ? t.flops / total : 0;
  b.peak_flops_per_second = w.peak;
  b.bandwidth_bytes_per_second = w.bandwidth;
  b.roof_flops_per_second = std::min(w.peak, b.flop_per_byte * w.bandwidth);
  return b;
}

void fill_report(const Case& c, const ServeConstants& k, const ServeRates& r, ServeReport& out) {
  const bool batched = r.running > 1;
  const ServeValues v = serve_values(k, r);
  const Spread decode_spread = serve_spread(c, k, "serve.decode_tokens_per_second", batched);
  out.decode = spread(TokensPerSecond(v.decode), decode_spread);
  out.decode_per_request = spread(TokensPerSecond(v.decode_per_request), decode_spread);
  out.tpot = seconds(v.tpot, serve_spread(c, k, "serve.tpot", batched));
  out.prefill = spread(TokensPerSecond(v.prefill), serve_spread(c, k, "serve.prefill_tokens_per_second", batched));
  out.output = spread(TokensPerSecond(v.output), serve_spread(c, k, "serve.output_tokens_per_second", batched));
  out.ttft = seconds(v.ttft, serve_spread(c, k, "serve.ttft", batched && !r.static_batch));
  out.concurrency = static_cast<Count>(r.running + r.queued);
}

// Chips that are sold or able to hold anything only as a system of several.
void add_system_note(const Case& c, ServeTiming& t) {
  const Accelerator& a = c.accelerator();
  if (c.count < a.minimum_count)
    t.warnings.push_back({"minimum-system",
                          "The smallest system of " + a.name + " has " + std::to_string(a.minimum_count) + " of them.",
                          "/hardware/count",
                          {{"accelerator", a.name}, {"count", std::to_string(a.minimum_count)}}});
}

void add_notes(const Case& c, const ServeConstants& k, const ServeRates& r, ServeTiming& t) {
  const Accelerator& a = c.accelerator();
  if (c.serve().arrival.kind == Arrival::Kind::steady && r.running > 1)
    t.assumptions.push_back({"closed-loop",
                             "Each request is replaced as it ends; a burst waits longer for its first token.",
                             "/serve/arrival",
                             {}});
  if (c.engine().preallocates)
    t.assumptions.push_back({"engine-preallocates",
                             "The engine fills its share of the device whatever the requests need.",
                             "/serve/engine",
                             {}});
  if (is_unmeasured(k, ServeGap::family) || is_unmeasured(k, ServeGap::vendor))
    t.warnings.push_back({"class-uncalibrated",
                          "No measured row of this device family: the interval is that of an unseen family.",
                          "",
                          {{"accelerator", a.name}, {"family", a.family}}});
  if (r.queued > 0)
    t.warnings.push_back({"requests-queue",
                          "More requests than the cache holds: the rest wait.",
                          "/serve/concurrency",
                          {{"running", std::to_string(static_cast<Count>(r.running))}}});
  add_system_note(c, t);
  if (r.one_pass)
    t.assumptions.push_back({"one-pass",
                             "An encoder answers with one pass over its input: the output rate counts requests.",
                             "/serve/output_tokens",
                             {}});
  if (r.saturated)
    t.warnings.push_back({"arrival-saturates",
                          "Requests arrive faster than prompts are computed: the queue grows without end.",
                          "/serve/arrival",
                          {}});
}

}  // namespace

ServeValues serve_values(const ServeConstants& k, const ServeRates& r) {
  const double decode_step = r.decode.total() / r.tokens_a_step;
  ServeValues v;
  v.decode = r.replicas * r.replica / decode_step;
  v.decode_per_request = 1 / decode_step;
  v.tpot = decode_step + prefill_share_of_token(k, r);
  v.prefill = r.replicas * r.prompt * r.replica / r.prefill_batch.total();
  v.output = r.replicas * r.replica / r.iteration;
  v.ttft = r.ttft;
  return v;
}

double prefill_share_of_token(const ServeConstants& k, const ServeRates& r) {
  if (r.static_batch || r.one_pass) return 0;
  const double others = 1 - 1 / std::max(1.0, r.replica);
  return others * k.interference * std::max(0.0, r.iteration - r.decode.total() / r.tokens_a_step);
}

bool serving_speed_known(const Case& c, const ServeWork& w) {
  // On-chip terabytes a second never enter the decode formula (estimation.md sec. 7): hops between chips decide, and no
  // figure is public.
  if (c.accelerator().on_chip()) return false;
  return w.bandwidth > 0 && w.peak > 0 && !c.shape->layer_kind.empty();
}

ServeTiming unknown_speed(const Case& c, Count max_concurrency, Count concurrency) {
  ServeTiming t;
  t.report.speed_known = false;
  t.report.max_concurrency = max_concurrency;
  t.report.concurrency = concurrency;
  if (!c.explain) return t;
  add_system_note(c, t);
  if (c.accelerator().memory_kind == MemoryKind::sram_plus_dram)
    t.warnings.push_back(
        {"sram-mode",
         "Counted on its SRAM alone, its fast mode. Its DRAM mode holds more a card, slower; no figure "
         "of that is public.",
         "/hardware/accelerator",
         {{"accelerator", c.accelerator().name}}});
  t.warnings.push_back({"no-speed-data",
                        "No public figure gives this device's speed; memory and power are all that is known.",
                        "",
                        {{"accelerator", c.accelerator().name}}});
  return t;
}

ServeTiming serve_result(const Case& c, const ServeWork& w, const ServeConstants& k, const ServeRates& r,
                         Count max_concurrency) {
  ServeTiming t;
  fill_report(c, k, r, t.report);
  t.report.max_concurrency = max_concurrency;
  const double step = r.decode.total();
  // Share of the time the matrix units work: products padded to 64 rows, decode and the prefill that joins it.
  const double steps = std::max(1.0, r.output / r.tokens_a_step);
  const double prompts = r.prefill_batch.padded_flops / steps;
  t.compute_utilization =
      std::min(1.0, (r.decode.padded_flops + prompts) / (w.peak * std::max(step, r.iteration * r.tokens_a_step)));
  t.weight_bytes_per_step = r.decode.weight_bytes;
  t.memory_utilization = step > 0 ? (r.decode.weights + r.decode.cache) / step : 0;
  t.bounds = {bound_of("prefill", r.prefill_one, w), bound_of("decode", r.decode, w)};
  if (!c.explain) return t;
  add_notes(c, k, r, t);
  t.report.why_tpot = tpot_why(w, k, r);
  t.report.why_ttft = ttft_why(w, k, r);
  return t;
}

}  // namespace gpusel
