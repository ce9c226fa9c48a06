// The form: which fields are shown, which are folded away, and how the synthetic segments (Pre-train, QLoRA) map to the
// scenario.
#include <algorithm>

#include "core/catalog/search.hpp"
#include "core/domain/formats.hpp"
#include "core/model/shape.hpp"
#include "ui/view/device_name.hpp"
#include "ui/view/field_view.hpp"

namespace gpusel::view {

namespace {

bool four_bit(WeightFormat f) { return f == WeightFormat::nf4 || f == WeightFormat::fp4; }

// Where a field of the table stands in the form. Weights count as a setting: the method segments already say nf4.
std::string_view group_of(const Field& f) {
  if (f.path == "task" || f.path == "train.method") return "task";
  switch (f.group) {
    case FieldGroup::task:
      return "task";
    case FieldGroup::model:
      return "model";
    case FieldGroup::method:
    case FieldGroup::settings:
    case FieldGroup::hardware:
      return "settings";
    case FieldGroup::limits:
      return "limits";
    case FieldGroup::ranking:
      return "ranking";
  }
  return "settings";
}

// The device belongs to the answer, not to the settings, until one is chosen.
bool folded_until_changed(const Field& f) {
  if (f.path == "goal.max_count") return false;
  return !f.common || f.group == FieldGroup::hardware || f.path == "train.weights" || f.path == "train.optimizer" ||
         f.path == "goal.min_tokens_per_second";
}

FieldGroupView group(const Input& in, std::string_view id, std::string_view label_key) {
  FieldGroupView out;
  out.id = std::string(id);
  out.label = in.strings.text(label_key);
  for (const Field& f : fields()) {
    if (group_of(f) != id || !f.visible(in.scenario) || f.path == "version") continue;
    if (f.path == "train.objective" && task_choice(in.scenario) == "pretrain") continue;
    FieldView view = field_view(in, f);
    const bool folded = folded_until_changed(f) && view.is_default && view.error.empty();
    (folded ? out.more : out.fields).push_back(std::move(view));
  }
  if (!out.more.empty()) out.more_label = in.strings.text("form.more", {{"n", std::to_string(out.more.size())}});
  return out;
}

std::string model_label(const Model& m, Lang lang) {
  std::string label = m.name.empty() ? m.id : m.name;
  const std::size_t slash = m.id.find('/');
  if (slash != std::string::npos) label += std::string(kDot) + m.id.substr(0, slash);
  if (m.published_parameters > 0) label += std::string(kDot) + count(static_cast<double>(m.published_parameters), lang);
  return label;
}

const Model* model_of(const ModelRef& ref, const Catalog& catalog) {
  if (const auto* inline_model = std::get_if<Model>(&ref)) return inline_model;
  return catalog.model(std::get<std::string>(ref));
}

// Counted where the catalogue has no published number (a config.json someone dropped).
double parameters_of(const Model& m) {
  if (m.published_parameters > 0) return static_cast<double>(m.published_parameters);
  const Result<ModelShape> shape = build_shape(m);
  return shape ? static_cast<double>(shape->parameters) : 0;
}

}  // namespace

std::string task_choice(const Scenario& s) {
  if (s.task == Task::serve) return "serve";
  return s.train.objective == Objective::pretrain ? "pretrain" : "finetune";
}

std::string method_choice(const Scenario& s) {
  if (s.train.method == Method::full) return "full";
  return four_bit(s.train.weights) ? "qlora" : "lora";
}

Value method_patch(std::string_view choice, const Scenario& s) {
  Value train;
  train.set("method", choice == "full" ? "full" : "lora");
  if (choice == "qlora")
    train.set("weights", "nf4");
  else if (is_quantised(s.train.weights))
    train.set("weights", Value());  // back to the default, bf16
  Value patch;
  patch.set("train", std::move(train));
  return patch;
}

Value task_patch(std::string_view choice, const Scenario& s) {
  Value patch;
  if (choice == "serve") {
    patch.set("task", "serve");
    return patch;
  }
  const bool pretrain = choice == "pretrain", was = s.train.objective == Objective::pretrain;
  if (pretrain)
    patch = method_patch("full", s);
  else if (was)
    patch = method_patch("lora", s);
  patch.set("task", "train");
  if (pretrain != was) {
    Value train = patch.find("train") ? *patch.find("train") : Value(Value::Object{});
    train.set("objective", pretrain ? "pretrain" : "sft");
    patch.set("train", std::move(train));
  }
  return patch;
}

Scenario baseline(const Scenario& s) {
  Scenario out;
  out.model = s.model;
  out.task = s.task;
  out.train.method = s.train.method;
  out.train.objective = s.train.objective == Objective::pretrain ? Objective::pretrain : Objective::sft;
  if (s.train.method == Method::lora && four_bit(s.train.weights)) out.train.weights = s.train.weights;
  return out;
}

std::string model_name(const ModelRef& ref, const Catalog& catalog) {
  const Model* m = model_of(ref, catalog);
  if (!m) return std::get<std::string>(ref);
  return !m->name.empty() ? m->name : !m->id.empty() ? m->id : "config.json";
}

ModelCard build_model_card(const Input& in) {
  ModelCard card;
  card.title = model_name(in.scenario.model, in.catalog);
  if (const Model* m = model_of(in.scenario.model, in.catalog)) {
    const std::size_t slash = m->id.find('/');
    std::string line = slash != std::string::npos ? m->id.substr(0, slash) : m->vendor;
    if (const double n = parameters_of(*m); n > 0)
      line +=
          (line.empty() ? "" : std::string(kDot)) + in.strings.text("form.parameters", {{"n", count(n, in.lang())}});
    const WeightFormat w = in.scenario.task == Task::serve ? in.scenario.serve.weights : in.scenario.train.weights;
    card.subtitle = line + (line.empty() ? "" : std::string(kDot)) + choice_label(in.strings, "weights", to_string(w));
  }
  card.query = in.state.search;
  constexpr std::size_t most = 40;
  if (card.query.empty()) {
    for (const Model& m : in.catalog.models) {
      if (card.found.size() == most) break;
      card.found.push_back({m.id, model_label(m, in.lang())});
    }
  } else {
    for (const Found& f : search(in.catalog, card.query, most))
      if (f.kind == Found::Kind::model)
        card.found.push_back({in.catalog.models[f.index].id, model_label(in.catalog.models[f.index], in.lang())});
  }
  return card;
}

std::vector<FieldGroupView> build_needs(const Input& in) {
  std::vector<FieldGroupView> groups;
  groups.push_back(group(in, "task", "field.task"));
  groups.push_back(group(in, "model", "form.model"));
  groups.push_back(group(in, "settings", "form.settings"));
  groups.push_back(group(in, "limits", "limit.title"));
  groups.push_back(group(in, "ranking", "rank.by"));
  return groups;
}

}  // namespace gpusel::view
