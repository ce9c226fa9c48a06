#include "core/plan/planner.hpp"

#include "core/plan/compare.hpp"
#include "core/plan/hardware.hpp"
#include "core/plan/search.hpp"

namespace gpusel {
namespace {

// A case with its layout and, where the step is left open, the settings that were found (in `scenario`).
Case best_case(const Catalog& catalog, const Question& q, const std::vector<Device>& devices, Scenario& scenario) {
  Case c = make_case(catalog, q, q.scenario, devices);
  const std::vector<Layout> choices = layouts(q, c.accelerator(), c.count, c.nodes);
  if (!leaves_step_open(q.scenario)) {
    c.layout = choices[best_layout(c, choices)];
    return c;
  }
  scenario = q.scenario;
  c.layout = search_step(c, scenario, choices);
  c.scenario = &scenario;
  return c;
}

}  // namespace

Plan plan_on(const Catalog& catalog, const Question& q, const std::vector<Device>& devices, bool explain) {
  Scenario searched;
  Case c = best_case(catalog, q, devices, searched);
  c.explain = explain;
  return {c.layout, evaluate(c)};
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
