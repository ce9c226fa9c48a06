// What plans are judged by: dollars (of the whole run where its length is given, else a million tokens), seconds a
// token of all devices, seconds a reply and joules a token. Lower is better; infinite where unknown. `expected` is the
// mean where the 90 % interval is that of a log-normal error, so that of two equal estimates the surer leads; scores
// use it, limits and the Pareto set do not.
#pragma once

#include <limits>
#include <optional>

#include "core/domain/report.hpp"

namespace gpusel {

enum class Seen { estimate, expected };

struct Metrics {
  double cost = std::numeric_limits<double>::infinity(), time = cost, energy = cost;
  double device_time = cost;  // seconds of one device a token
  double latency = cost;      // seconds from a request to the end of its reply; training has none and takes `time`
};
Metrics metrics_of(const GoalSpec& goal, const Report& r, Seen seen_as);
// The lower of each.
Metrics best_of(const Metrics& a, const Metrics& b);

// With 16 bits of mantissa (a part in 65,536): what differs by less is equal where an order is made, so that the last
// bits of a sum decide nothing.
double coarse(double x);

// Dollars: the lower of renting and owning, as the goal admits.
std::optional<double> cost_metric(const GoalSpec& goal, const Report& r);
std::optional<double> energy_metric(const Report& r);  // joules a token
// Seconds from a request to the last token of its reply, as the scenario asks for it: the first token's wait, then one
// step for each of the others. nullopt for training.
std::optional<Quantity<Seconds>> latency_of(const Report& r);

// 1 for the best, in proportion less for others.
double score_of(RankBy by, const Metrics& best, const Metrics& m);
// A tight fit loses a tenth of its score.
double surety(Fits fits);
// Score of `a` over the score of `b`: above 1 where `a` is better. nullopt where either has none.
std::optional<double> lead_of(const GoalSpec& goal, const Report& a, const Report& b);

// Two devices whose scores are nearer than this are equal (5 %): the median error of the speed models is 5 to 8 %.
constexpr double same_score = 0.05;

}  // namespace gpusel
