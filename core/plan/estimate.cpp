#include <algorithm>

#include "core/plan/engine_choice.hpp"
#include "core/plan/hardware.hpp"
#include "core/plan/planner.hpp"
#include "core/plan/validate.hpp"

namespace gpusel {
namespace {

std::optional<Error> validate_counts(const Scenario& scenario, const std::vector<Device>& devices) {
  Count count = 0;
  for (const Device& d : devices) count += d.count;
  if (count < 1) return Error{"out-of-range", "/hardware/count", "At least one device is needed.", {{"lo", "1"}}};
  const auto& hardware = scenario.hardware;
  if (hardware->nodes && (*hardware->nodes < 1 || *hardware->nodes > count))
    return Error{"out-of-range",
                 "/hardware/nodes",
                 "nodes must be from 1 to the number of devices (" + std::to_string(count) + ").",
                 {{"lo", "1"}, {"hi", std::to_string(count)}}};
  if (hardware->nodes && count % *hardware->nodes != 0) {
    Count near = *hardware->nodes;
    while (count % near != 0) --near;
    return Error{"conflict",
                 "/hardware/nodes",
                 std::to_string(count) + " devices cannot stand evenly in " + std::to_string(*hardware->nodes) +
                     " hosts, as launchers need; " + std::to_string(near) + " would do.",
                 {{"count", std::to_string(count)},
                  {"nodes", std::to_string(*hardware->nodes)},
                  {"nearest", std::to_string(near)}}};
  }
  return std::nullopt;
}

}  // namespace

Result<Report> estimate(const Catalog& catalog, const Scenario& scenario, const EstimateOptions& options) {
  Result<Question> resolved = resolve(catalog, scenario);
  if (!resolved) return resolved.error();
  Question q = std::move(resolved).value();
  Result<std::vector<Device>> devices = devices_of(catalog, q);
  if (!devices) return devices.error();
  if (std::optional<Error> e = validate_counts(q.scenario, *devices)) return *e;
  Count count = 0;
  for (const Device& d : *devices) count += d.count;
  if (std::optional<Error> e = validate_parallel(q, count)) return *e;

  note_engine(catalog, q, *devices);
  note_training(catalog, q, *devices);
  Report report = report_on(catalog, q, *devices, options.explain);
  if (options.advice) report.advice = advise(catalog, q, report);
  return report;
}

}  // namespace gpusel
