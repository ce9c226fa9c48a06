#include "core/time/serve_why.hpp"

#include <string>

#include "core/domain/why_number.hpp"

namespace gpusel {
namespace {

Why term(std::string key, double value, std::string formula = {}, std::string numbers = {}) {
  return {std::move(key), value, WhyUnit::seconds, std::move(formula), std::move(numbers), {}, {}};
}

void add_step(Why& w, const StepTime& t, const ServeWork& work, const ServeConstants& k) {
  w.parts.push_back(term(
      "step.weights", t.weights, "bytes/(eta_w*BW)",
      why_number(t.weight_bytes) + "/(" + why_number(k.weight_efficiency) + "*" + why_number(work.bandwidth) + ")"));
  if (t.activations > 0) w.parts.push_back(term("step.activations", t.activations, "activation bytes/(eta_w*BW)"));
  w.parts.push_back(
      term("step.products", t.products, "(t_m^3 + t_c^3)^(1/3) - t_m; t_c = FLOPs/(eta_c*F)",
           why_number(t.flops) + "/(" + why_number(k.compute_efficiency) + "*" + why_number(work.peak) + ")"));
  if (t.cache > 0)
    w.parts.push_back(term("step.cache", t.cache, "KV bytes/(eta_kv*BW)",
                           why_number(t.bytes - t.weight_bytes) + "/(" + why_number(k.cache_efficiency) + "*" +
                               why_number(work.bandwidth) + ")"));
  if (t.attention > 0) w.parts.push_back(term("step.attention", t.attention, "attention FLOPs/(eta_a*F16)"));
  if (t.network > 0) w.parts.push_back(term("step.network", t.network, "2L*(alpha*(log2(tp)+1) + bytes/B)"));
  if (t.host > 0)
    w.parts.push_back(term("step.host", t.host, "offloaded bytes/host rate",
                           why_number(work.host_bytes) + "/" + why_number(work.host_bytes / t.host)));
  w.parts.push_back(
      term("step.overhead", t.overhead, "t_engine + L*t_layer + B*t_seq",
           why_number(k.step_seconds) + " + " + why_number(work.layers) + "*" + why_number(k.layer_seconds)));
}

}  // namespace

Why tpot_why(const ServeWork& w, const ServeConstants& k, const ServeRates& r) {
  const double decode = r.decode.total() / r.tokens_a_step;
  Why why = term("tpot", decode, "t_decode + share of prefill",
                 why_number(r.micro_batch) + " sequences at " + why_number(r.context) + " tokens");
  Why step = term("tpot.decode", r.decode.total());
  add_step(step, r.decode, w, k);
  why.parts.push_back(std::move(step));
  if (r.tokens_a_step > 1) {
    Why accepted = term("tpot.accepted", r.tokens_a_step, "(1 - q^(g+1))/(1 - q)");
    accepted.unit = WhyUnit::ratio;
    why.parts.push_back(std::move(accepted));
  }
  if (const double extra = prefill_share_of_token(k, r); extra > 0) {
    why.value += extra;
    why.parts.push_back(term("tpot.prefill", extra, "share*(t_iter - t_decode)*(1 - 1/B)",
                             why_number(k.interference) + "*(" + why_number(r.iteration) + " - " + why_number(decode) +
                                 ")*(1 - 1/" + why_number(r.replica) + ")"));
  }
  return why;
}

Why ttft_why(const ServeWork& w, const ServeConstants& k, const ServeRates& r) {
  Why why = term("ttft", r.ttft, "t_prefill + wait + server");
  Why alone = term("ttft.prefill", r.prefill_one.total(), {}, why_number(r.prompt) + " tokens");
  add_step(alone, r.prefill_one, w, k);
  why.parts.push_back(std::move(alone));
  why.parts.push_back(term("ttft.wait", r.ttft - r.prefill_one.total(), "other prompts, one step, server"));
  return why;
}

}  // namespace gpusel
