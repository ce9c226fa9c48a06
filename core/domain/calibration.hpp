// Fitted constants and intervals: what cannot be derived from shapes and data sheets. Values live in
// assets/data/calibration.json, each with the rows it comes from; the structs here only name them. An absent key falls
// back: device -> family -> all.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "core/domain/order.hpp"
#include "core/domain/quantity.hpp"

namespace gpusel {

// One constant: "train.matmul_efficiency" for group "Hopper". group "" is the general value.
struct Constant {
  std::string key;
  std::string group;  // device family, engine, framework, or a "/"-joined combination, most specific first
  double value = 0;
  std::string source;  // rows and method
  bool operator==(const Constant&) const = default;
};

// A 90 % interval for a quantity under a condition: ("memory.allocated_bytes", "known-framework").
struct Interval {
  std::string quantity;   // report path
  std::string condition;  // stratum; "" = general
  Spread spread;
  int rows = 0, sources = 0;
  std::string source;
  bool operator==(const Interval&) const = default;
};

struct Calibration {
  std::vector<Constant> constants;
  std::vector<Interval> intervals;
  std::string date;
  // Constants stand in the order of their keys (stable within one), so that a key is found by bisection: the planner
  // looks up thousands of times a second. Whoever adds constants sorts them again.
  void sort() {
    sort_stably(constants.begin(), constants.end(), [](const Constant& a, const Constant& b) { return a.key < b.key; });
  }
  struct Rows {
    const Constant *first = nullptr, *last = nullptr;
    const Constant* begin() const { return first; }
    const Constant* end() const { return last; }
  };
  // Those whose key starts with `prefix`; those whose key is `key`.
  Rows starting(std::string_view prefix) const {
    const auto part = [&](const Constant& c) { return std::string_view(c.key).substr(0, prefix.size()); };
    const Constant *all = constants.data(), *end = all + constants.size();
    const Constant* first =
        std::lower_bound(all, end, prefix, [&](const Constant& c, std::string_view p) { return part(c) < p; });
    return {first,
            std::upper_bound(first, end, prefix, [&](std::string_view p, const Constant& c) { return p < part(c); })};
  }
  Rows with(std::string_view key) const {
    Rows rows = starting(key);  // longer keys with this beginning come after it
    const Constant* last = rows.first;
    while (last != rows.last && last->key.size() == key.size()) ++last;
    return {rows.first, last};
  }
  // The first of `groups` that has the key, else group "", else `fallback`.
  double constant(std::string_view key, const std::vector<std::string_view>& groups, double fallback) const {
    const Rows rows = with(key);
    for (std::string_view g : groups)
      for (const Constant& c : rows)
        if (c.group == g) return c.value;
    for (const Constant& c : rows)
      if (c.group.empty()) return c.value;
    return fallback;
  }
  // The first of `conditions` that has an interval for the quantity, else its general one, else a factor 2 each way.
  Spread interval(std::string_view quantity, const std::vector<std::string_view>& conditions) const {
    for (std::string_view want : conditions)
      for (const Interval& i : intervals)
        if (i.quantity == quantity && i.condition == want) return i.spread;
    for (const Interval& i : intervals)
      if (i.quantity == quantity && i.condition.empty()) return i.spread;
    return {0.5, 2.0};
  }
};

}  // namespace gpusel
