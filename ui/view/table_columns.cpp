#include "ui/view/table_columns.hpp"

#include <algorithm>

#include "core/plan/metrics.hpp"
#include "ui/view/column_filter.hpp"
#include "ui/view/figures.hpp"

namespace gpusel::view {

namespace {

using Kind = FigureColumn::Kind;

constexpr std::size_t usual = 4;

template <class U>
std::optional<Estimate> known(const Quantity<U>& q) {
  if (!(q.estimate.value > 0)) return std::nullopt;
  return Estimate{q.estimate.value, q.low.value, q.high.value};
}
template <class U>
std::optional<Estimate> known(const std::optional<Quantity<U>>& q) {
  return q ? known(*q) : std::nullopt;
}
std::optional<Estimate> fact(double x) { return x > 0 ? std::optional(Estimate{x, x, x}) : std::nullopt; }
std::optional<Estimate> price(const std::optional<PricedUsd>& p) { return p ? fact(p->usd) : std::nullopt; }

struct Row {
  const char* id;
  Kind kind;
  int better;
  std::optional<Estimate> (*value)(const Report&, const GoalSpec&);
};

constexpr auto speed = [](const Report& r, const GoalSpec&) {
  return r.train ? known(r.train->tokens_per_second) : r.serve ? known(r.serve->decode) : std::nullopt;
};
constexpr auto run = [](const Report& r, const GoalSpec&) { return r.train ? known(r.train->run) : std::nullopt; };
constexpr auto step = [](const Report& r, const GoalSpec&) { return r.train ? known(r.train->step) : std::nullopt; };
constexpr auto purchase = [](const Report& r, const GoalSpec&) { return price(r.cost.purchase); };
constexpr auto rent = [](const Report& r, const GoalSpec&) { return price(r.cost.usd_per_hour); };
constexpr auto power = [](const Report& r, const GoalSpec&) { return known(r.energy.watts); };
constexpr auto energy = [](const Report& r, const GoalSpec&) { return known(r.energy.joules_per_token); };
constexpr auto cost = [](const Report& r, const GoalSpec& g) { return known(cost_of_run(r, g)); };
constexpr auto million = [](const Report& r, const GoalSpec& g) { return known(cost_per_million(r, g)); };
constexpr auto ttft = [](const Report& r, const GoalSpec&) { return r.serve ? known(r.serve->ttft) : std::nullopt; };
constexpr auto tpot = [](const Report& r, const GoalSpec&) { return r.serve ? known(r.serve->tpot) : std::nullopt; };
constexpr auto latency = [](const Report& r, const GoalSpec&) { return known(latency_of(r)); };
constexpr auto prefill = [](const Report& r, const GoalSpec&) {
  return r.serve ? known(r.serve->prefill) : std::nullopt;
};
constexpr auto requests = [](const Report& r, const GoalSpec&) {
  return r.serve ? fact(static_cast<double>(r.serve->max_concurrency)) : std::nullopt;
};

constexpr Row run_rows[] = {{"run", Kind::time, -1, run}, {"cost_run", Kind::money, -1, cost}};
constexpr Row step_rows[] = {{"step", Kind::time, -1, step}, {"cost_m", Kind::money, -1, million}};
constexpr Row serve_rows[] = {{"ttft", Kind::time, -1, ttft},         {"tpot", Kind::time, -1, tpot},
                              {"rent", Kind::money, -1, rent},        {"cost_m", Kind::money, -1, million},
                              {"decode", Kind::rounded, 1, speed},    {"prefill", Kind::rounded, 1, prefill},
                              {"requests", Kind::whole, 1, requests}, {"price", Kind::money, -1, purchase},
                              {"power", Kind::rounded, -1, power},    {"energy", Kind::rounded, -1, energy},
                              {"latency", Kind::time, -1, latency}};

std::vector<Row> rows_of(const Input& in) {
  if (in.scenario.task == Task::serve) return {std::begin(serve_rows), std::end(serve_rows)};
  const Row* own = in.scenario.train.tokens ? run_rows : step_rows;
  const Row rented{"rent", Kind::money, -1, rent}, bought{"price", Kind::money, -1, purchase};
  const bool rents = in.scenario.goal.acquire == Acquire::rent;
  return {{"speed", Kind::rounded, 1, speed},   own[0], rents ? rented : bought,
          {"power", Kind::rounded, -1, power},  own[1], rents ? bought : rented,
          {"energy", Kind::rounded, -1, energy}};
}

// The column of what is ranked by, where the usual ones may lack it.
std::string_view ranked_column(const GoalSpec& goal) {
  if (goal.objective == RankBy::latency) return "latency";
  return goal.objective == RankBy::energy ? "energy" : "";
}

double median(std::vector<double> x) {
  if (x.empty()) return 0;
  const auto middle = x.begin() + static_cast<std::ptrdiff_t>(x.size() / 2);
  std::nth_element(x.begin(), middle, x.end());
  return *middle;
}

void set_time(FigureColumn& c, const std::vector<double>& all, Lang lang) {
  const TimeUnit unit = column_unit(all);
  const double least = all.empty() ? 0 : *std::min_element(all.begin(), all.end()) / seconds_in(unit);
  c.scale = seconds_in(unit);
  c.decimals = std::min(3, std::max(time_decimals(median(all) / c.scale), decimals_for(least, 1)));  // never 0.0
  c.unit = unit_symbol(unit, lang);
}

}  // namespace

std::string FigureColumn::text(double x, Lang lang) const {
  if (kind == Kind::rounded) return fixed(round_significant(x, 3), decimals, lang);
  if (kind == Kind::money && x >= 1e6) return count(x, lang);
  if (kind == Kind::time) return fixed(round_significant(x / scale, 3), decimals, lang);
  return fixed(x / scale, decimals, lang);
}

std::vector<FigureColumn> figure_columns(const Input& in, const std::vector<const Report*>& rows) {
  std::vector<FigureColumn> out;
  for (const Row& row : rows_of(in)) {
    FigureColumn c;
    c.kind = row.kind;
    c.id = row.id;
    c.better = row.better;
    c.value = row.value;
    std::vector<double> all;
    for (const Report* r : rows)
      if (const std::optional<Estimate> x = c.value(*r, in.scenario.goal)) all.push_back(x->value);
    if (c.kind == Kind::time)
      set_time(c, all, in.lang());
    else
      c.unit = in.strings.text("unit." + c.id);
    if (c.kind == Kind::money) c.decimals = money_decimals(median(all));
    if (c.kind == Kind::rounded) c.decimals = std::min(c.id == "energy" ? 3 : 1, decimals_for(median(all), 3));
    if (c.id == "power") c.decimals = 0;
    c.label = in.strings.text("col." + c.id, {{"unit", c.unit}});
    c.name = in.strings.text("row." + c.id);
    out.push_back(std::move(c));
  }
  return out;
}

Column head_of(const Input& in, const FigureColumn& c) {
  Column out{c.id, c.label, true};
  out.filter_hint = c.better > 0 ? ">" : "<";
  out.filter = typed_under(in, c.id);
  out.filter_bad = !out.filter.empty() && !read_column_filter(out.filter, c.better, c.scale);
  return out;
}

std::string typed_under(const Input& in, std::string_view column) {
  for (const Choice& typed : in.state.where)
    if (typed.value == column) return typed.label;
  return {};
}

bool passes_columns(const Input& in, const Report& r, const std::vector<FigureColumn>& all) {
  for (const FigureColumn& c : all) {
    const std::string typed = typed_under(in, c.id);
    const std::optional<ColumnFilter> filter =
        typed.empty() ? std::nullopt : read_column_filter(typed, c.better, c.scale);
    if (!filter) continue;
    const std::optional<Estimate> x = c.value(r, in.scenario.goal);
    if (!x || !filter->passes(x->value)) return false;
  }
  return true;
}

FigureColumn memory_column(const Input& in, bool each) {
  FigureColumn c;
  c.id = "memory";
  c.label = in.strings.text(each ? "col.memory_each" : "col.memory");
  c.better = -1;
  c.scale = 1 << 30;
  c.value = [](const Report& r, const GoalSpec&) {
    const auto& need = r.memory.need;
    return std::optional(Estimate{need.estimate.number(), need.low.number(), need.high.number()});
  };
  return c;
}

std::vector<FigureColumn> shown_columns(const Input& in, const std::vector<FigureColumn>& all) {
  std::vector<FigureColumn> out;
  for (const std::string& id : in.state.columns)
    for (const FigureColumn& c : all)
      if (c.id == id) out.push_back(c);
  if (!out.empty()) return out;
  out.assign(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(std::min(usual, all.size())));
  for (std::size_t i = usual; i < all.size(); ++i)
    if (all[i].id == ranked_column(in.scenario.goal)) out.back() = all[i];
  return out;
}

}  // namespace gpusel::view
