#include "core/plan/planner.hpp"

#include "core/memory/train_constants.hpp"
#include "core/memory/weights.hpp"
#include "core/plan/compare.hpp"
#include "core/plan/hardware.hpp"
#include "core/plan/search.hpp"
#include "core/time/serve_constants.hpp"
#include "core/time/train_constants.hpp"

namespace gpusel {

namespace {

Shared shared_by_layouts(const Case& c) {
  Shared s;
  if (c.scenario->task == Task::serve) {
    s.weights = std::make_shared<const CaseWeights>(case_weights(*c.shape, c.serve()));
    s.serving = std::make_shared<const ServeConstants>(serve_constants(c));
    return s;
  }
  s.memory = std::make_shared<const MemoryConstants>(memory_constants(c));
  s.speed = std::make_shared<const TrainConstants>(train_constants(c));
  return s;
}

}  // namespace

Case best_case(const Catalog& catalog, const Question& q, const std::vector<Device>& devices, Scenario& searched) {
  Case c = make_case(catalog, q, q.scenario, devices);
  c.shared = shared_by_layouts(c);
  const std::vector<Layout> choices = layouts(catalog, q, c.accelerator(), c.count, c.nodes);
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
  if (explain) r.assumptions.insert(r.assumptions.begin(), q.assumptions.begin(), q.assumptions.end());
  r.scenario = *c.scenario;
  fill_hardware(r.scenario, c);
  return r;
}

}  // namespace gpusel
