#include <algorithm>
#include <cmath>
#include <cstdio>

#include "core/plan/compare.hpp"
#include "core/plan/hardware.hpp"
#include "core/plan/prices.hpp"

namespace gpusel {
namespace {

constexpr double seconds_per_hour = 3600;
constexpr double joules_per_kwh = 3.6e6;
// Server, network and rack on top of the boards: 25-60 % in data centres (estimation.md sec. 8); a workstation or PC
// around a card is nearer the low end.
constexpr double datacenter_host_share = 0.4;
constexpr double desktop_host_share = 0.25;
// A host costs no less than this however cheap its cards: a PC for up to four cards, a rack server for more or for data
// center cards (entry prices of system builders, 2025; design assumption).
constexpr double least_pc_usd = 900, least_server_usd = 4000;
constexpr Count most_cards_in_a_pc = 4;
// A device that waits draws about a fifth of its limit (idle figures of NVIDIA and AMD data-center boards, 15-25 %).
constexpr double idle_share = 0.2;

bool is_desktop(const Accelerator& a) {
  return a.cls == DeviceClass::consumer || a.cls == DeviceClass::workstation || a.cls == DeviceClass::edge ||
         a.cls == DeviceClass::apple_soc;
}

// Everything around the boards. A chip that is a whole machine (Apple silicon, mini-PC, Jetson kit) needs no host.
double host_usd(const Case& c, double boards_usd) {
  const Accelerator& a = c.accelerator();
  if (a.memory_kind == MemoryKind::lpddr_unified) return 0;
  const Count a_host = ceil_div(c.count, std::max<Count>(1, c.nodes));
  const bool pc = is_desktop(a) && a_host <= most_cards_in_a_pc;
  const double least = (pc ? least_pc_usd : least_server_usd) * static_cast<double>(std::max<Count>(1, c.nodes));
  return std::max(least, boards_usd * (is_desktop(a) ? desktop_host_share : datacenter_host_share));
}

struct Money {
  std::optional<PricedUsd> usd;
  Spread band;
};

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
    const double usd = o->median.usd * static_cast<double>(o->median.kind == PriceKind::rent ? paid : d.count);
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

// Independent factors add in log space (estimation.md sec. 6.8).
Spread combine(Spread a, Spread b) {
  const double low = std::hypot(std::log(a.low), std::log(b.low)),
               high = std::hypot(std::log(a.high), std::log(b.high));
  return {std::exp(-low), std::exp(high)};
}

template <class U>
Spread inverse_spread(const Quantity<U>& q) {
  if (!(q.estimate.value > 0) || !(q.low.value > 0)) return {};
  return {q.estimate.value / q.high.value, q.estimate.value / q.low.value};
}

// One hour of owned devices at work: purchase and host written off over the horizon's busy hours, power at work and
// idle.
double owned_usd_per_busy_hour(const Case& c, const Report& r, double purchase_usd) {
  const GoalSpec& goal = c.scenario->goal;
  const double busy_hours = goal.horizon_seconds / seconds_per_hour * goal.utilization;
  if (!(busy_hours > 0)) return 0;
  const double capital = (purchase_usd + host_usd(c, purchase_usd)) / busy_hours;
  const double watts = r.energy.watts.estimate.value + r.energy.host_watts.value;
  const double idle_watts =
      c.power_limit.value * static_cast<double>(c.count) * idle_share + r.energy.host_watts.value * 0.5;
  const double idle_hours = (1 - goal.utilization) / goal.utilization;
  const double kwh = (watts + idle_watts * idle_hours) * seconds_per_hour / joules_per_kwh;
  return capital + kwh * goal.electricity_usd_per_kwh * goal.pue;
}

std::string number(double x) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", x);
  return text;
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

void rented(const Case& c, const Report& r, const Money& rent, CostReport& cost) {
  cost.usd_per_hour = rent.usd;
  if (!rent.usd) return;
  const std::optional<Rate> rate = rate_of(r);
  if (!rate) return;
  const Spread s = combine(rent.band, rate->inverse);
  // A rented training job is paid while it runs; a rented server also while it waits for requests.
  const double busy = c.scenario->task == Task::serve ? c.scenario->goal.utilization : 1.0;
  if (busy > 0) cost.per_million_tokens = spread(UsdPerMillionTokens(per_million(rent.usd->usd, *rate, busy)), s);
  if (r.train && r.train->run)
    cost.run = spread(Usd(r.train->run->estimate.value / seconds_per_hour * rent.usd->usd), s);
}

void owned(const Case& c, const Report& r, const Money& buy, CostReport& cost) {
  cost.purchase = buy.usd;
  if (!buy.usd) return;
  const std::optional<Rate> rate = rate_of(r);
  const double hourly = owned_usd_per_busy_hour(c, r, buy.usd->usd);
  if (!rate || !(hourly > 0)) return;
  const Spread s = combine(buy.band, rate->inverse);
  cost.per_million_tokens_owned = spread(UsdPerMillionTokens(per_million(hourly, *rate, 1.0)), s);
  if (r.train && r.train->run)
    cost.run_owned = spread(Usd(r.train->run->estimate.value / seconds_per_hour * hourly), s);
}

Why price_why(const std::optional<PricedUsd>& price, const char* key, WhyUnit unit, Count count) {
  Why w{key,
        price->usd,
        unit,
        "devices * price",
        std::to_string(count) + "*" + number(price->usd / static_cast<double>(count)),
        price->source,
        {}};
  if (!price->date.empty()) w.source += (w.source.empty() ? "" : ", ") + price->date;
  return w;
}

Why explain(const Case& c, const Report& r, const CostReport& cost) {
  const GoalSpec& goal = c.scenario->goal;
  Why why{"cost", 0, WhyUnit::usd, "", "", "", {}};
  if (cost.usd_per_hour) {
    why.value = cost.usd_per_hour->usd;
    why.unit = WhyUnit::usd_per_hour;
    why.parts.push_back(price_why(cost.usd_per_hour, "cost.rent", WhyUnit::usd_per_hour,
                                  billed_count(host_of(*c.catalog, c.accelerator()), c.count)));
  }
  if (cost.run)
    why.parts.push_back({"cost.run",
                         cost.run->estimate.value,
                         WhyUnit::usd,
                         "hours * usd_per_hour",
                         number(r.train->run->estimate.value / seconds_per_hour) + "*" + number(cost.usd_per_hour->usd),
                         "",
                         {}});
  if (cost.purchase) {
    why.parts.push_back(price_why(cost.purchase, "cost.purchase", WhyUnit::usd, c.count));
    const double hourly = owned_usd_per_busy_hour(c, r, cost.purchase->usd);
    why.parts.push_back({"cost.owned_hour",
                         hourly,
                         WhyUnit::usd_per_hour,
                         "(purchase + host)/(horizon*utilization) + (busy_kw + idle_kw*(1-u)/u)*usd_per_kwh*pue",
                         "(" + number(cost.purchase->usd) + "+" + number(host_usd(c, cost.purchase->usd)) + ")/(" +
                             number(goal.horizon_seconds / seconds_per_hour) + "*" + number(goal.utilization) +
                             ") + power*" + number(goal.electricity_usd_per_kwh) + "*" + number(goal.pue),
                         "host share and idle draw: design assumptions",
                         {}});
  }
  return why;
}

}  // namespace

CostReport cost_of(const Case& c, const Report& timed) {
  CostReport cost;
  const Money rent = total_price(c, [&](const Accelerator& a) { return offers_of(*c.catalog, a.id, PriceKind::rent); });
  const Money buy = total_price(c, [&](const Accelerator& a) { return purchase_offers(*c.catalog, a.id); });
  rented(c, timed, rent, cost);
  owned(c, timed, buy, cost);
  if (c.explain) cost.why = explain(c, timed, cost);
  return cost;
}

}  // namespace gpusel
