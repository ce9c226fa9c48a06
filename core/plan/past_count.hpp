// More of a device than a question admits: the smallest number that holds the task, the number that keeps the
// question's time, and the one between that asks least of both; each with the limits it still breaks moved to what it
// has.
#pragma once

#include "core/plan/plan.hpp"

namespace gpusel {

// What the question allows of a device: the count it fixes, else its limit.
Count asked_count(const Scenario& s);
// The scenario with `n` devices admitted: the fixed count becomes n (and its layout is left open), or the limit n at
// least.
Scenario with_count(Scenario s, Count n);

struct Wider {
  Scenario scenario;  // the question, count and limits moved
  Report report;      // and the answer of this device
};
// `q` as question_for() gives it; counts above `above`. Empty where no number of them holds the task.
std::vector<Wider> past_count(const Catalog& catalog, const Question& q, const Accelerator& a, Count above);

// About how near (core/plan/nearest_plan.hpp) this device's nearest plan is, without an estimate: by the bytes it must
// hold and by a forward pass at its highest peak.
double likely_distance(const Question& q, const Accelerator& a);

}  // namespace gpusel
