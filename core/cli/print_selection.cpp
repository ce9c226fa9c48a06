#include <algorithm>

#include "core/cli/format.hpp"
#include "core/cli/print.hpp"
#include "core/plan/rank.hpp"

namespace gpusel::cli {
namespace {

constexpr std::size_t most_ranked = 20, most_rejected = 30;

std::string fits_word(Fits fits) { return fits == Fits::yes ? "fits" : fits == Fits::tight ? "tight" : "no"; }

std::string money(const std::optional<PricedUsd>& price) { return price ? usd_text(price->usd) : std::string(kDash); }

// The figure the ranking goes by: the cheaper of renting and owning that the goal admits, and which of the two.
template <class U>
std::string cost(const GoalSpec& goal, const std::optional<Quantity<U>>& rented,
                 const std::optional<Quantity<U>>& owned) {
  const bool rent = goal.acquire != Acquire::buy && rented, own = goal.acquire != Acquire::rent && owned;
  if (!rent && !own) return std::string(kDash);
  if (!own || (rent && rented->estimate.value <= owned->estimate.value))
    return usd_text(rented->estimate.value) + " rent";
  return usd_text(owned->estimate.value) + " own";
}

// The device, and the other counts of it that also pass.
std::string row_name(const Catalog& catalog, const Selection& s, const DeviceRow& row) {
  std::string out = devices_text(catalog, s.ranked[row.index].scenario);
  for (std::size_t i = 0; i < row.other_counts.size(); ++i)
    out += (i == 0 ? "; also " : ", ") + std::to_string(row.other_counts[i]) + " x";
  return out;
}

std::string watts(const Report& r) {
  const double w = r.energy.watts.estimate.value;
  return w > 0 ? significant(w) : std::string(kDash);
}

std::string mark(const Selection& s, std::size_t index) {
  return std::find(s.pareto.begin(), s.pareto.end(), static_cast<int>(index)) != s.pareto.end() ? "*" : "";
}

std::string train_table(const Catalog& catalog, const Selection& s, const std::vector<DeviceRow>& rows) {
  const GoalSpec& goal = s.scenario.goal;
  const bool run = s.scenario.train.tokens.has_value();
  Table table({"#", "Devices", "Memory", "Usable, GiB", "", "tok/s", "Step", "USD/h", run ? "USD, run" : "USD/M tokens",
               "To buy", "W", "J/token", ""},
              {true, false, true, true, false, true, true, true, true, true, true, true, false});
  for (std::size_t i = 0; i < rows.size() && i < most_ranked; ++i) {
    const Report& r = s.ranked[rows[i].index];
    const auto& joules = r.energy.joules_per_token;
    table.add({std::to_string(i + 1), row_name(catalog, s, rows[i]), fixed(gib(r.memory.need.estimate), 1),
               fixed(gib(r.memory.usable), 1), fits_word(r.fits),
               r.train ? significant(r.train->tokens_per_second.estimate.value) : "",
               r.train ? time_text(r.train->step.estimate.value) : "", money(r.cost.usd_per_hour),
               run ? cost(goal, r.cost.run, r.cost.run_owned)
                   : cost(goal, r.cost.per_million_tokens, r.cost.per_million_tokens_owned),
               money(r.cost.purchase), watts(r), joules ? significant(joules->estimate.value) : std::string(kDash),
               mark(s, rows[i].index)});
  }
  return table.text();
}

std::string serve_table(const Catalog& catalog, const Selection& s, const std::vector<DeviceRow>& rows) {
  Table table({"#", "Devices", "Memory", "Usable, GiB", "", "TTFT", "TPOT", "Output, tok/s", "USD/h", "USD/M tokens",
               "To buy", "W", "J/token", ""},
              {true, false, true, true, false, true, true, true, true, true, true, true, true, false});
  for (std::size_t i = 0; i < rows.size() && i < most_ranked; ++i) {
    const Report& r = s.ranked[rows[i].index];
    const auto& joules = r.energy.joules_per_token;
    table.add(
        {std::to_string(i + 1), row_name(catalog, s, rows[i]), fixed(gib(r.memory.need.estimate), 1),
         fixed(gib(r.memory.usable), 1), fits_word(r.fits), r.serve ? time_text(r.serve->ttft.estimate.value) : "",
         r.serve ? time_text(r.serve->tpot.estimate.value) : "",
         r.serve ? significant(r.serve->output.estimate.value) : "", money(r.cost.usd_per_hour),
         cost(s.scenario.goal, r.cost.per_million_tokens, r.cost.per_million_tokens_owned), money(r.cost.purchase),
         watts(r), joules ? significant(joules->estimate.value) : std::string(kDash), mark(s, rows[i].index)});
  }
  return table.text();
}

std::string ranked_text(const Catalog& catalog, const Selection& s) {
  const std::vector<DeviceRow> rows = device_rows(s.ranked);
  std::string out = s.scenario.task == Task::train ? train_table(catalog, s, rows) : serve_table(catalog, s, rows);
  if (rows.size() > most_ranked)
    out += "... " + std::to_string(rows.size() - most_ranked) + " more devices (--json lists every device and count)\n";
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

// Devices whose interval overlaps the first's, in one sentence.
std::string ties_text(const Catalog& catalog, const std::vector<Note>& notes) {
  constexpr std::size_t most = 3;
  std::vector<std::string> names;
  std::string first;
  for (const Note& n : notes) {
    if (n.code != "tied-with-first") continue;
    std::string id;
    for (const auto& [key, value] : n.args) (key == "first" ? first : id) = value;
    const Accelerator* a = catalog.accelerator(id);
    const std::string name = a ? a->name : id;
    if (id != first && std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  if (names.empty()) return "";
  const Accelerator* leader = catalog.accelerator(first);
  std::string out = "  - " + std::to_string(names.size()) +
                    (names.size() == 1 ? " other device ranks" : " other devices rank") +
                    " within the error of the first (" + (leader ? leader->name : first) + "): ";
  for (std::size_t i = 0; i < names.size() && i < most; ++i) out += (i == 0 ? "" : ", ") + names[i];
  return out + (names.size() > most ? ", ...\n" : "\n");
}

// Three of a kind are enough to read.
std::string warnings_text(const Catalog& catalog, const std::vector<Note>& notes, const Words& words) {
  constexpr std::size_t most = 3;
  std::string out;
  for (std::size_t i = 0; i < notes.size(); ++i) {
    if (notes[i].code == "tied-with-first") continue;
    std::size_t before = 0, after = 0;
    for (std::size_t j = 0; j < notes.size(); ++j)
      if (notes[j].code == notes[i].code) ++(j < i ? before : after);
    if (before < most) out += "  - " + words.note(notes[i]) + "\n";
    if (before + 1 == most && after > 1)
      out += "    ... " + std::to_string(after - 1) + " more like this (--json lists all)\n";
  }
  out += ties_text(catalog, notes);
  return out.empty() ? "" : "\nWarnings\n" + out;
}

}  // namespace

std::string selection_text(const Catalog& catalog, const Selection& s, const Words& words) {
  std::string out = task_text(catalog, s.scenario) + "\n";
  const std::size_t devices = device_rows(s.ranked).size();
  if (s.ranked.empty()) {
    out += "Nothing fits your limits.\n";
  } else {
    out += "Best of " + std::to_string(devices) + (devices == 1 ? " device that fits" : " devices that fit") +
           " your limits, by " + std::string(to_string(s.scenario.goal.objective)) + ": ";
    out += devices_text(catalog, s.ranked[0].scenario) + "\n\n" + ranked_text(catalog, s);
  }
  out += rejected_text(catalog, s);
  out += warnings_text(catalog, s.warnings, words);
  return out;
}

}  // namespace gpusel::cli
