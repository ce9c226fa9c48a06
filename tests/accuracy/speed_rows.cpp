#include "speed_rows.hpp"

#include <cmath>

#include "core/plan/hardware.hpp"
#include "core/plan/planner.hpp"
#include "core/time/train_spread.hpp"

namespace gpusel::accuracy {
namespace {

bool has_speed(const MeasuredRow& r) { return r.error.empty() && (r.speed[0] > 0 || r.speed[1] > 0 || r.speed[2] > 0); }

}  // namespace

std::vector<SpeedRow> speed_rows(const Catalog& catalog, const std::vector<MeasuredRow>& rows) {
  std::vector<SpeedRow> all;
  for (const MeasuredRow& r : rows) {
    if (!has_speed(r)) continue;
    Result<Question> q = resolve(catalog, r.scenario);
    if (!q.ok()) continue;
    SpeedRow row;
    row.question = std::make_shared<const Question>(std::move(*q));
    const Result<std::vector<Device>> devices = devices_of(catalog, *row.question);
    if (!devices.ok()) continue;
    const auto filled = std::make_shared<Scenario>();
    row.c = best_case(catalog, *row.question, *devices, *filled);
    row.c.shared = {};  // each fold has constants of its own
    // The case refers to the question's scenario or, where the step was searched, to the one filled in.
    row.filled = filled;
    row.id = r.id, row.source = r.source, row.weight = r.weight, row.framework = r.framework;
    row.method = method_of(r.scenario.train);
    row.family = r.family + "/" + std::string(to_string(row.c.accelerator().cls));
    row.measured = r.speed;
    all.push_back(std::move(row));
  }
  return all;
}

Speed speed_of(const SpeedRow& row, const Catalog& calibrated) {
  Case c = row.c;
  c.catalog = &calibrated;
  const TrainStep step = train_step(train_setup(c));
  const double peak = compute_peak(c.accelerator(), c.train().compute).value;
  Speed s;
  s.values = {step.step_tokens / step.total.value, step.total.value,
              step.work.model_flops * step.micro_steps / step.total.value / peak};
  s.widening = speed_widening(c, step.constants);
  s.step = step_spread(c, step.constants);
  s.family_seen = step.constants.family_seen;
  return s;
}

double log_error(const SpeedRow& row, const Speed& speed) {
  if (row.measured[1] > 0) return std::log(speed.values[1] / row.measured[1]);
  const std::size_t q = row.measured[0] > 0 ? 0 : 2;
  return std::log(row.measured[q] / speed.values[q]);
}

}  // namespace gpusel::accuracy
