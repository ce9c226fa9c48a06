#include <algorithm>

#include "core/memory/timeline.hpp"
#include "core/plan/compare.hpp"
#include "core/plan/hardware.hpp"
#include "core/plan/ownership.hpp"
#include "core/plan/prices.hpp"
#include "core/time/goodput.hpp"

namespace gpusel {
namespace {

constexpr double seconds_per_hour = 3600;

bool is_hourly(PriceKind kind) { return kind != PriceKind::list && kind != PriceKind::street; }

// Sums one price a kind of device over the case; unknown for one device is unknown for all.
template <class Offer>
Money total_price(const Case& c, Offer offer) {
  Money sum;
  PricedUsd total;
  bool first = true;
  for (const Device& d : c.devices) {
    const std::optional<Offers> o = offer(*d.accelerator);
    if (!o) return {};
    const Count paid = billed_count(host_of(*c.catalog, *d.accelerator), d.count);
    const double usd = o->median.usd * static_cast<double>(is_hourly(o->median.kind) ? paid : d.count);
    if (first) {
      total = o->median;
      total.usd = 0;
      sum.band = o->band;
      first = false;
    }
    total.usd += usd;
    total.stale = total.stale || o->median.stale;
    sum.band.low = std::min(sum.band.low, o->band.low);
    sum.band.high = std::max(sum.band.high, o->band.high);
  }
  sum.usd = total;
  return sum;
}

template <class U>
Spread inverse_spread(const Quantity<U>& q) {
  if (!(q.estimate.value > 0) || !(q.low.value > 0)) return {};
  return {q.estimate.value / q.high.value, q.estimate.value / q.low.value};
}

struct Rate {
  TokensPerSecond tokens;
  Spread inverse;  // of seconds a token
};

std::optional<Rate> rate_of(const Report& r) {
  if (r.serve && r.serve->output.estimate.value > 0)
    return Rate{r.serve->output.estimate, inverse_spread(r.serve->output)};
  if (r.train && r.train->tokens_per_second.estimate.value > 0)
    return Rate{r.train->tokens_per_second.estimate, inverse_spread(r.train->tokens_per_second)};
  return std::nullopt;
}

double per_million(double usd_per_hour, const Rate& rate, double busy_share) {
  return usd_per_hour / (rate.tokens.value * seconds_per_hour * busy_share) * 1e6;
}

// Hours paid for an hour of work: spot hosts are taken away.
double rented_hours(const Case& c, const Report& r) {
  const GoalSpec& goal = c.scenario->goal;
  if (goal.rent != RentPlan::spot) return 1;
  if (r.train) {
    const TrainSetup setup = train_setup(c);
    return train_goodput(setup, false).share / train_goodput(setup, true).share;
  }
  FaultyJob host;  // a replica starts anew when its host is taken
  host.devices = static_cast<double>(ceil_div(c.count, std::max<Count>(1, c.nodes)));
  host.host_taken_every = goal.spot_interruption_seconds;
  return 1 / goodput_of(host).share;
}

// The run's own interval: its failures' as well as its steps'.
Spread run_spread(const Report& r) {
  const Quantity<Seconds>& run = *r.train->run;
  return {run.low.value / run.estimate.value, run.high.value / run.estimate.value};
}

// Hours of the run that are paid: as timed, or more where it was timed without the loss of spot hosts.
double run_hours(const Case& c, const Report& r, double rented_hours) {
  return r.train->run->estimate.value / seconds_per_hour * (runs_on_spot(c.scenario->goal) ? 1 : rented_hours);
}

void rented(const Case& c, const Report& r, const Money& rent, double hours, CostReport& cost) {
  cost.usd_per_hour = rent.usd;
  if (!rent.usd) return;
  const std::optional<Rate> rate = rate_of(r);
  if (!rate) return;
  const Spread s = combine(rent.band, rate->inverse);
  // A rented training job is paid while it runs; a rented server also while it waits for requests.
  const double busy = c.scenario->task == Task::serve ? c.scenario->goal.utilization : 1.0;
  if (busy > 0)
    cost.per_million_tokens = spread(UsdPerMillionTokens(per_million(rent.usd->usd * hours, *rate, busy)), s);
  if (r.train && r.train->run)
    cost.run = spread(Usd(run_hours(c, r, hours) * rent.usd->usd), combine(rent.band, run_spread(r)));
}

void owned(const Case& c, const Report& r, const Money& buy, CostReport& cost) {
  const std::optional<Rate> rate = rate_of(r);
  const double hourly = owned_usd_per_busy_hour(c.scenario->goal, *cost.life);
  if (!rate || !(hourly > 0)) return;
  const Spread s = combine(buy.band, rate->inverse);
  cost.per_million_tokens_owned = spread(UsdPerMillionTokens(per_million(hourly, *rate, 1.0)), s);
  if (r.train && r.train->run)
    cost.run_owned =
        spread(Usd(r.train->run->estimate.value / seconds_per_hour * hourly), combine(buy.band, run_spread(r)));
}

Why price_why(const PricedUsd& price, const char* key, WhyUnit unit, Count count) {
  Why w{key,
        price.usd,
        unit,
        "devices * price",
        std::to_string(count) + "*" + formula_number(price.usd / static_cast<double>(count)),
        price.source,
        {}};
  if (!price.date.empty()) w.source += (w.source.empty() ? "" : ", ") + price.date;
  return w;
}

constexpr const char* plan_keys[] = {"cost.rent", "cost.spot", "cost.reserved"};

Why explain(const Case& c, const Report& r, double rented_hours, const CostReport& cost) {
  const GoalSpec& goal = c.scenario->goal;
  Why why{"cost", 0, WhyUnit::usd, "", "", "", {}};
  if (cost.usd_per_hour) {
    why.value = cost.usd_per_hour->usd;
    why.unit = WhyUnit::usd_per_hour;
  }
  const Count billed = billed_count(host_of(*c.catalog, c.accelerator()), c.count);
  for (std::size_t i = 0; i < cost.plans.size(); ++i)
    if (cost.plans[i]) why.parts.push_back(price_why(*cost.plans[i], plan_keys[i], WhyUnit::usd_per_hour, billed));
  if (cost.run)
    why.parts.push_back({"cost.run",
                         cost.run->estimate.value,
                         WhyUnit::usd,
                         "hours * usd_per_hour",
                         formula_number(run_hours(c, r, rented_hours)) + "*" + formula_number(cost.usd_per_hour->usd),
                         "",
                         {}});
  if (cost.purchase) why.parts.push_back(price_why(*cost.purchase, "cost.purchase", WhyUnit::usd, c.count));
  if (cost.life) why.parts.push_back(explain_owned_hour(goal, *cost.life));
  if (cost.life && cost.life->break_even) why.parts.push_back(explain_break_even(*cost.life));
  return why;
}

}  // namespace

CostReport cost_of(const Case& c, const Report& timed) {
  CostReport cost;
  const GoalSpec& goal = c.scenario->goal;
  const auto rent_by = [&](RentPlan plan) {
    return total_price(c, [&](const Accelerator& a) { return rent_offers(*c.catalog, goal, a.id, plan); });
  };
  const Money rent = rent_by(goal.rent);
  const Money buy = total_price(c, [&](const Accelerator& a) { return purchase_offers(*c.catalog, goal, a.id); });
  const double hours = rented_hours(c, timed);
  rented(c, timed, rent, hours, cost);
  cost.purchase = buy.usd;
  if (buy.usd) {
    cost.life = cost_life(c, timed, buy, rent, hours);
    owned(c, timed, buy, cost);
  }
  if (c.explain) {
    for (std::size_t i = 0; i < cost.plans.size(); ++i) cost.plans[i] = rent_by(static_cast<RentPlan>(i)).usd;
    cost.why = explain(c, timed, hours, cost);
  }
  return cost;
}

}  // namespace gpusel
