#include <string>

#include "core/catalog/search.hpp"
#include "core/domain/defaults.hpp"
#include "core/model/shape.hpp"
#include "core/plan/engine_choice.hpp"
#include "core/plan/hardware.hpp"
#include "core/plan/validate.hpp"

namespace gpusel {
namespace {

Error unknown_model(const Catalog& catalog, const std::string& id, std::string pointer) {
  const std::string close = nearest_model(catalog, id);
  Error e{"unknown-model", std::move(pointer), "No model is called \"" + id + "\".", {{"value", id}}};
  e.message +=
      close.empty() ? " Give a catalogue id or the keys of its config.json." : " Did you mean \"" + close + "\"?";
  if (!close.empty()) e.args.emplace_back("nearest", close);
  return e;
}

Result<ModelShape> shape_of(const Catalog& catalog, const ModelRef& ref) {
  if (const Model* inline_model = std::get_if<Model>(&ref)) return build_shape(*inline_model);
  const std::string& id = *std::get_if<std::string>(&ref);
  if (id.empty())
    return Error{"missing",
                 "/model",
                 "A model is required: a catalogue id, or the keys of its config.json.",
                 {{"field", "model"}}};
  const Model* model = catalog.model(id);
  if (!model) return unknown_model(catalog, id, "/model");
  return build_shape(*model);
}

std::optional<Error> resolve_draft(const Catalog& catalog, Question& q) {
  if (q.scenario.task != Task::serve || !q.scenario.serve.speculative) return std::nullopt;
  const std::string& id = q.scenario.serve.speculative->draft;
  if (id == "mtp") {
    if (q.shape.mtp_parameters > 0) return std::nullopt;
    return Error{"conflict",
                 "/serve/speculative/draft",
                 "This model has no multi-token-prediction module; name a draft model instead.",
                 {{"value", "mtp"}}};
  }
  const Model* model = catalog.model(id);
  if (!model) return unknown_model(catalog, id, "/serve/speculative/draft");
  Result<ModelShape> shape = build_shape(*model);
  if (!shape) return shape.error();
  q.draft = std::move(shape).value();
  return std::nullopt;
}

void keep_inline(Question& q, const AcceleratorRef& ref) {
  if (const Accelerator* a = std::get_if<Accelerator>(&ref)) q.inline_accelerators.push_back(*a);
}

}  // namespace

Result<Question> resolve(const Catalog& catalog, const Scenario& scenario) {
  Question q;
  q.scenario = fill_defaults(scenario, catalog);
  Result<ModelShape> shape = shape_of(catalog, scenario.model);
  if (!shape) return shape.error();
  q.shape = std::move(shape).value();
  if (std::optional<Error> error = resolve_draft(catalog, q)) return *error;
  if (const Accelerator* a = accelerator_of(q.scenario, catalog)) settle_engine(catalog, q, *a);
  if (std::optional<Error> error = validate_task(catalog, q)) return *error;
  if (const auto& hardware = q.scenario.hardware) {
    if (hardware->accelerator) keep_inline(q, *hardware->accelerator);
    for (const DeviceGroup& group : hardware->accelerators) keep_inline(q, group.accelerator);
  }
  return q;
}

}  // namespace gpusel
