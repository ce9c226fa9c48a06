#include <algorithm>
#include <array>
#include <cmath>

#include "core/cli/format.hpp"
#include "core/cli/print.hpp"
#include "core/json/json.hpp"

namespace gpusel::cli {
namespace {

constexpr std::size_t label_columns = 24;
constexpr std::size_t value_columns = 14;

// In the order of Part and Moment.
constexpr std::array<std::string_view, 9> part_names{"Weights", "Adapters", "Gradients",     "Optimizer", "Activations",
                                                     "Logits",  "KV cache", "Communication", "Workspace"};
constexpr std::array<std::string_view, 8> moment_names{"while loading",
                                                       "end of the forward pass",
                                                       "start of the backward pass",
                                                       "end of the backward pass",
                                                       "optimizer step",
                                                       "evaluation",
                                                       "while serving",
                                                       "prefill"};

std::string line(std::string_view label, std::string value, const std::string& more = "") {
  std::string out = "  " + padded(std::string(label), label_columns) + right(std::move(value), value_columns);
  if (!more.empty()) out += "  " + more;
  return out + "\n";
}
std::string line(std::string_view label, const Figure& f) { return line(label, f.value, f.interval); }

template <class U>
Figure rate(const Quantity<U>& q) {
  return figure(q.estimate.value, q.low.value, q.high.value, "tok/s");
}
Figure time(const Quantity<Seconds>& q) { return time_figure(q.estimate.value, q.low.value, q.high.value); }

template <class U>
std::string money_line(std::string_view label, const std::optional<Quantity<U>>& q) {
  return q ? line(label, usd_figure(q->estimate.value, q->low.value, q->high.value)) : "";
}

class Printer {
 public:
  Printer(const Report& report, const Words& words) : r_(report), w_(words) {}

  std::string verdict() const {
    const MemoryReport& m = r_.memory;
    const std::string spare = gib_text((m.usable - m.need.estimate).number());
    const std::string over = gib_text((m.need.high - m.usable).number());
    const std::string lacking = gib_text((m.need.estimate - m.usable).number());
    if (r_.fits == Fits::yes) return w_("verdict.yes", "Fits, " + spare + " to spare", {{"x", spare}});
    const std::string left = gib_text((m.usable - m.need.high).number());
    if (r_.fits == Fits::tight && m.need.high <= m.usable)
      return w_("verdict.tight_left", "Tight: " + left + " left at the high end", {{"x", left}});
    if (r_.fits == Fits::tight) return w_("verdict.tight", "Tight: the high end is " + over + " over", {{"x", over}});
    if (m.need.estimate <= m.usable && m.host_short.value > 0) {
      const std::string host = gib_text(m.host_short.number());
      return w_("verdict.no_host", "Does not fit: a host's memory is " + host + " short", {{"x", host}});
    }
    return w_("verdict.no", "Does not fit: " + lacking + " short", {{"x", lacking}});
  }

  std::string memory() const {
    const MemoryReport& m = r_.memory;
    const std::string moment =
        w_("moment." + std::string(to_string(m.peak)), moment_names[static_cast<std::size_t>(m.peak)]);
    std::string out = "\n" + w_("mem.title", "Memory of one device at the peak") + " (" + moment + ")\n";
    for (std::size_t i = 0; i < m.parts.part.size(); ++i) {
      const std::string key = "part." + std::string(to_string(static_cast<Part>(i)));
      if (m.parts.part[i].value > 0) out += line(w_(key, part_names[i]), fixed(gib(m.parts.part[i]), 2) + " GiB");
    }
    out += line(w_("mem.allocated", "Allocated"), bytes_figure(m.allocated));
    out += line(w_("mem.reserved", "Reserved"), bytes_figure(m.reserved));
    out += line(w_("mem.device", "Device"), bytes_figure(m.device));
    if (m.preallocated) out += line(w_("row.needed", "Needed"), bytes_figure(m.need));
    const std::string all = fixed(gib(m.capacity), 1) + " GiB";
    out += line(w_("row.usable", "Usable"), fixed(gib(m.usable), 1) + " GiB", w_("row.of", "of " + all, {{"x", all}}));
    if (m.host.estimate.value > 0) out += line(w_("row.host", "Host memory"), bytes_figure(m.host));
    return out;
  }

  std::string speed() const {
    std::string out = "\n" + w_("row.speed", "Speed") + "\n";
    if (r_.train) out += train(*r_.train);
    if (r_.serve) out += serve(*r_.serve);
    return out + bounds() + energy();
  }

  std::string cost() const {
    const CostReport& c = r_.cost;
    std::string out = "\n" + w_("cost.title", "Cost") + "\n" + rents();
    out += money_line(w_("cost.run", "Run, rented"), c.run) +
           money_line(w_("cost.million", "Million tokens, rented"), c.per_million_tokens);
    out += price(w_("cost.buy", "To buy"), c.purchase);
    return out + money_line(w_("cost.run_owned", "Run, owned"), c.run_owned) +
           money_line(w_("cost.million_owned", "Million tokens, owned"), c.per_million_tokens_owned) + break_even();
  }

  std::string advice() const {
    if (r_.advice.empty()) return "";
    std::string out = "\n";
    if (r_.fits == Fits::yes) out += w_("adv.title", "What would change the answer") + "\n";
    if (r_.fits == Fits::tight) out += w_("adv.title_tight", "How to make it fit for certain") + "\n";
    const bool enough = r_.advice.front().fits_after != Fits::no;  // the best stands first
    if (r_.fits == Fits::no && enough) out += w_("adv.title_no", "What to change so that it fits") + "\n";
    if (r_.fits == Fits::no && !enough) out += w_("adv.title_nearer", "What brings it nearer") + "\n";
    int number = 1;
    for (const Advice& a : r_.advice) {
      out += "  " + std::to_string(number++) + ". " + advice_text(w_, a, r_) + "\n";
      if (!a.why.empty() && w_.english()) out += "     " + a.why + "\n";
      if (a.change.object() && !a.change.object()->empty()) out += "     " + write_json(a.change) + "\n";
    }
    return out;
  }

  std::string notes(std::string_view title, const std::vector<Note>& notes) const {
    std::string out;
    for (const Note& n : notes) out += "  - " + w_.note(n) + "\n";
    return out.empty() ? "" : "\n" + std::string(title) + "\n" + out;
  }

 private:
  std::string train(const TrainReport& t) const {
    std::string out = line(w_("fig.step", "One step"), time(t.step));
    out += line(w_("fig.throughput", "All devices"), rate(t.tokens_per_second));
    out += line(w_("row.mfu", "Model FLOPs used"), percent_text(t.model_flops_utilization));
    return t.run ? out + line(w_("row.run", "Whole run"), time(*t.run)) + goodput(t.goodput) : out;
  }

  // Said where it costs half a percent.
  std::string goodput(const Goodput& g) const {
    if (g.share > 0.995) return "";
    const std::string every = time_text(g.between_failures.value), saved = time_text(g.interval.value);
    return line(w_("row.goodput", "Useful share of it"), percent_text(g.share),
                w_("row.goodput_why", "a failure every " + every + ", a checkpoint every " + saved,
                   {{"x", every}, {"y", saved}}));
  }

  // What the goal rents by, then what else is known.
  std::string rents() const {
    const CostReport& c = r_.cost;
    constexpr std::array<std::pair<std::string_view, std::string_view>, 3> labels{
        {{"cost.rent", "Rent, an hour"}, {"cost.spot", "Spot, an hour"}, {"cost.reserved", "Reserved, an hour"}}};
    const auto used = static_cast<std::size_t>(r_.scenario.goal.rent);
    std::string out = price(w_(labels[used].first, labels[used].second), c.usd_per_hour);
    for (std::size_t i = 0; i < labels.size(); ++i)
      if (i != used && c.plans[i]) out += price(w_(labels[i].first, labels[i].second), c.plans[i]);
    return out;
  }

  std::string break_even() const {
    const std::optional<CostLife>& life = r_.cost.life;
    if (!life || !life->rented_usd_per_hour) return "";
    const std::string label = w_("cost.break_even", "Buying pays after"),
                      use = percent_text(r_.scenario.goal.utilization);
    if (!life->break_even) return line(label, std::string(kDash), w_("cost.never", "renting never costs as much"));
    const Quantity<Seconds>& t = *life->break_even;
    const std::string hours = significant(t.estimate.value * r_.scenario.goal.utilization / 3600);
    const std::string at =
        w_("cost.at_use", "busy " + use + " of the time: " + hours + " h of use", {{"x", use}, {"y", hours}});
    Figure f =
        time_figure(t.estimate.value, t.low.value, std::isfinite(t.high.value) ? t.high.value : t.estimate.value);
    if (!std::isfinite(t.high.value)) f.interval = w_("cost.or_never", "or never");
    return line(label, f) + line("", "", at);
  }

  std::string serve(const ServeReport& s) const {
    std::string out = line(w_("fig.ttft", "First token (TTFT)"), time(s.ttft));
    out += line(w_("fig.tpot", "Per token (TPOT)"), time(s.tpot));
    out += line(w_("fig.prefill", "Prefill"), rate(s.prefill));
    out += line(w_("fig.decode", "Decode, all requests"), rate(s.decode));
    out += line(w_("row.decode_one", "Decode, one request"), rate(s.decode_per_request));
    out += line(w_("row.output", "Output, end to end"), rate(s.output));
    const std::string fit = count_text(static_cast<double>(s.max_concurrency));
    const std::string most = w_("row.requests_fit", "about " + fit + " fit", {{"n", fit}});
    return out + line(w_("field.requests", "Requests at once"), count_text(static_cast<double>(s.concurrency)), most);
  }

  std::string bounds() const {
    std::string out;
    for (const PhaseBound& p : r_.bound_by) {
      const std::string bound(to_string(p.bound));
      out += (out.empty() ? "" : ", ") + w_("phase." + p.phase, p.phase) + ": " + w_("bound.name." + bound, bound);
    }
    return out.empty() ? "" : "  " + padded(w_("row.bound", "Bound by"), label_columns) + out + "\n";
  }

  std::string energy() const {
    const EnergyReport& e = r_.energy;
    std::string out;
    if (const auto& q = e.watts; q.estimate.value > 0)
      out += line(w_("fig.power", "Power, all devices"), figure(q.estimate.value, q.low.value, q.high.value, "W"));
    if (const auto& j = e.joules_per_token)
      out += line(w_("fig.energy", "Energy per token"), figure(j->estimate.value, j->low.value, j->high.value, "J"));
    return out;
  }

  std::string price(std::string_view label, const std::optional<PricedUsd>& p) const {
    if (!p) return line(label, std::string(kDash), w_("fig.no_price", "no price known"));
    if (p->own && p->derived)
      return line(label, usd_text(p->usd), w_("cost.own_less", "your on-demand price less the usual discount"));
    if (p->own) return line(label, usd_text(p->usd), w_("cost.own", "your price"));
    const std::string kind(to_string(p->kind));
    std::string from = w_("price." + kind, kind + " price");
    if (p->derived) from += w_("cost.derived", " (on demand less the usual discount)");
    if (!p->provider.empty()) from += w_("price.of", " of " + p->provider, {{"x", p->provider}});
    from += ", " + p->date + (p->stale ? w_("price.old", " (old)") : "");
    return line(label, usd_text(p->usd), from) + (p->source.empty() ? "" : "    " + p->source + "\n");
  }

  const Report& r_;
  const Words& w_;
};

}  // namespace

std::string error_text(const Error& error) {
  std::string out = "gpu-selector: " + error.message + "\n";
  if (!error.pointer.empty()) out += "  at " + error.pointer + " (" + error.code + ")\n";
  return out;
}

std::string report_text(const Catalog& catalog, const Report& r, const Words& words) {
  std::vector<Note> warnings = r.warnings;
  for (const Note& n : r.scenario.notes)
    if (std::find(warnings.begin(), warnings.end(), n) == warnings.end()) warnings.push_back(n);
  const Printer p(r, words);
  const std::string unread = unread_text(warnings, words);
  warnings.erase(std::remove_if(warnings.begin(), warnings.end(), tells_unread), warnings.end());
  std::string out = unread + p.verdict() + "\n" + task_text(catalog, r.scenario) + "\n";
  const std::string devices = devices_text(catalog, r.scenario);
  out += words("row.on", "on " + devices, {{"x", devices}}) + "\n" + p.memory() + p.speed() + p.cost() + p.advice();
  return out + p.notes(words("table.assumed", "Assumed"), r.assumptions) +
         p.notes(words("table.warnings", "Warnings"), warnings);
}

}  // namespace gpusel::cli
