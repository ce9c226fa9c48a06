#include "core/plan/rank.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/domain/order.hpp"
#include "core/plan/compare.hpp"
#include "core/plan/metrics.hpp"

namespace gpusel {
namespace {

constexpr double same_count = 0.02;  // two counts of one device share most of their error
constexpr double infinity = std::numeric_limits<double>::infinity();

std::string_view id_of(const Report& r) {
  if (!r.scenario.hardware || !r.scenario.hardware->accelerator) return "";
  return id_of(*r.scenario.hardware->accelerator);
}
Count count_of(const Report& r) { return r.scenario.hardware ? r.scenario.hardware->count : 1; }

Metrics rounded(const Metrics& m) {
  return {coarse(m.cost), coarse(m.time), coarse(m.energy), coarse(m.device_time), coarse(m.latency)};
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
  if (goal.objective == RankBy::latency && r.serve) return range(latency_of(r));
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
  return price ? coarse(price->usd) : infinity;
}

bool simpler(const GoalSpec& goal, const Report& a, const Report& b) {
  if (count_of(a) != count_of(b)) return count_of(a) < count_of(b);
  const double price = price_of(goal, a), other = price_of(goal, b);
  if (price != other) return price < other;
  const double speed = coarse(speed_of(a)), slower = coarse(speed_of(b));
  if (speed != slower) return speed > slower;
  return id_of(a) < id_of(b);
}

// Each device is ranked with the fewest that come within `same_count` of its own best; that count leads with the best's
// score, and no other count of the device comes before it.
void choose_count(Place** first, Place** last) {
  double best = 0;
  for (Place** p = first; p != last; ++p) best = std::max(best, (*p)->report.score);
  Place* chosen = nullptr;
  for (Place** p = first; p != last; ++p)
    if ((*p)->report.score >= best * (1 - same_count) && (!chosen || count_of((*p)->report) < count_of(chosen->report)))
      chosen = *p;
  for (Place** p = first; p != last; ++p) (*p)->lead = coarse(std::min((*p)->report.score, chosen->report.score));
  chosen->lead = coarse(best);
  chosen->chosen = true;
}

void choose_counts(std::vector<Place>& places) {
  std::vector<Place*> by_device;
  for (Place& p : places) by_device.push_back(&p);
  sort_stably(by_device.begin(), by_device.end(),
              [](const Place* a, const Place* b) { return id_of(a->report) < id_of(b->report); });
  Place** const end = by_device.data() + by_device.size();
  for (Place** first = by_device.data(); first != end;) {
    Place** const last =
        std::find_if(first, end, [&](const Place* p) { return id_of(p->report) != id_of((*first)->report); });
    choose_count(first, last);
    first = last;
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

void rank_reports(const GoalSpec& goal, std::vector<Report>& reports) {
  Metrics best;
  for (const Report& r : reports) best = best_of(best, metrics_of(goal, r, Seen::expected));
  // Where nothing at all has a price, money does not order anything: the other two do.
  GoalSpec by = goal;
  if (!std::isfinite(best.cost) && by.objective == RankBy::cost) by.objective = RankBy::speed;
  std::vector<Place> places;
  for (Report& r : reports) {
    Metrics m = metrics_of(goal, r, Seen::expected);
    if (!std::isfinite(best.cost)) m.cost = best.cost = 1;
    r.score = score_of(by.objective, best, m) * surety(r.fits);
    m.cost = best.cost;
    places.push_back({std::move(r), coarse(score_of(RankBy::balanced, best, m)), 0, false});
  }
  sort_places(by, places);
  for (std::size_t i = 0; i < places.size(); ++i) {
    reports[i] = std::move(places[i].report);
    reports[i].rank = static_cast<int>(i) + 1;
  }
}

std::vector<int> pareto_set(const GoalSpec& goal, const std::vector<Report>& ranked) {
  std::vector<Metrics> all;
  for (const Report& r : ranked) all.push_back(rounded(metrics_of(goal, r, Seen::estimate)));
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
    const Metrics m = metrics_of(goal, r, Seen::estimate);
    const bool wins = std::all_of(kept.begin(), kept.end(), [&](const Report& k) {
      const Metrics o = metrics_of(goal, k, Seen::estimate);
      const bool sooner = goal.objective == RankBy::latency && m.latency * faster < o.latency;
      return sooner || m.time * faster < o.time || m.cost < cheaper * o.cost || m.energy < cheaper * o.energy ||
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
