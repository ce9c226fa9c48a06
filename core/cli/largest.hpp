// "estimate --largest micro_batch": how far one field can grow until memory is full, everything else as the scenario
// has it.
#pragma once

#include <string>

#include "core/domain/catalog.hpp"
#include "core/domain/result.hpp"
#include "core/domain/scenario.hpp"

namespace gpusel::cli {

struct Largest {
  std::string field;  // path
  Count value = 0;    // that fits for sure, with its high end; 0: not even 1 does
  Count about = 0;    // that fits by the estimate
};
// `name` is a field's path or the last part of it; an Error lists the fields that can be asked for.
Result<Largest> largest(const Catalog& catalog, const Scenario& scenario, const std::string& name);

}  // namespace gpusel::cli
