#include "train_case.hpp"

namespace gpusel::test {

const Catalog& catalog() {
  static const Catalog loaded = [] {
    Result<Catalog> c = load_catalog();
    return c.ok() ? *c : Catalog{};
  }();
  return loaded;
}

ModelShape shape_of(std::string_view model_id) {
  const Model* m = catalog().model(model_id);
  if (m == nullptr) return {};
  const Result<ModelShape> shape = build_shape(*m);
  return shape.ok() ? *shape : ModelShape{};
}

ModelShape shape_of_config(const Value& config) {
  Model m;
  m.config = config;
  m.from_catalogue = false;
  const Result<ModelShape> shape = build_shape(m);
  return shape.ok() ? *shape : ModelShape{};
}

TrainCase::TrainCase(std::string_view model_id, std::string_view accelerator_id)
    : TrainCase(shape_of(model_id), accelerator_id) {}

TrainCase::TrainCase(const ModelShape& model, std::string_view accelerator_id) : shape(model) {
  if (const Accelerator* a = catalog().accelerator(accelerator_id)) accelerator = *a;
  scenario.task = Task::train;
  scenario.hardware = HardwareSpec{};
}

TrainCase& TrainCase::devices(Count count, Count zero) {
  c.count = count;
  c.layout = Layout{};
  c.layout.dp = count;
  c.layout.zero = zero;
  c.nodes = (count + 7) / 8;
  return *this;
}

TrainCase& TrainCase::change(const std::function<void(TrainSpec&)>& f) {
  f(scenario.train);
  return *this;
}

MemoryReport TrainCase::run(bool explain) {
  c.catalog = &catalog();
  c.scenario = &scenario;
  c.shape = &shape;
  c.devices = {{&accelerator, c.count}};
  c.host_memory = 4000_GB;
  c.explain = explain;
  return train_memory(c);
}

Bytes moment_total(const MemoryReport& r, Moment m) {
  for (const MomentBytes& x : r.moments)
    if (x.moment == m) return x.parts.total();
  return {};
}

Bytes moment_part(const MemoryReport& r, Moment m, Part p) {
  for (const MomentBytes& x : r.moments)
    if (x.moment == m) return x.parts[p];
  return {};
}

Bytes without_workspace(const MemoryReport& r, Moment m) {
  return moment_total(r, m) - moment_part(r, m, Part::workspace);
}

}  // namespace gpusel::test
