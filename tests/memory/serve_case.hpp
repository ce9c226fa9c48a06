// A serving Case from catalogue ids, for tests: what core/plan would build, without its search.
#pragma once

#include <memory>
#include <string>

#include "core/domain/case.hpp"
#include "core/domain/defaults.hpp"
#include "core/gpusel.hpp"
#include "core/memory/memory.hpp"
#include "core/model/shape.hpp"

namespace gpusel::test {

inline const Catalog& catalog() {
  static const Catalog loaded = load_catalog().value();
  return loaded;
}
inline ModelShape shape_of(const std::string& id) { return build_shape(*catalog().model(id)).value(); }

// Owns everything a Case points to.
struct ServeCase {
  Scenario scenario;
  ModelShape shape;
  Case c;

  ServeCase(const std::string& model, const std::string& accelerator, Count count = 1) : shape(shape_of(model)) {
    scenario.model = model;
    scenario.task = Task::serve;
    scenario.hardware.emplace();
    scenario.hardware->count = count;
    c.catalog = &catalog();
    c.devices = {{catalog().accelerator(accelerator), count}};
    c.count = count;
    c.network = BytesPerSecond(50e9);
    c.network_latency = Seconds(20e-6);
    c.host_memory = Bytes(2'000'000'000'000);
    c.power_limit = c.accelerator().power;
  }
  ServeSpec& serve() { return scenario.serve; }
  const Case& filled() {
    serve().engine = serve().engine_or_usual();
    scenario = fill_defaults(scenario, catalog());
    c.scenario = &scenario;
    c.shape = &shape;
    return c;
  }
};

}  // namespace gpusel::test
