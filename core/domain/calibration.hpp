// Fitted constants and intervals: what cannot be derived from shapes and data sheets. Values live in
// assets/data/calibration.json, each with the rows it comes from; the structs here only name them. An absent key falls
// back: device -> family -> all.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/domain/quantity.hpp"

namespace gpusel {

// Whether a constant's group is "a", or "a/b" where there is a b.
bool is_group(std::string_view group, std::string_view a, std::string_view b);

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

// A calibration's constants and intervals, found by hash: the planner looks up thousands of times a second, and the
// page is built for size, where comparing strings is slow.
struct Calibration {
  std::vector<Constant> constants;
  std::vector<Interval> intervals;
  std::string date;
  // Puts both in the order of their keys (stable within one) and indexes them. Whoever changes them sorts them again.
  void sort();
  template <class Row>
  struct Range {
    const Row *first = nullptr, *last = nullptr;
    const Row* begin() const { return first; }
    const Row* end() const { return last; }
  };
  using Rows = Range<Constant>;
  // Those whose key is `key`.
  Rows with(std::string_view key) const;
  // Adds those of the group "a", or "a/b", to `out`, in the order of their keys.
  void add_group(std::string_view a, std::string_view b, std::vector<const Constant*>& out) const;
  // The first of `groups` that has the key, else group "", else `fallback`.
  double constant(std::string_view key, std::initializer_list<std::string_view> groups, double fallback) const;
  // The first of `conditions` that has an interval for the quantity, else its general one, else a factor 2 each way.
  Spread interval(std::string_view quantity, std::initializer_list<std::string_view> conditions) const;

 private:
  struct Run {
    std::uint32_t hash = 0, first = 0, count = 0;
  };
  template <class Row>
  static Range<Row> find(const std::vector<Row>& all, const std::vector<Run>& runs, std::string_view key,
                         std::string Row::*name);
  struct InGroup {
    std::uint32_t hash = 0, constant = 0;
  };
  std::vector<Run> constant_runs_, interval_runs_;  // by hash
  std::vector<InGroup> groups_;                     // by hash of the group
};

}  // namespace gpusel
