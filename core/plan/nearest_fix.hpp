// The nearest change of the scenario that would admit a rejected device, verified by evaluating it: one setting, more
// of the device, several settings together; and where none of these is enough, the limits it would pass.
#pragma once

#include "core/plan/changes.hpp"

namespace gpusel {

struct Fix {
  Advice advice;
  std::string settings;          // codes of the changes of settings among it, ", " between; may be empty
  Burden burden = Burden::free;  // of those
  Scenario scenario;             // the question with it, limits included
  Report report;                 // and its answer
};
// `rejected` is the device's best attempt.
std::optional<Fix> nearest_fix(const Catalog& catalog, const Question& q, const Accelerator& a,
                               const Rejected& rejected);
// The same by any bundle of settings, another method among them, however far it is.
std::optional<Fix> bundled_fix(const Catalog& catalog, const Question& q, const Rejected& rejected);

}  // namespace gpusel
