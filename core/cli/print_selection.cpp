#include <algorithm>

#include "core/cli/format.hpp"
#include "core/cli/print.hpp"

namespace gpusel::cli {
namespace {

constexpr std::size_t most_ranked = 20, most_rejected = 30;

std::string fits_word(Fits fits) { return fits == Fits::yes ? "fits" : fits == Fits::tight ? "tight" : "no"; }

std::string money(const std::optional<PricedUsd>& price) { return price ? usd_text(price->usd) : std::string(kDash); }

template <class U>
std::string money(const std::optional<Quantity<U>>& q) {
  return q ? usd_text(q->estimate.value) : std::string(kDash);
}

std::string watts(const Report& r) {
  const double w = r.energy.watts.estimate.value;
  return w > 0 ? significant(w) : std::string(kDash);
}

std::string mark(const Selection& s, std::size_t index) {
  return std::find(s.pareto.begin(), s.pareto.end(), static_cast<int>(index)) != s.pareto.end() ? "*" : "";
}

std::string train_table(const Catalog& catalog, const Selection& s) {
  Table table(
      {"#", "Devices", "Memory", "Usable, GiB", "", "tok/s", "Step", "USD/h", "USD, run", "To buy", "W", "J/token", ""},
      {true, false, true, true, false, true, true, true, true, true, true, true, false});
  for (std::size_t i = 0; i < s.ranked.size() && i < most_ranked; ++i) {
    const Report& r = s.ranked[i];
    const auto& joules = r.energy.joules_per_token;
    table.add({std::to_string(r.rank), devices_text(catalog, r.scenario), fixed(gib(r.memory.need.estimate), 1),
               fixed(gib(r.memory.usable), 1), fits_word(r.fits),
               r.train ? significant(r.train->tokens_per_second.estimate.value) : "",
               r.train ? time_text(r.train->step.estimate.value) : "", money(r.cost.usd_per_hour), money(r.cost.run),
               money(r.cost.purchase), watts(r), joules ? significant(joules->estimate.value) : std::string(kDash),
               mark(s, i)});
  }
  return table.text();
}

std::string serve_table(const Catalog& catalog, const Selection& s) {
  Table table({"#", "Devices", "Memory", "Usable, GiB", "", "TTFT", "TPOT", "Output, tok/s", "USD/h", "USD/M tokens",
               "To buy", "W", "J/token", ""},
              {true, false, true, true, false, true, true, true, true, true, true, true, true, false});
  for (std::size_t i = 0; i < s.ranked.size() && i < most_ranked; ++i) {
    const Report& r = s.ranked[i];
    const auto& joules = r.energy.joules_per_token;
    table.add({std::to_string(r.rank), devices_text(catalog, r.scenario), fixed(gib(r.memory.need.estimate), 1),
               fixed(gib(r.memory.usable), 1), fits_word(r.fits),
               r.serve ? time_text(r.serve->ttft.estimate.value) : "",
               r.serve ? time_text(r.serve->tpot.estimate.value) : "",
               r.serve ? significant(r.serve->output.estimate.value) : "", money(r.cost.usd_per_hour),
               money(r.cost.per_million_tokens), money(r.cost.purchase), watts(r),
               joules ? significant(joules->estimate.value) : std::string(kDash), mark(s, i)});
  }
  return table.text();
}

std::string ranked_text(const Catalog& catalog, const Selection& s) {
  std::string out = s.scenario.task == Task::train ? train_table(catalog, s) : serve_table(catalog, s);
  if (s.ranked.size() > most_ranked)
    out += "... " + std::to_string(s.ranked.size() - most_ranked) + " more (--json lists all)\n";
  return out + "* not beaten in cost, time and energy at once\n";
}

std::string rejected_text(const Catalog& catalog, const Selection& s) {
  if (s.rejected.empty()) return "";
  std::string out = "\nDo not fit or break a limit: " + std::to_string(s.rejected.size()) + "\n";
  for (std::size_t i = 0; i < s.rejected.size() && i < most_rejected; ++i) {
    const Rejected& r = s.rejected[i];
    const Accelerator* a = catalog.accelerator(r.accelerator);
    out += "  " + std::to_string(r.count) + " x " + (a ? a->name : r.accelerator) + ": " + r.reason + "\n";
    if (r.nearest_fix) out += "    nearest fix: " + r.nearest_fix->effect + "\n";
  }
  if (s.rejected.size() > most_rejected)
    out += "  ... " + std::to_string(s.rejected.size() - most_rejected) + " more (--json lists all)\n";
  return out;
}

// Three of a kind are enough to read.
std::string warnings_text(const std::vector<Note>& notes, const Words& words) {
  constexpr std::size_t most = 3;
  std::string out;
  for (std::size_t i = 0; i < notes.size(); ++i) {
    std::size_t before = 0, after = 0;
    for (std::size_t j = 0; j < notes.size(); ++j)
      if (notes[j].code == notes[i].code) ++(j < i ? before : after);
    if (before < most) out += "  - " + words.note(notes[i]) + "\n";
    if (before + 1 == most && after > 1)
      out += "    ... " + std::to_string(after - 1) + " more like this (--json lists all)\n";
  }
  return out.empty() ? "" : "\nWarnings\n" + out;
}

}  // namespace

std::string selection_text(const Catalog& catalog, const Selection& s, const Words& words) {
  std::string out = task_text(catalog, s.scenario) + "\n";
  if (s.ranked.empty()) {
    out += "Nothing fits your limits.\n";
  } else {
    out += "Best of " + std::to_string(s.ranked.size()) + " that fit your limits, by " +
           std::string(to_string(s.scenario.goal.objective)) + ": ";
    out += devices_text(catalog, s.ranked[0].scenario) + "\n\n" + ranked_text(catalog, s);
  }
  out += rejected_text(catalog, s);
  out += warnings_text(s.warnings, words);
  return out;
}

}  // namespace gpusel::cli
