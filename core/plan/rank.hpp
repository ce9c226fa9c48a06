// Ordering of what fits: by cost, speed, energy or all three. A score is 1 for the best and falls in proportion (half
// as fast, twice as dear: 0.5); what counts is the expected value, so that of two equal estimates the surer leads.
// `balanced` is the geometric mean of the three with the speed of one device: a second device that only halves the time
// at the same cost is no better machine, so the fewest that do the job lead. A tight fit loses a tenth. What has no
// price or no speed sinks below what has, and stays listed. Scores within 5 % of the best of their group are the same:
// what fits for certain, fewer devices, then the lower price, the higher speed and the id decide. Each device's count
// is chosen first (the fewest within 2 % of its own best); its other counts follow it.
#pragma once

#include "core/plan/plan.hpp"

namespace gpusel {

// Sorts, scores and numbers the reports; scores within 2 % are ordered as above.
void rank_reports(const GoalSpec& goal, std::vector<Report>& reports);
// Indices of reports that no other beats in cost, time and energy at once (unknown counts as infinite).
std::vector<int> pareto_set(const GoalSpec& goal, const std::vector<Report>& ranked);
// Of one device's counts, ascending: the smallest that fits, and larger ones that are faster, cheaper or safer.
std::vector<Report> worthwhile_counts(const GoalSpec& goal, std::vector<Report> same_device);
// People read one row an accelerator: where its best count stands in `ranked`, and what other counts of it do too.
struct DeviceRow {
  std::size_t index = 0;
  std::vector<Count> other_counts;  // ascending
};
std::vector<DeviceRow> device_rows(const std::vector<Report>& ranked);
// What cannot be told from the first: the devices whose interval overlaps the leader's, as one note "tied-with-first"
// with how many (n), the leader's name (first) and the first few names (devices).
std::optional<Note> ties(const Catalog& catalog, const GoalSpec& goal, const std::vector<Report>& ranked);

}  // namespace gpusel
