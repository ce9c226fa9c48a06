#include "core/plan/engine_choice.hpp"

#include <algorithm>

#include "core/domain/defaults.hpp"
#include "core/domain/formats.hpp"
#include "core/plan/reach.hpp"

namespace gpusel {
namespace {

bool holds(const DefaultEngine& row, const Accelerator& a, FormatClass format) {
  const auto& formats = row.formats;
  return among(row.vendors, a.vendor) && among(row.families, a.family) &&
         (formats.empty() || std::find(formats.begin(), formats.end(), format) != formats.end());
}

std::string name_of(Engine engine) { return std::string(to_string(engine)); }

Note assumed(Engine engine, const Accelerator& a) {
  if (engine == Engine::vendor_stack)
    return {"own-stack-assumed",
            "No engine is named; the stack that " + a.vendor + " gives with " + a.name + " is assumed.",
            "/serve/engine",
            {{"vendor", a.vendor}, {"device", a.name}}};
  return {"engine-assumed",
          "No engine is named; " + name_of(engine) + " is assumed, which usually serves this format on " + a.name + ".",
          "/serve/engine",
          {{"engine", name_of(engine)}, {"device", a.name}}};
}

Note replaced(Engine engine, Engine used, const Accelerator& a) {
  const bool own = used == Engine::vendor_stack;
  return {own ? "engine-replaced-own" : "engine-replaced",
          name_of(engine) + " does not run on " + a.vendor + " devices; " +
              (own ? "the vendor's own stack" : name_of(used)) + " is assumed.",
          "/serve/engine",
          {{"engine", name_of(engine)}, {"used", name_of(used)}, {"vendor", a.vendor}}};
}

}  // namespace

bool runs_on(const EngineFacts& engine, const Accelerator& a) {
  return among(engine.vendors, a.vendor) && (!a.on_chip() || engine.on_chip);
}

Engine usual_engine(const Catalog& catalog, const Accelerator& a, WeightFormat format) {
  const FormatClass cls = format_info(format).cls;
  for (const DefaultEngine& row : catalog.default_engines)
    if (holds(row, a, cls)) return row.engine;
  return Engine::vendor_stack;
}

void settle_engine(const Catalog& catalog, Question& q, const Accelerator& a) {
  ServeSpec& serve = q.scenario.serve;
  if (q.scenario.task != Task::serve || serve.engine) return;
  serve.engine = usual_engine(catalog, a, serve.weights);
  q.assumptions.push_back(assumed(*serve.engine, a));
  q.scenario = fill_defaults(std::move(q.scenario), catalog);
}

void replace_engine(const Catalog& catalog, Question& q, const Accelerator& a) {
  ServeSpec& serve = q.scenario.serve;
  if (q.scenario.task != Task::serve || !serve.engine || runs_on(catalog.engine(*serve.engine), a)) return;
  const Engine used = usual_engine(catalog, a, serve.weights);
  q.scenario.notes.push_back(replaced(*serve.engine, used, a));
  serve.memory_utilization = catalog.engine(used).memory_utilization;
  serve.engine = used;
}

void note_engine(const Catalog& catalog, Question& q, const std::vector<Device>& devices) {
  if (q.scenario.task != Task::serve) return;
  const Engine engine = q.scenario.serve.engine_or_usual();
  for (const Device& d : devices) {
    const std::string& vendor = d.accelerator->vendor;
    if (among(catalog.engine(engine).vendors, vendor)) continue;
    q.scenario.notes.push_back(
        {"engine-elsewhere",
         name_of(engine) + " does not run on " + vendor + " devices; the estimate takes it as if it did.",
         "/serve/engine",
         {{"engine", name_of(engine)}, {"vendor", vendor}}});
    return;
  }
}

}  // namespace gpusel
