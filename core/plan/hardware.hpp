// What devices stand where: hosts they come in, how many hosts, the network between them, host memory and power limits.
// Fills what a scenario leaves open from the catalogue's host shapes (assets/data/hosts.json) and networks.
#pragma once

#include "core/plan/plan.hpp"

namespace gpusel {

// The host a device is sold in: matched by id, then form factor, family, class; nullptr where the catalogue has none.
const HostShape* host_of(const Catalog& catalog, const Accelerator& accelerator);
int largest_count(const HostShape* host);
// Devices paid for: whole host sizes as they are sold (3 of an 8-GPU host that is sold in 1, 2, 4, 8 are paid as 4).
Count billed_count(const HostShape* host, Count count);

// The accelerator a scenario names (the first of unequal ones); nullptr where it names none, or an unknown one.
const Accelerator* accelerator_of(const Scenario& scenario, const Catalog& catalog);

// That a device can only be used hosted, in words.
std::string not_sold(const Accelerator& a);

// The devices a scenario names, references resolved against the catalogue and the question's inline ones.
Result<std::vector<Device>> devices_of(const Catalog& catalog, const Question& q);

// A Case with everything but its layout decided; `scenario` and `q` must outlive it.
Case make_case(const Catalog& catalog, const Question& q, const Scenario& scenario, std::vector<Device> devices);

// The scenario with the hardware block filled as the Case has it: re-estimating it gives the same report.
void fill_hardware(Scenario& scenario, const Case& c);

}  // namespace gpusel
