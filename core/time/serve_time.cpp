// A serving case's rates: time to the first token, time a token, prefill, decode and output rates, alone and under
// load, with what bounds each phase. Continuous batching in steady state, or one static batch; estimation.md
// sec. 6.3, 6.4, 6.7.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "core/time/serve_result.hpp"
#include "core/time/serve_step.hpp"
#include "core/time/time.hpp"

namespace gpusel {
namespace {

// Requests that really run together where more are asked for than fit at their full length. Engines that page their
// cache and replace requests as they end hold a mean context, not the full one.
Count running_at_most(const Case& c, Count most) {
  const ServeSpec& s = c.serve();
  const EngineFacts& e = c.engine();
  const bool pages = e.preallocates && s.engine != Engine::tensorrt_llm && s.arrival.kind == Arrival::Kind::steady;
  if (!pages) return most;
  const double full = static_cast<double>(s.context_length.value_or(s.input_tokens + s.output_tokens));
  const double mean = static_cast<double>(s.input_tokens) + static_cast<double>(s.output_tokens) / 2;
  return static_cast<Count>(static_cast<double>(most) * std::max(1.0, full / std::max(1.0, mean)));
}

// Requests in flight of one replica, and of one micro-batch of its pipeline.
void share_requests(const Case& c, Count concurrency, Count most, ServeRates& r) {
  const Count running = most > 0 ? std::min(concurrency, running_at_most(c, most)) : concurrency;
  const double replicas = std::max(1.0, static_cast<double>(c.layout.dp));
  r.running = static_cast<double>(std::max<Count>(1, running));
  r.queued = static_cast<double>(concurrency) - static_cast<double>(running);
  r.replica = std::max(1.0, r.running / replicas);
  r.micro_batch = std::max(1.0, r.replica / std::max(1.0, static_cast<double>(c.layout.pp)));
  r.replicas = std::min(replicas, r.running);
}

bool answers_in_one_pass(const ModelShape& shape) {
  return std::all_of(shape.kinds.begin(), shape.kinds.end(),
                     [](const LayerShape& k) { return k.mixer == Mixer::bidirectional; });
}

void fill_lengths(const Case& c, ServeRates& r) {
  const ServeSpec& s = c.serve();
  r.prompt = static_cast<double>(std::max<Count>(1, s.input_tokens - s.cached_tokens));
  r.cached = static_cast<double>(s.cached_tokens);
  r.one_pass = answers_in_one_pass(*c.shape);
  r.output = r.one_pass ? 1 : static_cast<double>(std::max<Count>(1, s.output_tokens));
  r.context = static_cast<double>(s.input_tokens) + r.output / 2;
  r.cross_tokens = c.shape->encoder_decoder ? static_cast<double>(s.input_tokens) : static_cast<double>(s.image_tokens);
  const EngineFacts& e = c.engine();
  // Compiled shapes: attention runs over the whole length reserved, filled or not.
  if (e.static_shapes) r.context = static_cast<double>(s.context_length.value_or(s.input_tokens + s.output_tokens));
  r.static_batch = e.static_batch;
  r.chunk = static_cast<double>(e.max_batched_tokens);
  r.in_turn = static_cast<double>(std::max(c.layout.layer_split, c.layout.pp));
}

StepLoad decode_load(const ServeRates& r) {
  StepLoad l;
  l.sequences = r.micro_batch;
  l.context = r.context;
  l.cross_tokens = r.cross_tokens;
  return l;
}

// Expected tokens of one verification, and what it costs beside plain decoding (Leviathan et al. 2023, 2211.17192).
void apply_speculation(const Case& c, const ServeWork& w, const ServeConstants& k, ServeRates& r) {
  if (!c.serve().speculative) return;
  const Speculative& s = *c.serve().speculative;
  const double q = std::clamp(s.acceptance, 0.0, 0.999), g = static_cast<double>(s.tokens);
  const double accepted = (1 - std::pow(q, g + 1)) / (1 - q);
  StepLoad verify = decode_load(r);
  verify.tokens_each = g + 1;
  StepTime t = step_time(w, k, verify);
  double draft = 0;
  if (s.draft == "mtp") {
    draft = r.decode.total() * 1.5 / std::max(1.0, w.layers);  // one layer, its projections and the head
  } else if (c.draft) {
    draft = step_time(draft_work(c, w), k, decode_load(r)).total();
  }
  t.overhead += g * draft;
  r.decode = t;
  r.tokens_a_step = accepted;
}

// One cycle of a request is `output` steps; in some of them a chunk of some prompt joins.
void steady_iteration(const ServeWork& w, const ServeConstants& k, ServeRates& r) {
  const double steps = std::max(1.0, r.output / r.tokens_a_step);
  const double chunks = r.chunk > 0 ? std::ceil(r.prompt / r.chunk) : 1;
  const double mixed_share = std::min(1.0, r.micro_batch * chunks / steps);
  StepLoad mixed = decode_load(r);
  mixed.prompt_tokens = r.micro_batch * r.prompt / (steps * mixed_share);
  mixed.prompts = mixed.prompt_tokens / r.prompt;
  mixed.prompt_context = r.cached + r.prompt / 2;
  if (r.micro_batch <= 1) mixed.sequences = 0;  // alone, a request does not decode while its own prompt is computed
  r.mixed = step_time(w, k, mixed);
  if (w.tower_flops > 0 && w.peak16 > 0)
    r.mixed.attention += mixed.prompts * r.image_flops / (k.compute_efficiency * w.peak16 * w.tp);
  const double stages = std::max(1.0, w.pp);
  r.iteration = ((1 - mixed_share) * r.decode.total() + mixed_share * r.mixed.total()) / r.tokens_a_step *
                (r.replica > 1 ? 1 + k.pipeline_loss * (stages - 1) : 1);
}

void static_iteration(ServeRates& r) {
  const double steps = std::max(1.0, (r.output - 1) / r.tokens_a_step);
  r.iteration = (r.prefill_batch.total() + steps * r.decode.total()) / r.output;
}

// Prompts a new request waits for, by how requests arrive.
double waiting_share(const Case& c, const ServeConstants& k, bool static_batch) {
  if (static_batch) return 1;
  return c.serve().arrival.kind == Arrival::Kind::burst ? k.burst_share : k.steady_share;
}

void first_token(const Case& c, const ServeWork& w, const ServeConstants& k, ServeRates& r) {
  const double step = r.one_pass ? 0 : r.decode.total();
  const double alone = r.prefill_one.total();
  const double server = r.static_batch ? 0 : k.request_seconds;
  if (c.serve().arrival.kind == Arrival::Kind::rate) {
    // One server, fixed service times: mean wait rho*S/(2(1-rho)) (Pollaczek-Khinchine).
    const double rho = c.serve().arrival.requests_per_second / r.replicas * alone;
    r.saturated = rho >= 0.98;
    const double busy = std::min(rho, 0.98);
    r.ttft = alone * (1 + busy / (2 * (1 - busy))) + step + server;
    return;
  }
  const double requests = 1 + waiting_share(c, k, r.static_batch) * (r.replica - 1);
  r.ttft = prefill_time(w, k, r.prompt, r.cached, requests, r.chunk, r.in_turn).total() + server;
  if (!r.static_batch) r.ttft += r.replica > 1 ? step : 0;
  if (r.queued > 0 && r.running > 0) r.ttft += (r.queued / r.running) * r.output * r.iteration / 2;
}

}  // namespace

ServeRates serve_rates(const Case& c, const ServeWork& w, const ServeConstants& k, Count concurrency,
                       Count max_concurrency) {
  ServeRates r;
  share_requests(c, concurrency, max_concurrency, r);
  fill_lengths(c, r);
  // Patches are merged four to one before they become tokens.
  r.image_flops = w.tower_flops * 4 * static_cast<double>(c.serve().image_tokens);
  if (!r.one_pass) r.decode = step_time(w, k, decode_load(r));
  if (!r.one_pass) apply_speculation(c, w, k, r);
  r.prefill_one = prefill_time(w, k, r.prompt, r.cached, 1, r.chunk, r.in_turn);
  r.prefill_batch = prefill_time(w, k, r.prompt, r.cached, r.replica, r.chunk, r.in_turn);
  if (r.image_flops > 0 && w.peak16 > 0) {
    const double towers = r.image_flops / (k.compute_efficiency * w.peak16 * w.tp);
    r.prefill_one.attention += towers;
    r.prefill_batch.attention += towers * r.replica;
  }
  if (r.one_pass)
    r.decode = r.prefill_batch, r.iteration = r.decode.total();
  else if (r.static_batch)
    static_iteration(r);
  else
    steady_iteration(w, k, r);
  first_token(c, w, k, r);
  return r;
}

ServeTiming serve_time(const Case& c, const MemoryReport& memory, Count concurrency, Count max_concurrency) {
  const ServeConstants k = c.shared.serving ? *c.shared.serving : serve_constants(c);
  const ServeWork w = serve_work(c, &memory);
  if (!serving_speed_known(c, w)) return unknown_speed(c, max_concurrency, concurrency);
  const ServeRates r = serve_rates(c, w, k, concurrency, max_concurrency);
  return serve_result(c, w, k, r, max_concurrency);
}

}  // namespace gpusel
