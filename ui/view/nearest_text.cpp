// Where nothing is ranked the answer is a miss: what would be possible stands beside it, with what has to change.
#include "ui/view/device_name.hpp"
#include "ui/view/figures.hpp"

namespace gpusel::view {

namespace {

std::string change_of(const Input& in, const NearestPlan& plan) {
  return advice_label(in, plan.change, in.selection.scenario);
}

std::string figures_of(const Input& in, const Report& r) {
  std::string all;
  const auto add = [&](const std::string& one) {
    all += (all.empty() ? "" : in.lang() == Lang::zh ? "，" : ", ") + one;
  };
  if (r.train && r.train->run) add(time_text(r.train->run->estimate.value, in.lang()));
  if (r.serve) add("TPOT " + time_text(r.serve->tpot.estimate.value, in.lang()));
  if (const auto cost = cost_of_run(r, in.scenario.goal)) add(money(cost->estimate.value, in.lang()));
  if (speed_of(r) > 0) add(rate(speed_of(r), in.lang()).joined());
  return all;
}

Action take(const Input& in, const NearestPlan& plan) {
  Action change;
  change.kind = Action::Kind::apply_patch;
  change.value = plan.change.change;
  change.text = change_of(in, plan);
  return change;
}

bool is_miss(const Input& in) { return in.subject.rejected && !in.subject.own; }

}  // namespace

std::string possible_instead(const Input& in) {
  if (!is_miss(in) || in.selection.nearest.empty()) return {};
  const NearestPlan& first = in.selection.nearest.front();
  return in.strings.text("nearest.plan", {{"device", device_name(first.report.scenario, in.catalog, false)},
                                          {"change", change_of(in, first)},
                                          {"figures", figures_of(in, first.report)}});
}

std::optional<Button> nearest_change(const Input& in) {
  if (!is_miss(in) || in.selection.nearest.empty()) return std::nullopt;
  return Button{"answer-fix", in.strings.text("nearest.take"), take(in, in.selection.nearest.front()), true};
}

std::vector<ChangeView> other_possible(const Input& in) {
  std::vector<ChangeView> out;
  for (std::size_t i = 1; is_miss(in) && i < in.selection.nearest.size(); ++i) {
    const NearestPlan& plan = in.selection.nearest[i];
    out.push_back({device_name(plan.report.scenario, in.catalog, false),
                   change_of(in, plan) + std::string(kDot) + figures_of(in, plan.report),
                   {"nearest-" + std::to_string(i), in.strings.text("act.try"), take(in, plan), false}});
  }
  return out;
}

}  // namespace gpusel::view
