// The hard limits of a goal as people read them: the field, the sentence that says by how much a device breaks it, a
// short name with its unit, and the scale from the contract's unit to that one. And the nearest limits that would let a
// report pass: what it has, rounded outward to two significant digits.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/domain/report.hpp"

namespace gpusel {

struct Limit {
  std::string_view code;  // the goal's field
  std::optional<double> GoalSpec::*member;
  const char* broken;  // "%s": the value, then the limit
  const char* name;    // "%s": the limit
  const char* none;    // without it
  double scale;        // to the unit people read
  const char* format;
  bool at_least() const { return code == "min_tokens_per_second"; }
  std::string text(double value) const;                       // in people's unit, without it
  std::string broken_text(double value, double limit) const;  // a sentence
  std::string name_text(std::optional<double> limit) const;
};
// Null: not a limit's code.
const Limit* limit_of(std::string_view code);

// Limits in which two goals differ.
std::vector<const Limit*> different_limits(const GoalSpec& a, const GoalSpec& b);

// The goal with every limit that the report breaks moved to what it has, or dropped where it meets something that is
// not known (no price, no speed, no power). Absent where that does not suffice.
std::optional<GoalSpec> lifted_to(GoalSpec goal, const Report& report);

}  // namespace gpusel
