// One device put to the question: the counts of it that pass, or the best attempt that does not.
#pragma once

#include "core/plan/plan.hpp"

namespace gpusel {

struct Attempt {
  std::vector<Report> passed;       // by ascending count
  std::optional<Rejected> nearest;  // least shortfall; none where something passed, or no count is admitted
};
// `q` as question_for() gives it.
Attempt try_device(const Catalog& catalog, const Question& q, const Accelerator& a);

}  // namespace gpusel
