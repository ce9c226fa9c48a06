#include <algorithm>

#include "core/plan/advice.hpp"

namespace gpusel {
namespace {

constexpr int most_steps = 5;

// The change that saves most memory.
std::optional<std::pair<Change, Report>> best_saving(const Catalog& catalog, const Question& q, const Report& at,
                                                     Methods methods) {
  std::optional<std::pair<Change, Report>> best;
  for (Change& c : setting_changes(catalog, q, at)) {
    if (c.code == "lora" && methods == Methods::same) continue;
    Report r = apply_change(catalog, q, c);
    const Bytes least = best ? best->second.memory.need.estimate : at.memory.need.estimate;
    if (r.memory.need.estimate < least) best = {std::move(c), std::move(r)};
  }
  return best;
}

}  // namespace

std::optional<Change> combined_change(const Catalog& catalog, const Question& q, const Report& before,
                                      Methods methods) {
  Question step = q;
  Report at = before;
  Change all{"combined", Burden::free, {}, "Several changes together.", q.scenario};
  std::string codes;
  for (int i = 0; i < most_steps && at.fits == Fits::no; ++i) {
    std::optional<std::pair<Change, Report>> best = best_saving(catalog, step, at, methods);
    if (!best) return std::nullopt;
    codes += (codes.empty() ? "" : ", ") + best->first.code;
    all.burden = std::max(all.burden, best->first.burden);
    all.scenario = step.scenario = best->first.scenario;
    at = std::move(best->second);
  }
  if (at.fits == Fits::no) return std::nullopt;
  all.args = {{"codes", codes}};
  all.why = "Together: " + codes + ".";
  return all;
}

}  // namespace gpusel
