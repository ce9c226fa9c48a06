// What owning devices costs against renting them: boards, host and resale, power at work and idle, and the break-even
// in time of ownership and in utilization. USD; hours of the clock unless they are called busy. Formulas:
// estimation.md sec. 8.
#pragma once

#include "core/plan/plan.hpp"

namespace gpusel {

struct Money {  // a price of all devices, with its range as factors
  std::optional<PricedUsd> usd;
  Spread band;
};

// `rented_hours`: paid for an hour of work, above 1 where spot instances are taken away.
CostLife cost_life(const Case& c, const Report& timed, const Money& buy, const Money& rent, double rented_hours);

// One hour of owned devices at work: capital written off over the horizon's busy hours, power at work and idle.
double owned_usd_per_busy_hour(const GoalSpec& goal, const CostLife& life);

Why explain_owned_hour(const GoalSpec& goal, const CostLife& life);
Why explain_break_even(const CostLife& life);  // needs one

}  // namespace gpusel
