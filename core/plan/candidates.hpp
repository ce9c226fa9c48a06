// What `select` tries: the devices the goal admits, the counts their hosts come in, and the scenario as such a device
// would run it (with its usual engine where none is named, or where the
// one named does not run there; that is said).
#pragma once

#include "core/plan/plan.hpp"

namespace gpusel {

// Devices that pass the goal's vendors, classes and accelerators, and the scenario's own hardware; catalogue order.
std::vector<const Accelerator*> admitted(const Catalog& catalog, const Question& q);
// Counts inside one host (8 at most; a minimum system counts as the smallest), ascending.
std::vector<Count> host_counts(const Catalog& catalog, const Question& q, const Accelerator& a);
// Counts of several hosts, for what fits in none: host multiples up to the goal's max_count.
std::vector<Count> cluster_counts(const Catalog& catalog, const Question& q, const Accelerator& a);
// The question as it is asked of this device; notes say what was replaced.
Question question_for(const Catalog& catalog, const Question& q, const Accelerator& a);
// A device that cannot run the task at all: the reason, and the change of settings that would let it (if any).
struct Unsupported {
  std::string code, reason;
  std::vector<std::pair<std::string, std::string>> args;
  std::optional<Scenario> fix;
};
std::optional<Unsupported> unsupported(const Question& q, const Accelerator& a);
// Bytes that must stand somewhere in any layout: weights (and, trained in full, gradients and states) without
// activations.
Bytes least_bytes(const Question& q);
// Training: tokens a second of one device that no layout or setting exceeds (a forward pass alone at the highest peak);
// 0 where it has no peak.
double most_tokens_per_second(const Question& q, const Accelerator& a);

}  // namespace gpusel
