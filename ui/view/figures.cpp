#include "ui/view/figures.hpp"

#include <algorithm>

#include "core/plan/compare.hpp"
#include "ui/view/device_name.hpp"

namespace gpusel::view {

std::optional<Quantity<Usd>> cost_of_run(const Report& r, const GoalSpec& goal) {
  return by_goal(goal, r.cost.run, r.cost.run_owned);
}

std::optional<Quantity<UsdPerMillionTokens>> cost_per_million(const Report& r, const GoalSpec& goal) {
  return by_goal(goal, r.cost.per_million_tokens, r.cost.per_million_tokens_owned);
}

std::optional<double> cost_value(const Report& r, const GoalSpec& goal) {
  if (const auto run = cost_of_run(r, goal)) return run->estimate.value;
  if (const auto million = cost_per_million(r, goal)) return million->estimate.value;
  return std::nullopt;
}

double speed_of(const Report& r) {
  if (r.train) return r.train->tokens_per_second.estimate.value;
  return r.serve ? r.serve->decode.estimate.value : 0;
}

std::size_t device_place(const Selection& selection, std::size_t index) {
  std::vector<std::string> seen;
  const auto id = [&](std::size_t i) { return device_of_key(row_key(selection.ranked[i].scenario)); };
  for (std::size_t i = 0; i < selection.ranked.size(); ++i) {
    if (std::find(seen.begin(), seen.end(), id(i)) == seen.end()) seen.push_back(id(i));
    if (id(i) == id(index)) return seen.size();
  }
  return index + 1;
}

std::string verdict_text(const Input& in, const Report& r) {
  const MemoryReport& m = r.memory;
  const auto gap = [&](Bytes a, Bytes b) { return memory_text((a - b).number(), in.lang()); };
  const bool each = count_of(r.scenario) > 1;
  switch (r.fits) {
    case Fits::yes:
      return in.strings.text(each ? "verdict.yes_each" : "verdict.yes", {{"x", gap(m.usable, m.need.estimate)}});
    case Fits::tight:
      if (m.need.high <= m.usable) return in.strings.text("verdict.tight_left", {{"x", gap(m.usable, m.need.high)}});
      return in.strings.text("verdict.tight", {{"x", gap(m.need.high, m.usable)}});
    case Fits::no:
      if (m.need.estimate <= m.usable && m.host_short.value > 0)
        return in.strings.text("verdict.no_host", {{"x", memory_text(m.host_short.number(), in.lang())}});
      return in.strings.text(each ? "verdict.no_each" : "verdict.no", {{"x", gap(m.need.estimate, m.usable)}});
  }
  return {};
}

std::string verdict_word(const Strings& strings, Fits fits) {
  return strings.text(fits == Fits::yes     ? "verdict.word_yes"
                      : fits == Fits::tight ? "verdict.word_tight"
                                            : "verdict.word_no");
}

std::string layout_text(const Input& in, const Report& r) {
  if (!r.scenario.hardware || count_of(r.scenario) < 2) return {};
  const ParallelSpec& p = r.scenario.hardware->parallel;
  std::string out;
  const auto add = [&](const std::optional<Count>& n, const char* key) {
    if (n.value_or(1) < 2) return;
    if (!out.empty()) out += in.lang() == Lang::zh ? "，" : ", ";
    out += in.strings.text(key, {{"n", std::to_string(*n)}});
  };
  add(p.tp, "par.tp");
  add(p.pp, "par.pp");
  add(p.dp, "par.dp");
  add(p.cp, "par.cp");
  add(p.ep, "par.ep");
  add(p.layer_split, "par.layer_split");
  if (p.zero.value_or(0) > 0)
    out += (out.empty() ? "" : in.lang() == Lang::zh ? "，" : ", ") + ("ZeRO-" + std::to_string(*p.zero));
  add(p.shard, "par.shard");
  const Count nodes = r.scenario.hardware->nodes.value_or(1);
  if (nodes > 1)
    out += (out.empty()             ? ""
            : in.lang() == Lang::zh ? "，"
                                    : ", ") +
           in.strings.text("par.hosts", {{"n", std::to_string(nodes)}});
  return out;
}

}  // namespace gpusel::view
