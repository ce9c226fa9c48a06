// A training case that a test can bend, without the planner: device, degrees, settings.
#pragma once

#include <doctest/doctest.h>

#include "core/catalog/search.hpp"
#include "core/domain/defaults.hpp"
#include "core/gpusel.hpp"
#include "core/model/shape.hpp"
#include "core/time/time.hpp"
#include "core/time/train_step.hpp"

namespace gpusel::test {

inline const Catalog& facts() {
  static const Result<Catalog> loaded = load_catalog();
  REQUIRE(loaded.ok());
  return *loaded;
}

struct TrainCase {
  Scenario scenario;
  ModelShape shape;
  Accelerator device;
  Case c;
  explicit TrainCase(const char* model = "meta-llama/Meta-Llama-3-8B", const char* accelerator = "h100-sxm5-80gb")
      : shape(*build_shape(*facts().model(model))), device(*facts().accelerator(accelerator)) {}
  TrainCase(const TrainCase&) = delete;

  const Case& filled(Layout layout = {}, Count nodes = 1) {
    scenario.train.recipe = scenario.train.recipe.value_or(default_recipe(scenario.train.method));
    scenario.train.kernels = scenario.train.kernels.value_or(Kernels::stock);
    c.catalog = &facts();
    c.scenario = &scenario;
    c.shape = &shape;
    c.layout = layout;
    c.count = layout.dp * layout.tp * layout.pp * layout.cp;
    c.devices = {{&device, c.count}};
    c.nodes = nodes;
    c.network = BytesPerSecond(50e9);
    c.network_latency = Seconds(2e-5);
    c.power_limit = device.power;
    c.explain = true;
    return c;
  }
  TrainReport report(Layout layout = {}, Count nodes = 1) { return train_time(filled(layout, nodes), {}).report; }
  double rate(Layout layout = {}, Count nodes = 1) { return report(layout, nodes).tokens_per_second.estimate.value; }
};

inline void full(TrainCase& t) {
  t.scenario.train.method = Method::full;
  t.scenario.train.sequence_length = 4096;
}

}  // namespace gpusel::test
