#include "measured_rows.hpp"

#include "core/domain/formats.hpp"
#include "core/json/json.hpp"
#include "core/memory/train_fit.hpp"
#include "core/memory/train_intervals.hpp"
#include "core/plan/hardware.hpp"
#include "core/plan/planner.hpp"
#include "row_tables.hpp"

namespace gpusel::accuracy {
namespace {

struct Tables {
  Value::Array models, settings;
};

Value scenario_of(const Value& row, const Tables& tables) {
  Value scenario;
  if (const Value* model = entry(tables.models, row, "model")) scenario.set("model", *model);
  scenario.set("task", "train");
  Value train = Value(Value::Object{});
  if (const Value* settings = entry(tables.settings, row, "train")) train = *settings;
  train.set("micro_batch", number_of(row, "micro_batch", 1));
  train.set("sequence_length", number_of(row, "sequence_length", 2048));
  scenario.set("train", train);
  if (const Value* hardware = row.find("hardware")) scenario.set("hardware", *hardware);
  return scenario;
}

// The case the planner would choose, down to its live tensors.
void describe(const Catalog& catalog, MeasuredRow& row) {
  const Result<Question> q = resolve(catalog, row.scenario);
  const Result<std::vector<Device>> devices = q.ok() ? devices_of(catalog, *q) : Result<std::vector<Device>>(q.error());
  if (!devices.ok()) {
    row.error = devices.error().message;
    return;
  }
  Scenario searched;
  const Case c = best_case(catalog, *q, *devices, searched);
  TrainSetup s = train_setup(c);
  const StageMemory m = fullest_device(s);
  row.pool = pool_terms(s, m);
  row.widening = widening(s);
  row.usable = m.stage.usable.number();
  row.framework = to_string(row.scenario.train.framework);
  row.vendor = c.accelerator().vendor;
  row.family = c.accelerator().family;
  row.moe = q->shape.is_moe();
  row.several_hosts = c.nodes > 1;
  row.several_devices = c.count > 1;
}

MeasuredRow measured_row(const Catalog& catalog, const Value& row, const Tables& tables) {
  MeasuredRow m;
  m.id = text_of(row, "id");
  m.source = text_of(row, "source");
  m.weight = number_of(row, "weight", 1);
  if (const Value* oom = row.find("oom"))
    if (oom->boolean() != nullptr) m.oom = *oom->boolean();
  if (const Value* measured = row.find("measured")) {
    for (std::size_t q = 0; q < quantities.size(); ++q) m.measured[q] = number_of(*measured, quantities[q], 0);
    for (std::size_t q = 0; q < speed_quantities.size(); ++q) m.speed[q] = number_of(*measured, speed_quantities[q], 0);
  }
  const Result<Scenario> scenario = read_scenario(scenario_of(row, tables), catalog);
  if (!scenario.ok()) {
    m.error = scenario.error().message;
    return m;
  }
  m.scenario = *scenario;
  describe(catalog, m);
  return m;
}

}  // namespace

Answer answer(const Catalog& catalog, const MeasuredRow& row) {
  EstimateOptions options;
  options.explain = options.advice = false;
  const Result<Report> report = estimate(catalog, row.scenario, options);
  if (!report.ok()) return {};
  const MemoryReport& r = report->memory;
  return {{r.allocated, r.reserved, r.device}, report->fits};
}

std::string method_of(const TrainSpec& t) {
  if (t.method == Method::full) return "full";
  return is_quantised(t.weights) ? "qlora" : "lora";
}

Result<std::vector<MeasuredRow>> read_rows(const Catalog& catalog, std::string_view text) {
  std::vector<MeasuredRow> rows;
  Tables tables;
  const auto error = each_line(text, [&](const Value& line) -> std::optional<Error> {
    if (const Value* models = line.find("models"))
      tables.models = *models->array();
    else if (const Value* settings = line.find("settings"))
      tables.settings = *settings->array();
    else if (line.find("id") != nullptr)
      rows.push_back(measured_row(catalog, line, tables));
    return std::nullopt;
  });
  if (error) return *error;
  return rows;
}

}  // namespace gpusel::accuracy
