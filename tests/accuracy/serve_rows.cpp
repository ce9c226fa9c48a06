#include "serve_rows.hpp"

#include <algorithm>

#include "core/json/json.hpp"
#include "core/json/objects.hpp"
#include "core/memory/memory.hpp"
#include "core/plan/compare.hpp"
#include "core/plan/hardware.hpp"

namespace gpusel::accuracy {
namespace {

struct Tables {
  Value::Array sources, models, serves, hardware;
};

double number_of(const Value& v, std::string_view key, double fallback) {
  const Value* x = v.find(key);
  return x != nullptr && x->number() != nullptr ? *x->number() : fallback;
}

std::string text_of(const Value& v, std::string_view key) {
  const Value* x = v.find(key);
  return x != nullptr && x->string() != nullptr ? *x->string() : std::string();
}

const Value& entry(const Value::Array& table, const Value& row, std::string_view key) {
  static const Value none;
  const std::size_t i = static_cast<std::size_t>(number_of(row, key, 1e6));
  return i < table.size() ? table[i] : none;
}

Value scenario_of(const Value& row, const Tables& tables) {
  Value scenario;
  scenario.set("model", entry(tables.models, row, "model"));
  scenario.set("task", "serve");
  Value serve = entry(tables.serves, row, "serve");
  for (const char* key : {"concurrency", "input_tokens", "output_tokens"})
    if (const Value* x = row.find(key)) serve.set(key, *x);
  scenario.set("serve", serve);
  scenario.set("hardware", entry(tables.hardware, row, "hardware"));
  return scenario;
}

// The case as estimate() builds it.
std::optional<Error> resolve_case(const Catalog& catalog, const Value& scenario_json, ServeRow& r) {
  const Result<Scenario> scenario = read_scenario(scenario_json, catalog);
  if (!scenario.ok()) return scenario.error();
  Result<Question> question = resolve(catalog, *scenario);
  if (!question.ok()) return question.error();
  r.question = std::make_unique<Question>(std::move(question).value());
  const Result<std::vector<Device>> devices = devices_of(catalog, *r.question);
  if (!devices.ok()) return devices.error();
  r.c = make_case(catalog, *r.question, r.question->scenario, *devices);
  const std::vector<Layout> choices = layouts(*r.question, r.c.accelerator(), r.c.count, r.c.nodes);
  r.c.layout = choices[best_layout(r.c, choices)];
  const ServeSpec& s = r.c.serve();
  r.most = max_concurrency(r.c);
  const Count limit = catalog.engine(s.engine).max_sequences * std::max<Count>(1, r.c.layout.dp);
  r.concurrency = std::max<Count>(1, s.concurrency.value_or(std::min(r.most, limit)));
  return std::nullopt;
}

void read_measured(const Value& row, ServeRow& r) {
  if (const Value* measured = row.find("measured"))
    for (const auto& [path, value] : *measured->object())
      if (value.number() != nullptr) r.measured.emplace_back(path, *value.number());
  if (const Value* unknown = row.find("unknown"))
    for (const Value& path : *unknown->array()) r.unknown_concurrency |= *path.string() == "serve.concurrency";
  if (const Value* ran = row.find("ran")) r.ran = *ran->boolean();
  r.running = number_of(row, "running", 0);
}

}  // namespace

Result<std::vector<ServeRow>> read_serve_rows(const Catalog& catalog, std::string_view text) {
  std::vector<ServeRow> rows;
  Tables tables;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const Result<Value> line = parse_json(text.substr(begin, end - begin));
    begin = end + 1;
    if (!line.ok()) return line.error();
    bool is_table = line->find("about") != nullptr;
    for (auto [key, table] : {std::pair("sources", &tables.sources), std::pair("models", &tables.models),
                              std::pair("serves", &tables.serves), std::pair("hardware", &tables.hardware)}) {
      const Value* found = line->find(key);
      if (found == nullptr || found->array() == nullptr) continue;
      *table = *found->array();
      is_table = true;
    }
    if (is_table) continue;
    ServeRow r;
    const Value& source = entry(tables.sources, *line, "source");
    r.source = text_of(source, "id");
    r.id = r.source + "-" + text_of(*line, "id");
    r.trust = text_of(source, "trust").front();
    read_measured(*line, r);
    if (std::optional<Error> e = resolve_case(catalog, scenario_of(*line, tables), r)) {
      e->message = r.id + ": " + e->message;
      return *e;
    }
    rows.push_back(std::move(r));
  }
  return rows;
}

}  // namespace gpusel::accuracy
