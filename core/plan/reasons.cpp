// Each sentence is a Note: code and arguments for any language (assets/i18n, "note." + code; an argument "@key" is a
// string of i18n itself), and the English text.

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "core/domain/digits.hpp"
#include "core/plan/compare.hpp"
#include "core/plan/hardware.hpp"
#include "core/plan/metrics.hpp"
#include "core/plan/plan.hpp"
#include "core/plan/rank.hpp"
#include "core/plan/turns.hpp"

namespace gpusel {
namespace {

using Arguments = std::vector<std::pair<std::string, std::string>>;

// Three digits, never an exponent.
std::string number(double x) {
  char text[48];
  if (x >= 1000) {
    const double step = std::pow(10.0, std::floor(std::log10(x)) - 2);
    x = std::round(x / step) * step;
  }
  std::snprintf(text, sizeof text, x >= 100 ? "%.0f" : x >= 10 ? "%.1f" : x >= 0.1 ? "%.2f" : "%.3g", x);
  return text;
}
std::string usd(double x) {
  char text[48];
  std::snprintf(text, sizeof text, x >= 100 ? "%.0f" : x >= 0.1 ? "%.2f" : "%.2g", x);
  return text;
}
std::string whole_percent(double share) {
  char text[48];
  std::snprintf(text, sizeof text, "%.0f", std::round(100 * share));
  return text;
}

// English words of the arguments that are strings of their own.
struct Word {
  std::string_view key, english;
};
constexpr Word words[] = {{"@turn.better", "better"},
                          {"@turn.cheaper", "cheaper"},
                          {"@turn.faster", "faster"},
                          {"@turn.sooner", "quicker to finish"},
                          {"@turn.frugal", "more frugal"},
                          {"@turn.serve.concurrency", "a concurrency"},
                          {"@turn.serve.input_tokens", "an input length"},
                          {"@turn.serve.output_tokens", "an output length"},
                          {"@turn.train.sequence_length", "a sequence length"},
                          {"@turn.train.micro_batch", "a micro-batch"},
                          {"@bind.compute", "compute"},
                          {"@bind.memory-bandwidth", "memory bandwidth"},
                          {"@bind.network", "the interconnect"},
                          {"@bind.latency", "launch latency"},
                          {"@limit.rent", "rent"},
                          {"@limit.budget", "cost of the run"},
                          {"@limit.price", "price to buy"},
                          {"@limit.power", "power"},
                          {"@limit.deadline", "deadline"},
                          {"@limit.ttft", "first token"},
                          {"@limit.tpot", "time per token"},
                          {"@limit.rate", "tokens a second"}};

std::string english_of(const std::string& value) {
  const auto word = std::find_if(std::begin(words), std::end(words), [&](const Word& w) { return w.key == value; });
  if (word != std::end(words)) return std::string(word->english);
  return grouped(value);
}

// The sentence with its arguments put in.
Note sentence(std::string code, std::string_view english, Arguments args) {
  Note n{std::move(code), {}, "/ranked", std::move(args)};
  for (std::size_t at = 0; at < english.size(); ++at) {
    const std::size_t end = english[at] == '{' ? english.find('}', at) : std::string_view::npos;
    if (end == std::string_view::npos) {
      n.message += english[at];
      continue;
    }
    const std::string_view name = english.substr(at + 1, end - at - 1);
    for (const auto& [key, value] : n.args) {
      if (key != name) continue;
      n.message += english_of(value);
    }
    at = end;
  }
  return n;
}

// A plan as the sentences see it.
struct Plan {
  const Report& report;
  Stand stand;
  std::string name;
};
std::optional<Plan> plan_of(const Catalog& catalog, const Report& r) {
  const Accelerator* a = accelerator_of(r.scenario, catalog);
  if (!a) return std::nullopt;
  const Count n = r.scenario.hardware->count;
  return Plan{r, {a, n}, n == 1 ? a->name : std::to_string(n) + " x " + a->name};
}

const char* better_word(RankBy by) {
  switch (by) {
    case RankBy::cost:
      return "@turn.cheaper";
    case RankBy::speed:
      return "@turn.faster";
    case RankBy::latency:
      return "@turn.sooner";
    case RankBy::energy:
      return "@turn.frugal";
    case RankBy::balanced:
      break;
  }
  return "@turn.better";
}

Note cost_lead(const Report& r, Arguments args, const Metrics& x, const Metrics& y) {
  args.insert(args.end(), {{"x", usd(x.cost)}, {"y", usd(y.cost)}, {"p", whole_percent(1 - x.cost / y.cost)}});
  if (r.cost.run || r.cost.run_owned)
    return sentence("lead-cost-run", "{a} does the run for ${x}, {p} % less than {b} (${y}).", std::move(args));
  return sentence("lead-cost", "{a} costs ${x} per million tokens, {p} % less than {b} (${y}).", std::move(args));
}

Note speed_lead(Arguments args, const Metrics& x, const Metrics& y) {
  args.insert(args.end(),
              {{"x", number(1 / x.time)}, {"y", number(1 / y.time)}, {"p", whole_percent(y.time / x.time - 1)}});
  return sentence("lead-speed", "{a} reaches {x} tokens a second, {p} % more than {b} ({y}).", std::move(args));
}

Note latency_lead(Arguments args, const Metrics& x, const Metrics& y) {
  args.insert(args.end(),
              {{"x", number(x.latency)}, {"y", number(y.latency)}, {"p", whole_percent(1 - x.latency / y.latency)}});
  return sentence("lead-latency", "{a} ends a reply after {x} s, {p} % sooner than {b} ({y} s).", std::move(args));
}

Note energy_lead(Arguments args, const Metrics& x, const Metrics& y) {
  args.insert(args.end(),
              {{"x", number(x.energy)}, {"y", number(y.energy)}, {"p", whole_percent(1 - x.energy / y.energy)}});
  return sentence("lead-energy", "{a} takes {x} J a token, {p} % less than {b} ({y}).", std::move(args));
}

Note balanced_lead(Arguments args, const Metrics& x, const Metrics& y, double lead) {
  args.emplace_back("p", whole_percent(lead - 1));
  if (!std::isfinite(x.energy) || !std::isfinite(y.energy) || !std::isfinite(x.cost) || !std::isfinite(y.cost))
    return sentence("lead-balanced-part", "Cost, speed and energy counted alike, {a} is {p} % ahead of {b}.",
                    std::move(args));
  args.insert(args.end(), {{"cost", number(x.cost / y.cost)},
                           {"speed", number(y.device_time / x.device_time)},
                           {"energy", number(x.energy / y.energy)}});
  return sentence(
      "lead-balanced",
      "Cost, speed of one device and energy counted alike, {a} is {p} % ahead of {b}: {cost} times its cost, "
      "{speed} times its speed, {energy} times its energy.",
      std::move(args));
}

// By how much. The scores weigh how sure the estimates are; the figures that are told are the estimates themselves.
std::optional<Note> lead_sentence(const GoalSpec& goal, const Plan& a, const Plan& b) {
  const std::optional<double> scored = lead_of(goal, a.report, b.report);
  if (!scored) return std::nullopt;
  const Metrics x = metrics_of(goal, a.report, Seen::estimate), y = metrics_of(goal, b.report, Seen::estimate);
  const double seen = score_of(goal.objective, best_of(x, y), x) / score_of(goal.objective, best_of(x, y), y);
  Arguments names{{"a", a.name}, {"b", b.name}};
  if (*scored < 1 / (1 - same_score) && *scored > 1 - same_score)
    return sentence("lead-equal", "{a} and {b} are equal within the error; the simpler plan stands first.",
                    std::move(names));
  if (seen < 1) {
    names.emplace_back("p", whole_percent(1 / seen - 1));
    return sentence("lead-surer", "By the estimate alone {b} is {p} % ahead, but it is less sure: {a} stands first.",
                    std::move(names));
  }
  switch (goal.objective) {
    case RankBy::cost:
      return cost_lead(a.report, std::move(names), x, y);
    case RankBy::speed:
      return speed_lead(std::move(names), x, y);
    case RankBy::latency:
      return a.report.serve ? latency_lead(std::move(names), x, y) : speed_lead(std::move(names), x, y);
    case RankBy::energy:
      return energy_lead(std::move(names), x, y);
    case RankBy::balanced:
      return balanced_lead(std::move(names), x, y, seen);
  }
  return std::nullopt;
}

std::string bound_key(Bound b) { return "@bind." + std::string(to_string(b)); }

// What binds each of the two.
std::optional<Note> bound_sentence(const Plan& a, const Plan& b) {
  const PhaseBound *x = binding_phase(a.report), *y = binding_phase(b.report);
  if (!x || !y) return std::nullopt;
  Arguments args{{"a", a.name}, {"b", b.name}};
  if (x->bound != y->bound) {
    args.insert(args.end(), {{"p", bound_key(x->bound)}, {"q", bound_key(y->bound)}});
    return sentence("bound-differs", "{a} is bound by {p}, {b} by {q}.", std::move(args));
  }
  const auto both = [&](double of_a, double of_b) {
    args.insert(args.end(), {{"x", number(of_a * static_cast<double>(a.stand.count) / 1e12)},
                             {"y", number(of_b * static_cast<double>(b.stand.count) / 1e12)}});
  };
  switch (x->bound) {
    case Bound::memory_bandwidth:
      both(a.stand.accelerator->bandwidth.value, b.stand.accelerator->bandwidth.value);
      return sentence("bound-bandwidth", "Memory bandwidth binds both: {x} TB/s against {y}.", std::move(args));
    case Bound::compute:
      if (!(x->reached_flops_per_second > 0) || !(y->reached_flops_per_second > 0)) return std::nullopt;
      both(x->reached_flops_per_second, y->reached_flops_per_second);
      return sentence("bound-compute", "Compute binds both: they reach {x} and {y} TFLOP/s.", std::move(args));
    case Bound::network:
      return sentence("bound-network", "The network between devices binds both.", std::move(args));
    case Bound::latency:
      return sentence("bound-latency", "Latency binds both: a step is too small to fill them.", std::move(args));
  }
  return std::nullopt;
}

// Prices, where they have a say.
std::optional<Note> price_sentence(const GoalSpec& goal, const Plan& a, const Plan& b) {
  if (goal.objective != RankBy::cost && goal.objective != RankBy::balanced) return std::nullopt;
  const CostReport &x = a.report.cost, &y = b.report.cost;
  Arguments args{{"a", a.name}, {"b", b.name}};
  const auto both = [&](const PricedUsd& of_a, const PricedUsd& of_b) {
    args.insert(args.end(), {{"x", usd(of_a.usd)}, {"y", usd(of_b.usd)}});
  };
  if (goal.acquire != Acquire::buy && x.usd_per_hour && y.usd_per_hour) {
    both(*x.usd_per_hour, *y.usd_per_hour);
    return sentence("lead-rent", "An hour rents for ${x} and ${y}.", std::move(args));
  }
  if (goal.acquire != Acquire::rent && x.purchase && y.purchase) {
    both(*x.purchase, *y.purchase);
    return sentence("lead-purchase", "They cost ${x} and ${y} to buy.", std::move(args));
  }
  return std::nullopt;
}

const char* limit_key(std::string_view limit) {
  constexpr std::pair<std::string_view, const char*> keys[] = {
      {"max_usd_per_hour", "@limit.rent"},     {"max_total_usd", "@limit.budget"},
      {"max_purchase_usd", "@limit.price"},    {"max_watts", "@limit.power"},
      {"deadline_seconds", "@limit.deadline"}, {"max_ttft_seconds", "@limit.ttft"},
      {"max_tpot_seconds", "@limit.tpot"},     {"min_tokens_per_second", "@limit.rate"}};
  for (const auto& [code, key] : keys)
    if (code == limit) return key;
  return "";
}

Note turn_sentence(const GoalSpec& goal, const Plan& a, const Plan& b, const Turn& t) {
  Arguments args{{"a", a.name},
                 {"b", b.name},
                 {"x", std::to_string(t.at)},
                 {"unit", "@turn." + std::string(to_string(t.setting))}};
  const bool up = t.above();
  switch (t.by) {
    case TurnBy::score:
      args.emplace_back("better", better_word(goal.objective));
      return up ? sentence("turn-above", "From {unit} of {x} on, {b} is {better}.", std::move(args))
                : sentence("turn-below", "Up to {unit} of {x}, {b} is {better}.", std::move(args));
    case TurnBy::memory:
      return up ? sentence("turn-full-above", "From {unit} of about {x} on, {a} no longer fits; {b} does.",
                           std::move(args))
                : sentence("turn-full-below", "Up to {unit} of about {x}, {a} no longer fits; {b} does.",
                           std::move(args));
    case TurnBy::limit:
      break;
  }
  args.emplace_back("limit", limit_key(t.limit));
  return up ? sentence("turn-limit-above", "From {unit} of {x} on, {a} breaks a limit ({limit}) that {b} keeps.",
                       std::move(args))
            : sentence("turn-limit-below", "Up to {unit} of {x}, {a} breaks a limit ({limit}) that {b} keeps.",
                       std::move(args));
}

// The rent at which the second would be as good: cost is in proportion to it.
std::optional<Note> rent_turn(const GoalSpec& goal, const Plan& a, const Plan& b) {
  const std::optional<double> lead = lead_of(goal, a.report, b.report);
  const CostReport& cost = b.report.cost;
  const bool rented = goal.acquire == Acquire::rent || (!cost.run_owned && !cost.per_million_tokens_owned);
  if (!lead || *lead <= 1 || !rented || !cost.usd_per_hour) return std::nullopt;
  const bool balanced = goal.objective == RankBy::balanced;
  if (goal.objective != RankBy::cost && !balanced) return std::nullopt;
  const double behind = (1 - same_score) / *lead;
  const double share = balanced ? behind * behind * behind : behind;
  constexpr double thinkable = 0.4;  // rents of one device differ by as much between providers
  if (share < thinkable) return std::nullopt;
  return sentence("turn-rent", "Below ${x} an hour (now ${y}) {b} would be {better}.",
                  {{"x", usd(share * cost.usd_per_hour->usd)},
                   {"y", usd(cost.usd_per_hour->usd)},
                   {"b", b.name},
                   {"better", better_word(goal.objective)}});
}

}  // namespace

std::vector<Note> reasons(const Catalog& catalog, const Scenario& scenario, const Report& first, const Report& second) {
  constexpr std::size_t most_turns = 2;
  const std::optional<Plan> a = plan_of(catalog, first), b = plan_of(catalog, second);
  const Result<Question> q = resolve(catalog, scenario);
  if (!a || !b || !q) return {};
  const GoalSpec& goal = scenario.goal;
  std::vector<Note> out;
  const auto add = [&](std::optional<Note> n) {
    if (n) out.push_back(std::move(*n));
  };
  add(lead_sentence(goal, *a, *b));
  add(bound_sentence(*a, *b));
  add(price_sentence(goal, *a, *b));
  const std::vector<Turn> all = turns(catalog, *q, a->stand, b->stand);
  for (std::size_t i = 0; i < std::min(all.size(), most_turns); ++i) add(turn_sentence(goal, *a, *b, all[i]));
  add(rent_turn(goal, *a, *b));
  return out;
}

void explain_first(const Catalog& catalog, Selection& selection) {
  const std::vector<DeviceRow> rows = device_rows(selection.ranked);
  if (rows.size() < 2) return;
  selection.explanation =
      reasons(catalog, selection.scenario, selection.ranked[rows[0].index], selection.ranked[rows[1].index]);
}

}  // namespace gpusel
