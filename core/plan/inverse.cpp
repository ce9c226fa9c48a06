#include "core/plan/inverse.hpp"

#include <algorithm>

#include "core/plan/hardware.hpp"
#include "core/plan/planner.hpp"

namespace gpusel {
namespace {

void set(Scenario& s, Inverse what, Count value) {
  switch (what) {
    case Inverse::micro_batch:
      s.train.micro_batch = value;
      break;
    case Inverse::sequence_length:
      s.train.sequence_length = value;
      break;
    case Inverse::lora_rank:
      s.train.lora.rank = value;
      break;
    case Inverse::lora_adapters:
      s.train.lora.adapters = value;
      break;
    case Inverse::concurrency:
      s.serve.concurrency = value;
      break;
    case Inverse::context_length:
      s.serve.context_length = value;
      break;
  }
}

// Beyond these no one asks; they keep doubling finite.
Count highest(Inverse what) {
  switch (what) {
    case Inverse::micro_batch:
      return 1 << 16;
    case Inverse::sequence_length:
      return 1 << 24;
    case Inverse::lora_rank:
      return 1 << 13;
    case Inverse::lora_adapters:
      return 1 << 14;
    case Inverse::concurrency:
      return 1 << 20;
    case Inverse::context_length:
      return 1 << 24;
  }
  return 1;
}

bool fits(const Catalog& catalog, Question& q, const std::vector<Device>& devices, Inverse what, Count value) {
  set(q.scenario, what, value);
  Case c = make_case(catalog, q, q.scenario, devices);
  for (const Layout& layout : layouts(q, c.accelerator(), c.count, c.nodes)) {
    c.layout = layout;
    if (fits_in_memory(c) == Fits::yes) return true;
  }
  return false;
}

}  // namespace

Count largest_that_fits(const Catalog& catalog, const Question& question, const std::vector<Device>& devices,
                        Inverse what) {
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
