#include "core/json/report_parts.hpp"

#include <array>
#include <cmath>

namespace gpusel {
namespace {

constexpr std::array<std::string_view, 13> why_units{"",
                                                     "bytes",
                                                     "seconds",
                                                     "flops",
                                                     "flops_per_second",
                                                     "bytes_per_second",
                                                     "tokens_per_second",
                                                     "watts",
                                                     "joules",
                                                     "usd",
                                                     "usd_per_hour",
                                                     "ratio",
                                                     "count"};

Value parts_value(const PartsBytes& parts) {
  Value out(Value::Object{});
  for (std::size_t i = 0; i < parts.part.size(); ++i) out.set(to_string(static_cast<Part>(i)), parts.part[i].value);
  return out;
}

void put_why(Value& out, std::string_view key, const Why& why, bool wanted) {
  if (wanted && !is_empty(why)) out.set(key, why_value(why));
}

// A quantity or a price with where it comes from; null where no price is known.
Value sourced(Value amount, const std::optional<PricedUsd>& price) {
  if (!amount.object() || !price) return amount;
  amount.set("source", price->source);
  amount.set("date", price->date);
  return amount;
}

Value price_value(const std::optional<PricedUsd>& price) {
  if (!price) return Value();
  Value out(Value::Object{});
  out.set("estimate", rounded(price->usd));
  out.set("source", price->source);
  out.set("date", price->date);
  out.set("provider", price->provider);
  out.set("kind", to_string(price->kind));
  if (price->stale) out.set("stale", true);
  if (price->own) out.set("own", true);
  if (price->derived) out.set("derived", true);
  return out;
}

Value goodput_value(const Goodput& g) {
  Value out(Value::Object{}), share(Value::Object{});
  share.set("estimate", rounded(g.share));
  share.set("low", rounded(g.low));
  share.set("high", rounded(g.high));
  out.set("share", std::move(share));
  out.set("seconds_between_failures", rounded(g.between_failures.value));
  out.set("checkpoint_seconds", rounded(g.checkpoint.value));
  out.set("checkpoint_interval_seconds", rounded(g.interval.value));
  out.set("restart_seconds", rounded(g.restart.value));
  return out;
}

Value life_value(const CostLife& life) {
  Value out(Value::Object{});
  out.set("boards_usd", rounded(life.boards.value));
  out.set("host_usd", rounded(life.host.value));
  out.set("resale_usd", rounded(life.resale.value));
  out.set("capital_usd", quantity_value(life.capital));
  out.set("owned_usd_per_hour", rounded(life.owned_usd_per_hour));
  out.set("rented_usd_per_hour", quantity_value(life.rented_usd_per_hour));
  out.set("break_even_seconds", quantity_value(life.break_even));
  out.set("break_even_utilization", life.break_even_utilization ? rounded(*life.break_even_utilization) : Value());
  return out;
}

Value plans_value(const CostReport& c) {
  Value out(Value::Object{});
  for (std::size_t i = 0; i < c.plans.size(); ++i)
    if (c.plans[i]) out.set(names<RentPlan>()[i], price_value(c.plans[i]));
  return out;
}

}  // namespace

Value args_value(const std::vector<std::pair<std::string, std::string>>& args) {
  Value out(Value::Object{});
  for (const auto& [key, text] : args) out.set(key, text);
  return out;
}

Value notes_value(const std::vector<Note>& notes) {
  Value::Array out;
  for (const Note& n : notes) {
    Value note(Value::Object{});
    note.set("code", n.code);
    note.set("message", n.message);
    if (!n.pointer.empty()) note.set("pointer", n.pointer);
    if (!n.args.empty()) note.set("args", args_value(n.args));
    out.push_back(std::move(note));
  }
  return Value(std::move(out));
}

bool is_empty(const Why& why) { return why.key.empty() && why.parts.empty(); }

Value why_value(const Why& why) {
  Value out(Value::Object{});
  out.set("key", why.key);
  out.set("value", why.unit == WhyUnit::bytes ? Value(std::round(why.value)) : rounded(why.value));
  out.set("unit", why_units[static_cast<std::size_t>(why.unit)]);
  if (!why.formula.empty()) out.set("formula", why.formula);
  if (!why.numbers.empty()) out.set("numbers", why.numbers);
  if (!why.source.empty()) out.set("source", why.source);
  Value::Array parts;
  for (const Why& part : why.parts) parts.push_back(why_value(part));
  if (!parts.empty()) out.set("parts", std::move(parts));
  return out;
}

Value memory_value(const MemoryReport& m, bool with_why) {
  Value out(Value::Object{});
  out.set("parts_bytes", parts_value(m.parts));
  out.set("allocated_bytes", quantity_value(m.allocated));
  out.set("reserved_bytes", quantity_value(m.reserved));
  out.set("device_bytes", quantity_value(m.device));
  out.set("host_bytes", quantity_value(m.host));
  if (m.host_short.value > 0) out.set("host_short_bytes", m.host_short.value);
  out.set("need_bytes", quantity_value(m.need));
  out.set("capacity_bytes", m.capacity.value);
  out.set("usable_bytes", m.usable.value);
  out.set("preallocated", m.preallocated);
  out.set("peak", to_string(m.peak));
  if (!with_why) return out;
  Value::Array moments;
  for (const MomentBytes& moment : m.moments) {
    Value one(Value::Object{});
    one.set("moment", to_string(moment.moment));
    one.set("parts_bytes", parts_value(moment.parts));
    moments.push_back(std::move(one));
  }
  out.set("moments", std::move(moments));
  put_why(out, "why", m.why, with_why);
  put_why(out, "why_device", m.why_device, with_why);
  return out;
}

Value train_value(const TrainReport& t, bool with_why) {
  Value out(Value::Object{});
  out.set("step_seconds", quantity_value(t.step));
  Value phases(Value::Object{});
  phases.set("micro_steps", t.phases.micro_steps);
  phases.set("generation_seconds", rounded(t.phases.generation.value));
  phases.set("forward_seconds", rounded(t.phases.forward.value));
  phases.set("backward_seconds", rounded(t.phases.backward.value));
  phases.set("update_seconds", rounded(t.phases.update.value));
  out.set("phases", std::move(phases));
  out.set("tokens_per_second", quantity_value(t.tokens_per_second));
  out.set("model_flops_utilization", rounded(t.model_flops_utilization));
  out.set("hardware_flops_utilization", rounded(t.hardware_flops_utilization));
  out.set("run_seconds", quantity_value(t.run));
  if (t.run) out.set("goodput", goodput_value(t.goodput));
  put_why(out, "why_step", t.why_step, with_why);
  put_why(out, "why_run", t.why_run, with_why);
  return out;
}

Value serve_value(const ServeReport& s, bool with_why) {
  Value out(Value::Object{});
  out.set("ttft_seconds", quantity_value(s.ttft));
  out.set("tpot_seconds", quantity_value(s.tpot));
  out.set("prefill_tokens_per_second", quantity_value(s.prefill));
  out.set("decode_tokens_per_second", quantity_value(s.decode));
  out.set("decode_tokens_per_second_per_request", quantity_value(s.decode_per_request));
  out.set("output_tokens_per_second", quantity_value(s.output));
  out.set("max_concurrency", s.max_concurrency);
  out.set("concurrency", s.concurrency);
  put_why(out, "why_ttft", s.why_ttft, with_why);
  put_why(out, "why_tpot", s.why_tpot, with_why);
  return out;
}

Value energy_value(const EnergyReport& e, bool with_why) {
  Value out(Value::Object{});
  // A device whose power no source states: unknown, not 0.
  out.set("watts", e.watts.estimate.value > 0 ? quantity_value(e.watts) : Value());
  out.set("joules_per_token", quantity_value(e.joules_per_token));
  out.set("host_watts", unit_value(e.host_watts));
  put_why(out, "why", e.why, with_why);
  return out;
}

Value cost_value(const CostReport& c, bool with_why) {
  Value out(Value::Object{});
  out.set("usd_per_hour", price_value(c.usd_per_hour));
  out.set("run_usd", sourced(quantity_value(c.run), c.usd_per_hour));
  out.set("usd_per_million_tokens", sourced(quantity_value(c.per_million_tokens), c.usd_per_hour));
  out.set("purchase_usd", price_value(c.purchase));
  out.set("run_usd_owned", sourced(quantity_value(c.run_owned), c.purchase));
  out.set("usd_per_million_tokens_owned", sourced(quantity_value(c.per_million_tokens_owned), c.purchase));
  if (const Value plans = plans_value(c); !plans.object()->empty()) out.set("rent_plans", plans);
  if (c.life) out.set("rent_or_buy", life_value(*c.life));
  put_why(out, "why", c.why, with_why);
  return out;
}

Value advice_value(const Advice& a) {
  Value out(Value::Object{});
  out.set("code", a.code);
  out.set("change", a.change);
  out.set("effect", a.effect);
  out.set("why", a.why);
  out.set("fits_after", to_string(a.fits_after));
  out.set("device_bytes_after", quantity_value(a.device_after));
  out.set("memory_delta_bytes", Value(std::round(a.memory_delta_bytes)));
  out.set("speed_ratio", rounded(a.speed_ratio));
  if (!a.args.empty()) out.set("args", args_value(a.args));
  return out;
}

}  // namespace gpusel
