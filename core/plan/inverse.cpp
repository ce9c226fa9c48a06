#include "core/plan/inverse.hpp"

#include <algorithm>

#include "core/memory/memory.hpp"
#include "core/plan/hardware.hpp"
#include "core/plan/planner.hpp"

namespace gpusel {
namespace {

// Beyond these no one asks; they keep doubling finite.
Count highest(Setting what) {
  switch (what) {
    case Setting::micro_batch:
      return 1 << 16;
    case Setting::sequence_length:
      return 1 << 24;
    case Setting::lora_rank:
      return 1 << 13;
    case Setting::lora_adapters:
      return 1 << 14;
    case Setting::concurrency:
      return 1 << 20;
    case Setting::input_tokens:
    case Setting::output_tokens:
    case Setting::context_length:
      return 1 << 24;
  }
  return 1;
}

// A serving case is tight also where requests fit at their mean length alone: then not all of them fit by the estimate.
bool holds(const Case& c, Fits surely) {
  const Fits found = fits_in_memory(c);
  if (found == Fits::yes || found > surely) return found == Fits::yes;
  return c.scenario->task == Task::train || max_concurrency(c) >= c.serve().concurrency.value_or(1);
}

bool fits(const Catalog& catalog, Question& q, const std::vector<Device>& devices, Setting what, Fits surely,
          Count value) {
  set_value(q.scenario, what, value);
  Case c = make_case(catalog, q, q.scenario, devices);
  for (const Layout& layout : layouts(*c.catalog, q, c.accelerator(), c.count, c.nodes)) {
    c.layout = layout;
    if (holds(c, surely)) return true;
  }
  return false;
}

}  // namespace

Count largest_that_fits(const Catalog& catalog, const Question& question, const std::vector<Device>& devices,
                        Setting what, Fits surely) {
  Question q = question;
  const auto fit = [&](Count value) { return fits(catalog, q, devices, what, surely, value); };
  if (!fit(1)) return 0;
  Count low = 1, high = 2;
  while (high <= highest(what) && fit(high)) {
    low = high;
    high *= 2;
  }
  while (high - low > 1) {
    const Count middle = low + (high - low) / 2;
    (fit(middle) ? low : high) = middle;
  }
  return low;
}

}  // namespace gpusel
