// Where the order of two plans turns as one setting of the scenario moves: the nearest value, up or down, at which the
// second leads by more than the ranking's tolerance (5 %), or still runs where the first does not. Found by estimates:
// doubled (or halved) away from the present value up to 64 times, then halved in to a sixty-fourth of the value
// (to the last unit where memory ends, so that it is one more than what fits).
#pragma once

#include <string>
#include <vector>

#include "core/plan/plan.hpp"
#include "core/plan/setting.hpp"

namespace gpusel {

enum class TurnBy {
  score,   // both run; the second is better
  memory,  // the first no longer fits
  limit    // the first breaks a limit of the goal
};

struct Turn {
  Setting setting = Setting::concurrency;
  Count now = 1, at = 1;  // `at`: the first value seen where the second leads
  TurnBy by = TurnBy::score;
  std::string limit;  // the limit's field
  bool above() const { return at > now; }
};

// Where a plan runs: the device and how many.
struct Stand {
  const Accelerator* accelerator = nullptr;
  Count count = 1;
};

// Nearest first (in ratio to the present value). Empty where `first` does not lead now.
std::vector<Turn> turns(const Catalog& catalog, const Question& q, const Stand& first, const Stand& second);

}  // namespace gpusel
