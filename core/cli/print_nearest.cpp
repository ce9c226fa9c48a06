// Where nothing meets the limits: the nearest plans, what each takes and costs, and what would have to change for it.
#include "core/cli/format.hpp"
#include "core/cli/print.hpp"
#include "core/plan/compare.hpp"
#include "core/plan/label.hpp"
#include "core/plan/limits.hpp"

namespace gpusel::cli {
namespace {

bool is_deadline(const Move& m) { return m.field == "goal.deadline_seconds"; }

std::string asked_text(const Move& m) {
  const Limit* limit = limit_of(std::string_view(m.field).substr(m.field.find('.') + 1));
  if (is_deadline(m)) return time_text(*m.from);
  return limit ? limit->text(*m.from) : count_text(*m.from);
}

// What was asked, and how far that is: "asked: 24 h, 96 times".
std::string distance_text(const Words& w, const Move& m) {
  const std::string from = asked_text(m), times = significant(m.factor(), m.factor() < 2 ? 3 : 2);
  if (!m.to) return w("nearest.asked", " (asked: " + from + ")", {{"from", from}});
  return w("nearest.times", " (asked: " + from + ", " + times + " times)", {{"from", from}, {"times", times}});
}

std::string move_text(const Words& w, const NearestPlan& p, const std::string& code, const Move& m) {
  if (!is_deadline(m) || !m.to) return change_text(w, p.change, code, p.report.scenario) + distance_text(w, m);
  const std::string to = time_text(*m.to);
  return w("nearest.deadline", "a deadline of " + to, {{"x", to}}) + distance_text(w, m);
}

// The moves stand behind the other changes, in their order.
std::string changes_text(const Words& w, const NearestPlan& p) {
  std::string out;
  const std::vector<std::string> all = split_codes(argument(p.change.args, "codes"));
  const std::size_t first_move = all.size() - p.moves.size();
  for (std::size_t i = 0; i < all.size(); ++i) {
    out += (i == 0 ? "" : " + ") + (i < first_move ? change_text(w, p.change, all[i], p.report.scenario)
                                                   : move_text(w, p, all[i], p.moves[i - first_move]));
  }
  return out;
}

std::string figures_text(const GoalSpec& goal, const Report& r) {
  std::string out;
  const auto add = [&](const std::string& text) { out += (out.empty() ? "" : ", ") + text; };
  if (r.train && r.train->run) add(time_text(r.train->run->estimate.value));
  if (r.serve) add("TTFT " + time_text(r.serve->ttft.estimate.value));
  if (r.serve) add("TPOT " + time_text(r.serve->tpot.estimate.value));
  if (speed_of(r) > 0) add(significant(speed_of(r)) + " tok/s");
  if (const auto run = by_goal(goal, r.cost.run, r.cost.run_owned)) add(usd_text(run->estimate.value));
  if (r.cost.usd_per_hour) add(usd_text(r.cost.usd_per_hour->usd) + "/h");
  if (r.energy.watts.estimate.value > 0) add(significant(r.energy.watts.estimate.value) + " W");
  return out;
}

}  // namespace

std::string nearest_text(const Words& w, const Catalog& catalog, const Selection& s) {
  if (s.nearest.empty())
    return w("nearest.none", "No number of devices and no looser limit that was tried admits anything.") + "\n";
  std::string out = w("nearest.title", "The nearest that is possible:") + "\n";
  for (const NearestPlan& p : s.nearest) {
    out += "  " + devices_text(catalog, p.report.scenario) + ": " + figures_text(s.scenario.goal, p.report) + "\n";
    const std::string changes = changes_text(w, p);
    out += "    " + w("nearest.with", "with " + changes, {{"changes", changes}}) + "\n";
  }
  return out;
}

}  // namespace gpusel::cli
