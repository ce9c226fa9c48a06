// Serving's half of the accuracy report: lines in the shared format (report_rows.hpp), the goals' table, and whether
// devices are put in the right order.
#pragma once

#include "report_rows.hpp"
#include "serve_groups.hpp"
#include "summary.hpp"

namespace gpusel::accuracy {

// Each score with an interval fitted without its fold.
std::vector<ReportRow> serve_lines(const std::vector<ServeScore>& scores, const ServeWidening& widening);
// Each whole group left out, with intervals fitted without it.
std::vector<GroupOut> serve_group_lines(const ServeWidening& widening);

// What the product set itself (sources of trust A and B, counting alike): the line's goal, or "" for none.
std::string goal_of(const ServeScore& score);
inline constexpr const char* goals[] = {"decode, one request",        "rate, batched", "prefill rate",
                                        "first token, arrival known", "memory",        "joules a token"};
QuantitySummary goal(const std::vector<ServeScore>& scores, const std::vector<ReportRow>& lines, std::string_view name);

// Pairs of devices that one source measured on one workload: how many stand in the measured order.
struct Order {
  int pairs = 0, right = 0, naive_right = 0;
};
// Pairs whose measured values differ by more than `apart` (0.2: 20 %).
Order device_order(const std::vector<ServeScore>& scores, double apart);

std::string serve_table(const std::vector<ServeScore>& scores, const std::vector<ReportRow>& lines);

}  // namespace gpusel::accuracy
