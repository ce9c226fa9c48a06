#include "measured_rows.hpp"

#include "core/json/json.hpp"
#include "core/memory/train_fit.hpp"
#include "core/memory/train_intervals.hpp"
#include "core/plan/compare.hpp"
#include "core/plan/hardware.hpp"

namespace gpusel::accuracy {
namespace {

struct Tables {
  Value::Array models, settings;
};

double number_of(const Value& v, std::string_view key, double fallback) {
  const Value* x = v.find(key);
  return x != nullptr && x->number() != nullptr ? *x->number() : fallback;
}

std::string text_of(const Value& v, std::string_view key) {
  const Value* x = v.find(key);
  return x != nullptr && x->string() != nullptr ? *x->string() : std::string();
}

const Value* entry(const Value::Array& table, double index) {
  const std::size_t i = static_cast<std::size_t>(index);
  return index >= 0 && i < table.size() ? &table[i] : nullptr;
}

Value scenario_of(const Value& row, const Tables& tables) {
  Value scenario;
  if (const Value* model = entry(tables.models, number_of(row, "model", -1))) scenario.set("model", *model);
  scenario.set("task", "train");
  Value train = Value(Value::Object{});
  if (const Value* settings = entry(tables.settings, number_of(row, "train", -1))) train = *settings;
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
  Case c = make_case(catalog, *q, q->scenario, *devices);
  const std::vector<Layout> choices = layouts(*q, c.accelerator(), c.count, c.nodes);
  c.layout = choices[best_layout(c, choices)];
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
  if (const Value* measured = row.find("measured"))
    for (std::size_t q = 0; q < quantities.size(); ++q) m.measured[q] = number_of(*measured, quantities[q], 0);
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

Result<std::vector<MeasuredRow>> read_rows(const Catalog& catalog, std::string_view text) {
  std::vector<MeasuredRow> rows;
  Tables tables;
  for (std::size_t begin = 0; begin < text.size();) {
    std::size_t end = text.find('\n', begin);
    if (end == std::string_view::npos) end = text.size();
    const std::string_view line = text.substr(begin, end - begin);
    begin = end + 1;
    if (line.empty()) continue;
    const Result<Value> value = parse_json(line);
    if (!value.ok()) return value.error();
    if (const Value* models = value->find("models"))
      tables.models = *models->array();
    else if (const Value* settings = value->find("settings"))
      tables.settings = *settings->array();
    else if (value->find("id") != nullptr)
      rows.push_back(measured_row(catalog, *value, tables));
  }
  return rows;
}

}  // namespace gpusel::accuracy
