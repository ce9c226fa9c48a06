#include <algorithm>
#include <cmath>

#include "core/cli/format.hpp"
#include "core/cli/print.hpp"
#include "core/plan/compare.hpp"
#include "core/plan/rank.hpp"

namespace gpusel::cli {
namespace {

constexpr std::size_t most_ranked = 20, most_rejected = 30;

std::string fits_word(const Words& w, Fits fits) {
  return fits == Fits::yes ? w("fits.yes", "fits") : fits == Fits::tight ? w("fits.tight", "tight") : "no";
}

std::string money(const std::optional<PricedUsd>& price) { return price ? usd_text(price->usd) : std::string(kDash); }

// The figure the ranking goes by: the cheaper of renting and owning that the goal admits, and which of the two.
template <class U>
std::string cost(const Words& w, const GoalSpec& goal, const std::optional<Quantity<U>>& rented,
                 const std::optional<Quantity<U>>& owned) {
  const std::optional<Quantity<U>> paid = by_goal(goal, rented, owned);
  if (!paid) return std::string(kDash);
  const bool rents = goal.acquire != Acquire::buy && paid == rented;
  return usd_text(paid->estimate.value) + " " + (rents ? w("pay.rent", "rent") : w("pay.own", "own"));
}

// The device, and the other counts of it that also pass.
std::string row_name(const Words& w, const Catalog& catalog, const Selection& s, const DeviceRow& row) {
  std::string counts;
  for (Count n : row.other_counts) counts += (counts.empty() ? "" : ", ") + std::to_string(n) + " x";
  const std::string out = devices_text(catalog, s.ranked[row.index].scenario);
  return counts.empty() ? out : out + w("table.also", "; also " + counts, {{"counts", counts}});
}

std::string watts(const Report& r) {
  const double w = r.energy.watts.estimate.value;
  return w > 0 ? significant(w) : std::string(kDash);
}

std::string mark(const Selection& s, std::size_t index) {
  return std::find(s.pareto.begin(), s.pareto.end(), static_cast<int>(index)) != s.pareto.end() ? "*" : "";
}

std::string train_table(const Words& w, const Catalog& catalog, const Selection& s,
                        const std::vector<DeviceRow>& rows) {
  const GoalSpec& goal = s.scenario.goal;
  const bool run = s.scenario.train.tokens.has_value();
  Table table({"#", w("head.devices", "Devices"), w("head.memory", "Memory"), w("head.usable", "Usable, GiB"), "",
               "tok/s", w("head.step", "Step"), w("head.usd_hour", "USD/h"),
               run ? w("head.usd_run", "USD, run") : w("head.usd_million", "USD/M tokens"), w("head.buy", "To buy"),
               "W", "J/token", ""},
              {true, false, true, true, false, true, true, true, true, true, true, true, false});
  for (std::size_t i = 0; i < rows.size() && i < most_ranked; ++i) {
    const Report& r = s.ranked[rows[i].index];
    const auto& joules = r.energy.joules_per_token;
    table.add({std::to_string(i + 1), row_name(w, catalog, s, rows[i]), fixed(gib(r.memory.need.estimate), 1),
               fixed(gib(r.memory.usable), 1), fits_word(w, r.fits),
               r.train ? significant(r.train->tokens_per_second.estimate.value) : "",
               r.train ? time_text(r.train->step.estimate.value) : "", money(r.cost.usd_per_hour),
               run ? cost(w, goal, r.cost.run, r.cost.run_owned)
                   : cost(w, goal, r.cost.per_million_tokens, r.cost.per_million_tokens_owned),
               money(r.cost.purchase), watts(r), joules ? significant(joules->estimate.value) : std::string(kDash),
               mark(s, rows[i].index)});
  }
  return table.text();
}

std::string serve_table(const Words& w, const Catalog& catalog, const Selection& s,
                        const std::vector<DeviceRow>& rows) {
  Table table({"#", w("head.devices", "Devices"), w("head.memory", "Memory"), w("head.usable", "Usable, GiB"), "",
               "TTFT", "TPOT", w("head.output", "Output, tok/s"), w("head.usd_hour", "USD/h"),
               w("head.usd_million", "USD/M tokens"), w("head.buy", "To buy"), "W", "J/token", ""},
              {true, false, true, true, false, true, true, true, true, true, true, true, true, false});
  for (std::size_t i = 0; i < rows.size() && i < most_ranked; ++i) {
    const Report& r = s.ranked[rows[i].index];
    const auto& joules = r.energy.joules_per_token;
    table.add(
        {std::to_string(i + 1), row_name(w, catalog, s, rows[i]), fixed(gib(r.memory.need.estimate), 1),
         fixed(gib(r.memory.usable), 1), fits_word(w, r.fits), r.serve ? time_text(r.serve->ttft.estimate.value) : "",
         r.serve ? time_text(r.serve->tpot.estimate.value) : "",
         r.serve ? significant(r.serve->output.estimate.value) : "", money(r.cost.usd_per_hour),
         cost(w, s.scenario.goal, r.cost.per_million_tokens, r.cost.per_million_tokens_owned), money(r.cost.purchase),
         watts(r), joules ? significant(joules->estimate.value) : std::string(kDash), mark(s, rows[i].index)});
  }
  return table.text();
}

std::string ranked_text(const Words& w, const Catalog& catalog, const Selection& s) {
  const std::vector<DeviceRow> rows = device_rows(s.ranked);
  std::string out =
      s.scenario.task == Task::train ? train_table(w, catalog, s, rows) : serve_table(w, catalog, s, rows);
  if (rows.size() > most_ranked) {
    const std::string n = std::to_string(rows.size() - most_ranked);
    out += "... " + w("table.more", n + " more devices (--json lists every device and count)", {{"n", n}}) + "\n";
  }
  return out + w("table.pareto", "* not beaten in cost, time and energy at once") + "\n";
}

std::string rejected_text(const Words& w, const Catalog& catalog, const Selection& s) {
  if (s.rejected.empty()) return "";
  const std::string all = std::to_string(s.rejected.size());
  std::string out = "\n" + w("table.rejected", "Do not fit or break a limit: " + all, {{"n", all}}) + "\n";
  for (std::size_t i = 0; i < s.rejected.size() && i < most_rejected; ++i) {
    const Rejected& r = s.rejected[i];
    const Accelerator* a = catalog.accelerator(r.accelerator);
    out += "  " + std::to_string(r.count) + " x " + (a ? a->name : r.accelerator) + ": " + reason_text(w, r);
    out += r.nearest_fix ? "\n    " + w("table.fix", "nearest fix: ") + advice_text(w, *r.nearest_fix, r.report)
                         : w("table.no_fix", " No change that was tried admits it.");
    out += "\n";
  }
  if (s.rejected.size() > most_rejected) {
    const std::string n = std::to_string(s.rejected.size() - most_rejected);
    out += "  ... " + w("table.more_rejected", n + " more (--json lists all)", {{"n", n}}) + "\n";
  }
  return out;
}

// Three of a kind are enough to read.
std::string warnings_text(const std::vector<Note>& notes, const Words& words) {
  constexpr std::size_t most = 3;
  std::string out;
  for (std::size_t i = 0; i < notes.size(); ++i) {
    if (tells_unread(notes[i])) continue;  // at the top
    std::size_t before = 0, after = 0;
    for (std::size_t j = 0; j < notes.size(); ++j)
      if (notes[j].code == notes[i].code) ++(j < i ? before : after);
    if (before < most) out += "  - " + words.note(notes[i]) + "\n";
    if (before + 1 == most && after > 1)
      out += "    ... " + std::to_string(after - 1) + " more like this (--json lists all)\n";
  }
  return out.empty() ? "" : "\n" + words("table.warnings", "Warnings") + "\n" + out;
}

std::string explanation_text(const std::vector<Note>& notes, const Words& words) {
  if (notes.empty()) return "";
  std::string out = "\n" + words("table.why_first", "Why this order") + "\n";
  for (const Note& n : notes) out += "  - " + words.note(n) + "\n";
  return out;
}

// Renting against buying the first: when the two have cost the same.
std::string break_even_text(const Catalog& catalog, const Report& first, const Words& w) {
  const std::optional<CostLife>& life = first.cost.life;
  if (!life || !life->rented_usd_per_hour) return "";
  const std::string devices = devices_text(catalog, first.scenario),
                    use = percent_text(first.scenario.goal.utilization);
  if (!life->break_even)
    return "\n" +
           w("buy.never", "Renting " + devices + " never costs as much as buying, busy " + use + " of the time.",
             {{"devices", devices}, {"use", use}}) +
           "\n";
  const Quantity<Seconds>& t = *life->break_even;
  const std::string after = time_text(t.estimate.value), low = time_text(t.low.value);
  const std::string high = std::isfinite(t.high.value) ? time_text(t.high.value) : w("buy.open", "never");
  return "\n" +
         w("buy.after",
           "Buying " + devices + " pays after " + after + " (90%: " + low + " to " + high + "), busy " + use +
               " of the time.",
           {{"devices", devices}, {"after", after}, {"low", low}, {"high", high}, {"use", use}}) +
         "\n";
}

}  // namespace

std::string selection_text(const Catalog& catalog, const Selection& s, const Words& w) {
  std::string out = unread_text(s.warnings, w) + task_text(catalog, s.scenario) + "\n";
  const std::size_t devices = device_rows(s.ranked).size();
  if (s.ranked.empty()) {
    out += w("table.nothing", "Nothing fits your limits.") + "\n" + nearest_text(w, catalog, s);
  } else {
    const std::string n = std::to_string(devices), goal(to_string(s.scenario.goal.objective));
    const std::string best = devices_text(catalog, s.ranked[0].scenario);
    out += w("table.best",
             "Best of " + n + (devices == 1 ? " device that fits" : " devices that fit") + " your limits, by " + goal +
                 ": " + best,
             {{"n", n}, {"goal", w("goal." + goal, goal)}, {"devices", best}});
    out += "\n\n" + ranked_text(w, catalog, s) + explanation_text(s.explanation, w) +
           break_even_text(catalog, s.ranked[0], w);
  }
  return out + rejected_text(w, catalog, s) + warnings_text(s.warnings, w);
}

}  // namespace gpusel::cli
