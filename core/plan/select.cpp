#include "core/plan/plan.hpp"

namespace gpusel {

Result<Selection> select(const Catalog& catalog, const Scenario& scenario) {
  Result<Question> q = resolve(catalog, scenario);
  if (!q) return q.error();
  Selection s;
  s.scenario = q->scenario;
  return s;
}

}  // namespace gpusel
