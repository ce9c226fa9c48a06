#include "core/plan/planner.hpp"

#include "core/plan/compare.hpp"
#include "core/plan/hardware.hpp"
#include "core/plan/search.hpp"

namespace gpusel {

void CaseConstants::put_into(Case& c) {
  if (c.scenario->task != Task::train) return;
  memory = memory_constants(c);
  speed = train_constants(c);
  c.memory_constants = &memory;
  c.speed_constants = &speed;
}

Case best_case(const Catalog& catalog, const Question& q, const std::vector<Device>& devices, Scenario& searched) {
  Case c = make_case(catalog, q, q.scenario, devices);
  const std::vector<Layout> choices = layouts(q, c.accelerator(), c.count, c.nodes);
  if (!leaves_step_open(q.scenario)) {
    c.layout = choices[best_layout(c, choices)];
    return c;
  }
  searched = q.scenario;
  c.layout = search_step(c, searched, choices);
  c.scenario = &searched;
  return c;
}

Report report_on(const Catalog& catalog, const Question& q, const std::vector<Device>& devices, bool explain) {
  Scenario searched;
  Case c = best_case(catalog, q, devices, searched);
  c.explain = explain;
  Report r = evaluate(c);
  r.scenario = *c.scenario;
  fill_hardware(r.scenario, c);
  return r;
}

}  // namespace gpusel
