#include "core/plan/metrics.hpp"

#include <algorithm>
#include <cmath>

#include "core/plan/compare.hpp"

namespace gpusel {
namespace {

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
double seen(const Quantity<U>& q, Seen seen_as) {
  return seen_as == Seen::expected ? q.estimate.value * risk_of(q.estimate.value, q.high.value) : q.estimate.value;
}

template <class U>
std::optional<double> lower(const GoalSpec& goal, const std::optional<Quantity<U>>& rented,
                            const std::optional<Quantity<U>>& owned, Seen seen_as) {
  const auto paid = by_goal(goal, rented, owned, [&](const Quantity<U>& q) { return seen(q, seen_as); });
  return paid ? std::optional(seen(*paid, seen_as)) : std::nullopt;
}

std::optional<double> cost_as(const GoalSpec& goal, const Report& r, Seen seen_as) {
  if (r.cost.run || r.cost.run_owned) return lower(goal, r.cost.run, r.cost.run_owned, seen_as);
  return lower(goal, r.cost.per_million_tokens, r.cost.per_million_tokens_owned, seen_as);
}

double seconds_a_token(const Report& r, Seen seen_as) {
  const Quantity<TokensPerSecond>& rate = r.train ? r.train->tokens_per_second : r.serve->output;
  const double risk = seen_as == Seen::expected ? risk_of(rate.low.value, rate.estimate.value) : 1;
  return risk / rate.estimate.value;
}

double seconds_a_reply(const Report& r, Seen seen_as) {
  const auto latency = latency_of(r);
  return latency ? seen(*latency, seen_as) : seconds_a_token(r, seen_as);
}

// Energy that is unknown (a chip whose power no one publishes) counts as twice the best: it neither wins nor sinks by
// it.
constexpr double unknown_energy = 0.5;

double ratio(double best, double x) { return std::isfinite(x) && x > 0 && std::isfinite(best) ? best / x : 0; }

}  // namespace

Metrics metrics_of(const GoalSpec& goal, const Report& r, Seen seen_as) {
  Metrics m;
  if (const auto cost = cost_as(goal, r, seen_as)) m.cost = *cost;
  if (speed_of(r) > 0) {
    m.time = seconds_a_token(r, seen_as);
    m.latency = seconds_a_reply(r, seen_as);
    m.device_time = m.time * static_cast<double>(r.scenario.hardware ? r.scenario.hardware->count : 1);
  }
  if (energy_metric(r)) m.energy = seen(*r.energy.joules_per_token, seen_as);
  return m;
}

double coarse(double x) {
  if (!std::isfinite(x)) return x;
  constexpr int bits = 16;
  int exponent = 0;
  const double mantissa = std::frexp(x, &exponent);
  return std::ldexp(std::round(std::ldexp(mantissa, bits)), exponent - bits);
}

Metrics best_of(const Metrics& a, const Metrics& b) {
  return {std::min(a.cost, b.cost), std::min(a.time, b.time), std::min(a.energy, b.energy),
          std::min(a.device_time, b.device_time), std::min(a.latency, b.latency)};
}

std::optional<double> cost_metric(const GoalSpec& goal, const Report& r) { return cost_as(goal, r, Seen::estimate); }

std::optional<double> energy_metric(const Report& r) {
  if (!r.energy.joules_per_token || !(r.energy.joules_per_token->estimate.value > 0)) return std::nullopt;
  return r.energy.joules_per_token->estimate.value;
}

std::optional<Quantity<Seconds>> latency_of(const Report& r) {
  if (!r.serve || !r.serve->speed_known) return std::nullopt;
  const double others = static_cast<double>(r.scenario.serve.output_tokens) - 1;
  Quantity<Seconds> all = r.serve->ttft;
  all.estimate.value += others * r.serve->tpot.estimate.value;
  all.low.value += others * r.serve->tpot.low.value;
  all.high.value += others * r.serve->tpot.high.value;
  return all;
}

double score_of(RankBy by, const Metrics& best, const Metrics& m) {
  const double cost = ratio(best.cost, m.cost), speed = ratio(best.time, m.time), energy = ratio(best.energy, m.energy);
  switch (by) {
    case RankBy::cost:
      return cost;
    case RankBy::speed:
      return speed;
    case RankBy::latency:
      return ratio(best.latency, m.latency);
    case RankBy::energy:
      return energy;
    case RankBy::balanced:
      return std::cbrt(cost * ratio(best.device_time, m.device_time) * (energy > 0 ? energy : unknown_energy));
  }
  return 0;
}

double surety(Fits fits) { return fits == Fits::tight ? 0.9 : 1.0; }

std::optional<double> lead_of(const GoalSpec& goal, const Report& a, const Report& b) {
  const Metrics x = metrics_of(goal, a, Seen::expected), y = metrics_of(goal, b, Seen::expected), best = best_of(x, y);
  const double own = score_of(goal.objective, best, x) * surety(a.fits),
               other = score_of(goal.objective, best, y) * surety(b.fits);
  if (!(own > 0) || !(other > 0)) return std::nullopt;
  return own / other;
}

}  // namespace gpusel
