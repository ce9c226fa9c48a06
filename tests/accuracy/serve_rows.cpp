#include "serve_rows.hpp"

#include <map>

#include "core/json/json.hpp"
#include "core/json/objects.hpp"
#include "core/memory/memory.hpp"
#include "core/plan/hardware.hpp"
#include "core/plan/planner.hpp"
#include "row_tables.hpp"

namespace gpusel::accuracy {
namespace {

struct Tables {
  Value::Array sources, models, serves, hardware, builds;
};

// A row that names no entry has none of its values.
Value value_of(const Value::Array& table, const Value& row, std::string_view key) {
  const Value* found = entry(table, row, key);
  return found ? *found : Value();
}

Value scenario_of(const Value& row, const Tables& tables) {
  Value scenario;
  scenario.set("model", value_of(tables.models, row, "model"));
  scenario.set("task", "serve");
  Value serve = value_of(tables.serves, row, "serve");
  for (const char* key : {"concurrency", "input_tokens", "output_tokens"})
    if (const Value* x = row.find(key)) serve.set(key, *x);
  scenario.set("serve", serve);
  scenario.set("hardware", value_of(tables.hardware, row, "hardware"));
  return scenario;
}

Engine engine_of(const Value& scenario) {
  return parse_enum<Engine>(text_of(*scenario.find("serve"), "engine")).value_or(Engine::vllm);
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
  Scenario searched;
  r.c = best_case(catalog, *r.question, *devices, searched);
  r.c.shared = {};  // each fold has constants of its own
  r.most = max_concurrency(r.c);
  r.concurrency = requests_in_force(r.c, r.most);
  return std::nullopt;
}

// The engine as it was measured: what differs from the catalogue's.
void apply(const Value& build, EngineFacts& engine) {
  engine.max_batched_tokens =
      static_cast<Count>(number_of(build, "max_batched_tokens", static_cast<double>(engine.max_batched_tokens)));
  if (const Value* units = build.find("matrix_units")) engine.matrix_units = *units->boolean();
  if (const Value* fused = build.find("fused_attention")) engine.fused_attention = *fused->boolean();
  if (const Value* expands = build.find("expands_kv_heads")) engine.expands_kv_heads = *expands->boolean();
  if (const Value* how = build.find("launches")) engine.launches = *parse_enum<Launches>(*how->string());
}

// One catalogue a build and engine.
class Builds {
 public:
  explicit Builds(const Catalog& catalog) : catalog_(catalog) {}
  std::shared_ptr<const Catalog> of(const Value& build, Engine engine) {
    std::shared_ptr<Catalog>& made = made_[{&build, engine}];
    if (!made) {
      made = std::make_shared<Catalog>(catalog_);
      apply(build, made->engines[static_cast<std::size_t>(engine)]);
    }
    return made;
  }

 private:
  const Catalog& catalog_;
  std::map<std::pair<const Value*, Engine>, std::shared_ptr<Catalog>> made_;
};

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
  Builds builds(catalog);
  const auto error = each_line(text, [&](const Value& line) -> std::optional<Error> {
    bool is_table = line.find("about") != nullptr;
    for (auto [key, table] : {std::pair("sources", &tables.sources), std::pair("models", &tables.models),
                              std::pair("serves", &tables.serves), std::pair("hardware", &tables.hardware),
                              std::pair("builds", &tables.builds)}) {
      const Value* found = line.find(key);
      if (found == nullptr || found->array() == nullptr) continue;
      *table = *found->array();
      is_table = true;
    }
    if (is_table) return std::nullopt;
    ServeRow r;
    const Value source = value_of(tables.sources, line, "source");
    r.source = text_of(source, "id");
    r.id = r.source + "-" + text_of(line, "id");
    r.trust = text_of(source, "trust").front();
    read_measured(line, r);
    const Value scenario = scenario_of(line, tables);
    if (const Value* build = entry(tables.builds, line, "build")) r.catalog = builds.of(*build, engine_of(scenario));
    if (std::optional<Error> e = resolve_case(r.catalog ? *r.catalog : catalog, scenario, r)) {
      e->message = r.id + ": " + e->message;
      return e;
    }
    rows.push_back(std::move(r));
    return std::nullopt;
  });
  if (error) return *error;
  return rows;
}

}  // namespace gpusel::accuracy
