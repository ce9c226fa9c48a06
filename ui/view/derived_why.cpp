#include "ui/view/derived_why.hpp"

#include <algorithm>
#include <cmath>

#include "core/plan/metrics.hpp"
#include "ui/view/device_name.hpp"

namespace gpusel::view {

namespace {

std::string plain(double x) { return significant(x, 4, Lang::en); }

const Why* part(const Why& w, std::string_view key) {
  for (const Why& p : w.parts)
    if (p.key == key) return &p;
  return nullptr;
}

// One step gives each request a token; drafted tokens and pipelines give more, then only the step's terms are told.
Why decode(const ServeReport& s) {
  Why out{"decode", s.decode.estimate.value, WhyUnit::tokens_per_second, {}, {}, {}, {}};
  const Why* step = part(s.why_tpot, "tpot.decode");
  if (!step) return out;
  out.parts = {*step};
  const double requests = static_cast<double>(s.concurrency);
  if (std::fabs(requests / step->value / out.value - 1) > 0.01) return out;
  out.formula = "B/t_decode";
  out.numbers = plain(requests) + "/" + plain(step->value);
  return out;
}

// All prompts of the requests in flight, over the time that computes them; below it what one prompt alone takes.
Why prefill(const Report& r) {
  const ServeReport& s = *r.serve;
  Why out{"prefill", s.prefill.estimate.value, WhyUnit::tokens_per_second, "B*prompt/t_prefill", {}, {}, {}};
  const double requests = static_cast<double>(s.concurrency);
  const double prompt =
      std::max(1.0, static_cast<double>(r.scenario.serve.input_tokens - r.scenario.serve.cached_tokens));
  out.numbers = plain(requests) + "*" + plain(prompt) + "/" + plain(requests * prompt / out.value);
  if (const Why* alone = part(s.why_ttft, "ttft.prefill")) out.parts = {*alone};
  return out;
}

// The first token, then one step for each of the others.
Why latency(const Report& r) {
  const ServeReport& s = *r.serve;
  const auto others = static_cast<double>(r.scenario.serve.output_tokens) - 1;
  const double ttft = s.ttft.estimate.value, tpot = s.tpot.estimate.value;
  return {"latency",
          ttft + others * tpot,
          WhyUnit::seconds,
          "TTFT + (n - 1)*TPOT",
          plain(ttft) + " + " + plain(others) + "*" + plain(tpot),
          {},
          {s.why_ttft, s.why_tpot}};
}

Why energy(const Report& r) {
  Why out{"energy", r.energy.joules_per_token->estimate.value, WhyUnit::joules, {}, {}, {}, {r.energy.why}};
  const double rate = r.train   ? r.train->tokens_per_second.estimate.value
                      : r.serve ? r.serve->output.estimate.value
                                : 0;
  const double watts = r.energy.watts.estimate.value;
  if (rate > 0 && std::fabs(watts / rate / out.value - 1) < 0.01) {
    out.formula = "W/(tok/s)";
    out.numbers = plain(watts) + "/" + plain(rate);
  }
  return out;
}

// From the data, not from a formula: where it is from stands with it.
Why of_device(const Accelerator& a, const Report& r, bool memory) {
  const double value = memory ? r.memory.usable.number() : a.bandwidth.value;
  return {memory ? "usable" : "bandwidth",
          value,
          memory ? WhyUnit::bytes : WhyUnit::bytes_per_second,
          {},
          a.name,
          a.source,
          {}};
}

}  // namespace

Why derived_why(const Input& in, const Report& r, std::string_view figure) {
  const Accelerator* a = accelerator_of(r.scenario, in.catalog);
  if (figure == "decode" && r.serve) return decode(*r.serve);
  if (figure == "prefill" && r.serve && r.serve->speed_known) return prefill(r);
  if (figure == "latency" && latency_of(r)) return latency(r);
  if (figure == "requests" && r.serve)
    return {
        "requests",
        static_cast<double>(r.serve->max_concurrency),
        WhyUnit::count,
        "max B: need(B) <= usable",
        "need(" + std::to_string(r.serve->max_concurrency) + ") <= " + memory_text(r.memory.usable.number(), Lang::en),
        {},
        {}};
  if (figure == "energy" && r.energy.joules_per_token) return energy(r);
  if ((figure == "usable" || figure == "bandwidth") && a) return of_device(*a, r, figure == "usable");
  return {};
}

}  // namespace gpusel::view
