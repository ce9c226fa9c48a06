#include <algorithm>

#include "core/cli/format.hpp"
#include "core/cli/print.hpp"
#include "core/json/json.hpp"

namespace gpusel::cli {
namespace {

constexpr std::size_t label_columns = 22;
constexpr std::size_t value_columns = 14;

std::string_view part_name(Part part) {
  switch (part) {
    case Part::weights:
      return "Weights";
    case Part::adapters:
      return "Adapters";
    case Part::gradients:
      return "Gradients";
    case Part::optimizer:
      return "Optimizer";
    case Part::activations:
      return "Activations";
    case Part::logits:
      return "Logits";
    case Part::kv_cache:
      return "KV cache";
    case Part::communication:
      return "Communication";
    case Part::workspace:
      break;
  }
  return "Workspace";
}

std::string_view moment_name(Moment moment) {
  switch (moment) {
    case Moment::load:
      return "while loading";
    case Moment::forward_end:
      return "end of the forward pass";
    case Moment::backward_start:
      return "start of the backward pass";
    case Moment::backward_end:
      return "end of the backward pass";
    case Moment::optimizer_step:
      return "optimizer step";
    case Moment::evaluation:
      return "evaluation";
    case Moment::serving:
      return "all requests at full length";
    case Moment::prefill:
      break;
  }
  return "prefill";
}

std::string line(std::string_view label, std::string value, const std::string& more = "") {
  std::string out = "  " + padded(std::string(label), label_columns) + right(std::move(value), value_columns);
  if (!more.empty()) out += "  " + more;
  return out + "\n";
}
std::string line(std::string_view label, const Figure& f) { return line(label, f.value, f.interval); }

std::string verdict(const Report& r) {
  const MemoryReport& m = r.memory;
  switch (r.fits) {
    case Fits::yes:
      return "Fits, " + gib_text((m.usable - m.need.estimate).number()) + " to spare";
    case Fits::tight:
      return "Tight: the high end is " + gib_text((m.need.high - m.usable).number()) + " over";
    case Fits::no:
      break;
  }
  return "Does not fit: " + gib_text((m.need.estimate - m.usable).number()) + " short";
}

std::string memory_text(const Report& r) {
  const MemoryReport& m = r.memory;
  std::string out = "\nMemory of one device at the peak (" + std::string(moment_name(m.peak)) + ")\n";
  for (std::size_t i = 0; i < m.parts.part.size(); ++i)
    if (m.parts.part[i].value > 0)
      out += line(part_name(static_cast<Part>(i)), fixed(gib(m.parts.part[i]), 2) + " GiB");
  out += line("Allocated", bytes_figure(m.allocated));
  out += line("Reserved", bytes_figure(m.reserved));
  out += line("Device", bytes_figure(m.device));
  if (m.preallocated) out += line("Needed", bytes_figure(m.need));
  out += line("Usable", fixed(gib(m.usable), 1) + " GiB", "of " + fixed(gib(m.capacity), 1) + " GiB");
  if (m.host.estimate.value > 0) out += line("Host memory", bytes_figure(m.host));
  return out;
}

template <class U>
Figure rate(const Quantity<U>& q) {
  return figure(q.estimate.value, q.low.value, q.high.value, "tok/s");
}
Figure time(const Quantity<Seconds>& q) { return time_figure(q.estimate.value, q.low.value, q.high.value); }

std::string train_text(const TrainReport& t) {
  std::string out = line("Step", time(t.step)) + line("All devices", rate(t.tokens_per_second));
  out += line("Model FLOPs used", percent_text(t.model_flops_utilization));
  if (t.run) out += line("Whole run", time(*t.run));
  return out;
}

std::string serve_text(const ServeReport& s) {
  std::string out = line("First token (TTFT)", time(s.ttft)) + line("Per token (TPOT)", time(s.tpot));
  out += line("Prefill", rate(s.prefill));
  out += line("Decode, all requests", rate(s.decode));
  out += line("Decode, one request", rate(s.decode_per_request));
  out += line("Output, end to end", rate(s.output));
  out += line("Requests at once", count_text(static_cast<double>(s.concurrency)),
              "at most " + count_text(static_cast<double>(s.max_concurrency)));
  return out;
}

std::string speed_text(const Report& r) {
  std::string out = "\nSpeed\n";
  if (r.train) out += train_text(*r.train);
  if (r.serve) out += serve_text(*r.serve);
  std::string bounds;
  for (const PhaseBound& p : r.bound_by)
    bounds += (bounds.empty() ? "" : ", ") + p.phase + ": " + std::string(to_string(p.bound));
  if (!bounds.empty()) out += "  " + padded("Bound by", label_columns) + bounds + "\n";
  if (r.energy.watts.estimate.value > 0)
    out += line("Power, all devices",
                figure(r.energy.watts.estimate.value, r.energy.watts.low.value, r.energy.watts.high.value, "W"));
  if (const auto& j = r.energy.joules_per_token)
    out += line("Energy per token", figure(j->estimate.value, j->low.value, j->high.value, "J"));
  return out;
}

std::string price_line(std::string_view label, const std::optional<PricedUsd>& price, std::string_view unit) {
  if (!price) return line(label, std::string(kDash), "no price known");
  std::string from = std::string(unit) + std::string(to_string(price->kind)) + " price";
  if (!price->provider.empty()) from += " of " + price->provider;
  from += ", " + price->date;
  if (price->stale) from += " (old)";
  return line(label, usd_text(price->usd), from) + (price->source.empty() ? "" : "    " + price->source + "\n");
}

template <class U>
std::string money_line(std::string_view label, const std::optional<Quantity<U>>& q) {
  return q ? line(label, usd_figure(q->estimate.value, q->low.value, q->high.value)) : "";
}

std::string cost_text(const CostReport& c) {
  std::string out = "\nCost\n";
  out += price_line("Rent, an hour", c.usd_per_hour, "");
  out += money_line("Run, rented", c.run) + money_line("Million tokens, rented", c.per_million_tokens);
  out += price_line("To buy", c.purchase, "");
  out += money_line("Run, owned", c.run_owned) + money_line("Million tokens, owned", c.per_million_tokens_owned);
  return out;
}

std::string advice_text(const Report& r) {
  if (r.advice.empty()) return "";
  std::string out = r.fits == Fits::yes     ? "\nWhat would change the answer\n"
                    : r.fits == Fits::tight ? "\nHow to make it fit for certain\n"
                                            : "\nWhat to change so that it fits\n";
  for (std::size_t i = 0; i < r.advice.size(); ++i) {
    const Advice& a = r.advice[i];
    out += "  " + std::to_string(i + 1) + ". " + a.effect + "\n";
    if (!a.why.empty()) out += "     " + a.why + "\n";
    if (a.change.object() && !a.change.object()->empty()) out += "     " + write_json(a.change) + "\n";
  }
  return out;
}

std::string notes_text(std::string_view title, const std::vector<Note>& notes) {
  std::string out;
  for (const Note& n : notes) out += "  - " + n.message + "\n";
  return out.empty() ? "" : "\n" + std::string(title) + "\n" + out;
}

}  // namespace

std::string error_text(const Error& error) {
  std::string out = "gpu-selector: " + error.message + "\n";
  if (!error.pointer.empty()) out += "  at " + error.pointer + " (" + error.code + ")\n";
  return out;
}

std::string report_text(const Catalog& catalog, const Report& r) {
  std::vector<Note> warnings = r.warnings;
  for (const Note& n : r.scenario.notes)
    if (std::find(warnings.begin(), warnings.end(), n) == warnings.end()) warnings.push_back(n);
  std::string out =
      verdict(r) + "\n" + task_text(catalog, r.scenario) + "\non " + devices_text(catalog, r.scenario) + "\n";
  out += memory_text(r) + speed_text(r) + cost_text(r.cost) + advice_text(r);
  return out + notes_text("Assumed", r.assumptions) + notes_text("Warnings", warnings);
}

}  // namespace gpusel::cli
