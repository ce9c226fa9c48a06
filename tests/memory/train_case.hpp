// A training case over the real catalogue: named model, accelerator, changes to the defaults.
#pragma once

#include <functional>

#include "core/gpusel.hpp"
#include "core/memory/memory.hpp"
#include "core/model/shape.hpp"

namespace gpusel::test {

const Catalog& catalog();
ModelShape shape_of(std::string_view model_id);
ModelShape shape_of_config(const Value& config);

struct TrainCase {
  Scenario scenario;
  ModelShape shape;
  Accelerator accelerator;
  Case c;

  TrainCase(std::string_view model_id, std::string_view accelerator_id = "a100-sxm4-80gb");
  TrainCase(const ModelShape& model, std::string_view accelerator_id = "a100-sxm4-80gb");
  TrainSpec& t() { return scenario.train; }
  Layout& layout() { return c.layout; }
  // `count` devices, all data-parallel with ZeRO stage `zero`.
  TrainCase& devices(Count count, Count zero);
  TrainCase& change(const std::function<void(TrainSpec&)>& f);
  MemoryReport run(bool explain = false);
};

Bytes moment_total(const MemoryReport& r, Moment m);
Bytes moment_part(const MemoryReport& r, Moment m, Part p);
// Everything but the cuBLAS workspaces, which the worked examples leave out.
Bytes without_workspace(const MemoryReport& r, Moment m);
constexpr double gb(Bytes b) { return b.number() / 1e9; }

}  // namespace gpusel::test
