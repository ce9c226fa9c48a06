#include "core/plan/rank.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/domain/order.hpp"
#include "core/plan/compare.hpp"

namespace gpusel {
namespace {

constexpr double same_count = 0.02;  // two counts of one device share most of their error
constexpr double same_score =
    0.05;  // median error of the speed models (5 to 8 %): two devices nearer than that are equal
constexpr double infinity = std::numeric_limits<double>::infinity();

std::string_view id_of(const Report& r) {
  if (!r.scenario.hardware || !r.scenario.hardware->accelerator) return "";
  if (const std::string* id = std::get_if<std::string>(&*r.scenario.hardware->accelerator)) return *id;
  return std::get_if<Accelerator>(&*r.scenario.hardware->accelerator)->id;
}
Count count_of(const Report& r) { return r.scenario.hardware ? r.scenario.hardware->count : 1; }

// What a quantity is worth to the ranking: its mean where the 90 % interval is that of a log-normal error,
// estimate * exp(sigma^2 / 2) with sigma = ln(high / estimate) / 1.645. A device that no one has measured may turn out
// much dearer than its estimate; one that has been will not. How much cheaper it may turn out is no risk: one more
// cheap offer must not make a device dearer.
double risk_of(double estimate, double high) {
  if (!(estimate > 0) || !(high >= estimate)) return 1;
  constexpr double ninety_percent = 1.645;
  const double sigma = std::log(high / estimate) / ninety_percent;
  return std::exp(sigma * sigma / 2);
}
template <class U>
double expected(const Quantity<U>& q) {
  return q.estimate.value * risk_of(q.estimate.value, q.high.value);
}

enum class View { estimate, expected };
template <class U>
double seen(const Quantity<U>& q, View view) {
  return view == View::expected ? expected(q) : q.estimate.value;
}

template <class U>
std::optional<double> lower(const GoalSpec& goal, const std::optional<Quantity<U>>& rented,
                            const std::optional<Quantity<U>>& owned, View view) {
  const auto paid = by_goal(goal, rented, owned, [&](const Quantity<U>& q) { return seen(q, view); });
  return paid ? std::optional(seen(*paid, view)) : std::nullopt;
}

std::optional<double> cost_as(const GoalSpec& goal, const Report& r, View view) {
  if (r.cost.run || r.cost.run_owned) return lower(goal, r.cost.run, r.cost.run_owned, view);
  return lower(goal, r.cost.per_million_tokens, r.cost.per_million_tokens_owned, view);
}

double seconds_a_token(const Report& r, View view) {
  const Quantity<TokensPerSecond>& rate = r.train ? r.train->tokens_per_second : r.serve->output;
  const double risk = view == View::expected ? risk_of(rate.low.value, rate.estimate.value) : 1;
  return risk / rate.estimate.value;
}

// Lower is better for all; infinite where unknown. device_time: seconds of one device a token.
struct Metrics {
  double cost = infinity, time = infinity, energy = infinity, device_time = infinity;
};
Metrics metrics_of(const GoalSpec& goal, const Report& r, View view) {
  Metrics m;
  if (const auto cost = cost_as(goal, r, view)) m.cost = *cost;
  if (speed_of(r) > 0) {
    m.time = seconds_a_token(r, view);
    m.device_time = m.time * static_cast<double>(count_of(r));
  }
  if (energy_metric(r)) m.energy = seen(*r.energy.joules_per_token, view);
  return m;
}

// Energy that is unknown (a chip whose power no one publishes) counts as twice the best: it neither wins nor sinks by
// it.
constexpr double unknown_energy = 0.5;

double ratio(double best, double x) { return std::isfinite(x) && x > 0 && std::isfinite(best) ? best / x : 0; }

double score_of(RankBy by, const Metrics& best, const Metrics& m) {
  const double cost = ratio(best.cost, m.cost), speed = ratio(best.time, m.time), energy = ratio(best.energy, m.energy);
  switch (by) {
    case RankBy::cost:
      return cost;
    case RankBy::speed:
      return speed;
    case RankBy::energy:
      return energy;
    case RankBy::balanced:
      return std::cbrt(cost * ratio(best.device_time, m.device_time) * (energy > 0 ? energy : unknown_energy));
  }
  return 0;
}

bool dominates(const Metrics& a, const Metrics& b) {
  const bool no_worse = a.cost <= b.cost && a.time <= b.time && a.energy <= b.energy;
  return no_worse && (a.cost < b.cost || a.time < b.time || a.energy < b.energy);
}

struct Range {
  double low = 0, high = 0;
};
template <class Q>
std::optional<Range> range(const std::optional<Q>& q) {
  if (!q) return std::nullopt;
  return Range{q->low.value, q->high.value};
}

// The 90 % interval of what the ranking is by.
std::optional<Range> ranked_range(const GoalSpec& goal, const Report& r) {
  if (goal.objective == RankBy::energy) return range(r.energy.joules_per_token);
  if (goal.objective == RankBy::cost)
    return range(by_goal(goal, r.cost.per_million_tokens, r.cost.per_million_tokens_owned));
  if (r.train) return Range{r.train->tokens_per_second.low.value, r.train->tokens_per_second.high.value};
  if (r.serve) return Range{r.serve->output.low.value, r.serve->output.high.value};
  return std::nullopt;
}

struct Place {
  Report report;
  double without_price = 0;  // orders what has no score
  double lead = 0;           // score its place follows: see choose_counts
  bool chosen = false;       // the count its device is ranked with
};

// What has to be paid at first: the rent of an hour where renting is asked, else the boards.
double price_of(const GoalSpec& goal, const Report& r) {
  const auto& price = goal.acquire == Acquire::rent ? r.cost.usd_per_hour : r.cost.purchase;
  return price ? price->usd : infinity;
}

bool simpler(const GoalSpec& goal, const Report& a, const Report& b) {
  if (count_of(a) != count_of(b)) return count_of(a) < count_of(b);
  const double price = price_of(goal, a), other = price_of(goal, b);
  if (price != other) return price < other;
  if (speed_of(a) != speed_of(b)) return speed_of(a) > speed_of(b);
  return id_of(a) < id_of(b);
}

// Each device is ranked with the fewest that come within `same_count` of its own best; that count leads with the best's
// score, and no other count of the device comes before it.
void choose_counts(std::vector<Place>& places) {
  for (Place& p : places) {
    const bool first =
        std::none_of(places.data(), &p, [&](const Place& o) { return id_of(o.report) == id_of(p.report); });
    if (!first) continue;
    double best = 0;
    for (const Place& o : places)
      if (id_of(o.report) == id_of(p.report)) best = std::max(best, o.report.score);
    Place* chosen = nullptr;
    for (Place& o : places)
      if (id_of(o.report) == id_of(p.report) && o.report.score >= best * (1 - same_count) &&
          (!chosen || count_of(o.report) < count_of(chosen->report)))
        chosen = &o;
    for (Place& o : places)
      if (id_of(o.report) == id_of(p.report)) o.lead = std::min(o.report.score, chosen->report.score);
    chosen->lead = best;
    chosen->chosen = true;
  }
}

bool before(const GoalSpec& goal, const Place& a, const Place& b) {
  if (a.chosen != b.chosen) return a.chosen;
  if (a.report.fits != b.report.fits) return a.report.fits < b.report.fits;
  return simpler(goal, a.report, b.report);
}

// Groups, from the highest score down: each holds what lies within `same_score` of its first. "Within 5 %" alone is no
// order (it is not transitive); groups are, and the same input always forms the same ones.
void sort_places(const GoalSpec& goal, std::vector<Place>& places) {
  choose_counts(places);
  sort_stably(places.begin(), places.end(), [&](const Place& a, const Place& b) {
    if (a.lead != b.lead) return a.lead > b.lead;
    if (a.lead == 0 && a.without_price != b.without_price) return a.without_price > b.without_price;
    return before(goal, a, b);
  });
  for (auto first = places.begin(); first != places.end() && first->lead > 0;) {
    const double least = first->lead * (1 - same_score);
    const auto last = std::find_if(first, places.end(), [&](const Place& p) { return p.lead < least; });
    sort_stably(first, last, [&](const Place& a, const Place& b) { return before(goal, a, b); });
    first = last;
  }
}

}  // namespace

std::optional<double> cost_metric(const GoalSpec& goal, const Report& r) { return cost_as(goal, r, View::estimate); }

std::optional<double> energy_metric(const Report& r) {
  if (!r.energy.joules_per_token || !(r.energy.joules_per_token->estimate.value > 0)) return std::nullopt;
  return r.energy.joules_per_token->estimate.value;
}

void rank_reports(const GoalSpec& goal, std::vector<Report>& reports) {
  Metrics best;
  for (const Report& r : reports) {
    const Metrics m = metrics_of(goal, r, View::expected);
    best = {std::min(best.cost, m.cost), std::min(best.time, m.time), std::min(best.energy, m.energy),
            std::min(best.device_time, m.device_time)};
  }
  // Where nothing at all has a price, money does not order anything: the other two do.
  GoalSpec by = goal;
  if (!std::isfinite(best.cost) && by.objective == RankBy::cost) by.objective = RankBy::speed;
  std::vector<Place> places;
  for (Report& r : reports) {
    Metrics m = metrics_of(goal, r, View::expected);
    if (!std::isfinite(best.cost)) m.cost = best.cost = 1;
    constexpr double tight_fit = 0.9;
    r.score = score_of(by.objective, best, m) * (r.fits == Fits::tight ? tight_fit : 1.0);
    m.cost = best.cost;
    places.push_back({std::move(r), score_of(RankBy::balanced, best, m), 0, false});
  }
  sort_places(by, places);
  for (std::size_t i = 0; i < places.size(); ++i) {
    reports[i] = std::move(places[i].report);
    reports[i].rank = static_cast<int>(i) + 1;
  }
}

std::vector<int> pareto_set(const GoalSpec& goal, const std::vector<Report>& ranked) {
  std::vector<Metrics> all;
  for (const Report& r : ranked) all.push_back(metrics_of(goal, r, View::estimate));
  std::vector<int> out;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!std::isfinite(all[i].time)) continue;
    const bool beaten =
        std::any_of(all.begin(), all.end(), [&](const Metrics& other) { return dominates(other, all[i]); });
    if (!beaten) out.push_back(static_cast<int>(i));
  }
  return out;
}

std::vector<Report> worthwhile_counts(const GoalSpec& goal, std::vector<Report> same_device) {
  constexpr double faster = 1.05, cheaper = 0.98;
  std::vector<Report> kept;
  for (Report& r : same_device) {
    const Metrics m = metrics_of(goal, r, View::estimate);
    const bool wins = std::all_of(kept.begin(), kept.end(), [&](const Report& k) {
      const Metrics o = metrics_of(goal, k, View::estimate);
      return m.time * faster < o.time || m.cost < cheaper * o.cost || m.energy < cheaper * o.energy ||
             (k.fits == Fits::tight && r.fits == Fits::yes);
    });
    if (wins) kept.push_back(std::move(r));
  }
  return kept;
}

std::vector<DeviceRow> device_rows(const std::vector<Report>& ranked) {
  std::vector<DeviceRow> rows;
  for (std::size_t i = 0; i < ranked.size(); ++i) {
    const auto row = std::find_if(rows.begin(), rows.end(),
                                  [&](const DeviceRow& r) { return id_of(ranked[r.index]) == id_of(ranked[i]); });
    if (row == rows.end()) {
      rows.push_back({i, {}});
    } else {
      row->other_counts.push_back(count_of(ranked[i]));
    }
  }
  for (DeviceRow& r : rows) std::sort(r.other_counts.begin(), r.other_counts.end());
  return rows;
}

std::optional<Note> ties(const Catalog& catalog, const GoalSpec& goal, const std::vector<Report>& ranked) {
  const std::optional<Range> leader = ranked.empty() ? std::nullopt : ranked_range(goal, ranked.front());
  if (!leader) return std::nullopt;
  const auto name = [&](const Report& r) {
    const Accelerator* a = catalog.accelerator(id_of(r));
    return a ? a->name : std::string(id_of(r));
  };
  constexpr std::size_t most_named = 3;
  std::size_t tied = 0;
  std::string names;
  for (const DeviceRow& row : device_rows(ranked)) {
    if (row.index == 0) continue;
    const std::optional<Range> own = ranked_range(goal, ranked[row.index]);
    if (!own || own->low > leader->high || own->high < leader->low) continue;
    if (++tied <= most_named) names += (names.empty() ? "" : ", ") + name(ranked[row.index]);
  }
  if (tied == 0) return std::nullopt;
  if (tied > most_named) names += ", ...";
  const std::string n = std::to_string(tied), first = name(ranked.front());
  return Note{"tied-with-first",
              n + (tied == 1 ? " other device ranks" : " other devices rank") + " within the error of the first (" +
                  first + "): " + names,
              "/ranked",
              {{"n", n}, {"first", first}, {"devices", names}}};
}

}  // namespace gpusel
