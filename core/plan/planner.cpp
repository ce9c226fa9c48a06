#include "core/plan/planner.hpp"

#include "core/plan/compare.hpp"
#include "core/plan/hardware.hpp"

namespace gpusel {
namespace {

Case best_case(const Catalog& catalog, const Question& q, const std::vector<Device>& devices) {
  Case c = make_case(catalog, q, q.scenario, devices);
  const std::vector<Layout> choices = layouts(q, c.accelerator(), c.count, c.nodes);
  c.layout = choices[best_layout(c, choices)];
  return c;
}

}  // namespace

Plan plan_on(const Catalog& catalog, const Question& q, const std::vector<Device>& devices, bool explain) {
  Case c = best_case(catalog, q, devices);
  c.explain = explain;
  return {c.layout, evaluate(c)};
}

Report report_on(const Catalog& catalog, const Question& q, const std::vector<Device>& devices, bool explain) {
  Case c = best_case(catalog, q, devices);
  c.explain = explain;
  Report r = evaluate(c);
  r.scenario = q.scenario;
  fill_hardware(r.scenario, c);
  return r;
}

}  // namespace gpusel
