#include "core/plan/inverse.hpp"

#include <algorithm>

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

bool fits(const Catalog& catalog, Question& q, const std::vector<Device>& devices, Setting what, Count value) {
  set_value(q.scenario, what, value);
  Case c = make_case(catalog, q, q.scenario, devices);
  for (const Layout& layout : layouts(*c.catalog, q, c.accelerator(), c.count, c.nodes)) {
    c.layout = layout;
    if (fits_in_memory(c) == Fits::yes) return true;
  }
  return false;
}

}  // namespace

Count largest_that_fits(const Catalog& catalog, const Question& question, const std::vector<Device>& devices,
                        Setting what) {
  Question q = question;
  if (!fits(catalog, q, devices, what, 1)) return 0;
  Count low = 1, high = 2;
  while (high <= highest(what) && fits(catalog, q, devices, what, high)) {
    low = high;
    high *= 2;
  }
  while (high - low > 1) {
    const Count middle = low + (high - low) / 2;
    (fits(catalog, q, devices, what, middle) ? low : high) = middle;
  }
  return low;
}

}  // namespace gpusel
