#include "core/json/check.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/catalog/search.hpp"
#include "core/json/field_access.hpp"
#include "core/json/json.hpp"
#include "core/json/objects.hpp"
#include "core/json/own_prices.hpp"
#include "core/json/text.hpp"

namespace gpusel {
namespace {

constexpr std::size_t most_choices_listed = 14;

std::string shown(const Value& v) {
  std::string text = write_json(v);
  if (text.size() <= 60) return text;
  std::size_t end = 57;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  return text.substr(0, end) + "...";
}

std::string listed(std::span<const std::string_view> choices) {
  std::string out;
  for (std::size_t i = 0; i < choices.size() && i < most_choices_listed; ++i)
    out += (i ? ", " : "") + std::string(choices[i]);
  return choices.size() > most_choices_listed ? out + ", ..." : out;
}

Error wrong_type(const Field& f, const Value& v) {
  return {"wrong-type",
          pointer_of(f.path),
          std::string(f.path) + " must be " + expected(f) + ", not " + shown(v),
          {{"field", std::string(f.path)}, {"expected", expected(f)}, {"value", shown(v)}}};
}

Error out_of_range(const Field& f, const Value& v) {
  const std::string lo = number_text(f.low), hi = number_text(f.high);
  const std::string unit = f.unit.empty() ? "" : " " + std::string(f.unit);
  return {"out-of-range",
          pointer_of(f.path),
          std::string(f.path) + " must be " + lo + " to " + hi + unit + "; it is " + shown(v),
          {{"field", std::string(f.path)}, {"lo", lo}, {"hi", hi}, {"value", shown(v)}}};
}

std::optional<Error> check_number(const Field& f, const Value& v) {
  const double x = *v.number();
  if (f.type == FieldType::integer && std::floor(x) != x) return wrong_type(f, v);
  if (!(x >= f.low && x <= f.high)) return out_of_range(f, v);
  return std::nullopt;
}

Error unknown_name(const Field& f, std::string pointer, std::string code, std::string_view kind,
                   const std::string& name, const std::string& near, const std::string& more) {
  std::string message = std::string(f.path) + ": no " + std::string(kind) + " \"" + name + "\"";
  if (!near.empty()) message += "; the nearest is \"" + near + "\"";
  return {std::move(code),
          std::move(pointer),
          message + more,
          {{"field", std::string(f.path)}, {"kind", std::string(kind)}, {"name", name}, {"nearest", near}}};
}

// What people call a choice that the contract writes in two fields, or under another name.
struct Spoken {
  std::string_view path, name, choice, more;
};
constexpr std::array<Spoken, 14> spoken{{
    {"task", "pretrain", "train", " with train.method full and train.objective pretrain"},
    {"task", "pretraining", "train", " with train.method full and train.objective pretrain"},
    {"task", "finetune", "train", ""},
    {"task", "finetuning", "train", ""},
    {"task", "lora", "train", " with train.method lora"},
    {"task", "qlora", "train", " with train.method lora and train.weights nf4"},
    {"task", "sft", "train", " with train.objective sft"},
    {"task", "inference", "serve", ""},
    {"train.method", "qlora", "lora", " with train.weights nf4"},
    {"train.method", "pretrain", "full", " with train.objective pretrain"},
    {"train.objective", "pretraining", "pretrain", ""},
    {"train.weights", "int4", "nf4", ""},
    {"train.weights", "4bit", "nf4", ""},
    {"serve.weights", "4bit", "int4", ""},
}};

const Spoken* find_spoken(std::string_view path, const std::string& name) {
  std::string plain;
  for (const char c : name)
    if (c != '-' && c != '_' && c != ' ') plain += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  const auto* at =
      std::find_if(spoken.begin(), spoken.end(), [&](const Spoken& s) { return s.path == path && s.name == plain; });
  return at == spoken.end() ? nullptr : at;
}

std::optional<Error> check_choice(const Field& f, const std::string& name, const std::string& pointer) {
  if (std::find(f.choices.begin(), f.choices.end(), name) != f.choices.end()) return std::nullopt;
  if (const Spoken* s = find_spoken(f.path, name))
    return Error{
        "unknown-choice",
        pointer,
        std::string(f.path) + ": \"" + name + "\" is written \"" + std::string(s->choice) + "\"" + std::string(s->more),
        {{"field", std::string(f.path)}, {"kind", "value"}, {"name", name}, {"nearest", std::string(s->choice)}}};
  const std::string near = nearest(name, {f.choices.begin(), f.choices.end()});
  return unknown_name(f, pointer, "unknown-choice", "value", name, near, " (one of " + listed(f.choices) + ")");
}

std::optional<Error> check_model(const Field& f, const Value& v, const Catalog& catalog) {
  const std::string* id = v.string();
  const bool draft = f.path != "model";
  if (!id && (draft || !v.object())) return wrong_type(f, v);
  if (!id) {
    const Result<Model> model = read_model(v, pointer_of(f.path));
    return model ? std::nullopt : std::optional(model.error());
  }
  if (catalog.model(*id) || (draft && *id == "mtp")) return std::nullopt;
  const std::string_view hint =
      draft ? "" : "; a model outside the catalogue is given as an object with its config.json's keys";
  return unknown_name(f, pointer_of(f.path), "unknown-model", "model", *id, nearest_model(catalog, *id),
                      std::string(hint));
}

std::optional<Error> check_accelerator(const Field& f, const Value& v, const Catalog& catalog,
                                       const std::string& pointer) {
  if (v.object()) {
    const Result<Accelerator> device = read_accelerator(v, pointer);
    return device ? std::nullopt : std::optional(device.error());
  }
  const std::string* id = v.string();
  if (!id)
    return Error{"wrong-type",
                 pointer,
                 "an accelerator is a catalogue id or an object with a device's figures, not " + shown(v),
                 {}};
  if (catalog.accelerator(*id)) return std::nullopt;
  return unknown_name(f, pointer, "unknown-accelerator", "accelerator", *id, nearest_accelerator(catalog, *id), "");
}

std::optional<Error> check_groups(const Field& f, const Value& v, const Catalog& catalog) {
  const Value::Array* groups = v.array();
  if (!groups || groups->empty())
    return Error{"wrong-type",
                 pointer_of(f.path),
                 "hardware.accelerators must be a list of ids or {\"accelerator\", \"count\"}",
                 {}};
  for (std::size_t i = 0; i < groups->size(); ++i) {
    const std::string pointer = pointer_of(f.path) + "/" + std::to_string(i);
    const Value& group = (*groups)[i];
    if (group.string()) {  // an id alone is one of it
      if (auto error = check_accelerator(f, group, catalog, pointer)) return error;
      continue;
    }
    const Value* device = group.find("accelerator");
    if (!device)
      return Error{"missing", pointer + "/accelerator", "each of hardware.accelerators needs an accelerator", {}};
    if (auto error = check_accelerator(f, *device, catalog, pointer + "/accelerator")) return error;
    const Field& count = *find_field("hardware.count");
    const Value* n = group.find("count");
    auto error = n ? check_value(count, *n, catalog) : std::nullopt;
    if (error) {
      error->pointer = pointer + "/count";
      return error;
    }
  }
  return std::nullopt;
}

bool known_vendor(const Catalog& catalog, const std::string& name) {
  for (const Accelerator& a : catalog.accelerators)
    if (a.vendor == name) return true;
  return false;
}

std::optional<Error> check_name(const Field& f, const std::string& name, const Catalog& catalog,
                                const std::string& pointer) {
  if (f.path == "goal.accelerators" && !catalog.accelerator(name))
    return unknown_name(f, pointer, "unknown-accelerator", "accelerator", name, nearest_accelerator(catalog, name), "");
  if (f.path == "goal.vendors" && !known_vendor(catalog, name)) {
    std::vector<std::string_view> vendors;
    for (const Accelerator& a : catalog.accelerators) vendors.push_back(a.vendor);
    return unknown_name(f, pointer, "unknown-vendor", "vendor", name, nearest(name, vendors), "");
  }
  if (f.path == "goal.classes") return check_choice(f, name, pointer);
  return std::nullopt;
}

std::optional<Error> check_names(const Field& f, const Value& v, const Catalog& catalog) {
  if (f.path == "hardware.accelerators") return check_groups(f, v, catalog);
  if (v.string() && f.path == "train.lora.targets") return check_choice(f, *v.string(), pointer_of(f.path));
  const Value::Array* names = v.array();
  if (!names) return wrong_type(f, v);
  if (names->empty() && f.path == "train.lora.targets") return wrong_type(f, v);
  for (std::size_t i = 0; i < names->size(); ++i) {
    const std::string pointer = pointer_of(f.path) + "/" + std::to_string(i);
    if (f.path == "goal.prices") {
      const Result<OwnPrice> price = read_own_price((*names)[i], pointer);
      if (!price) return price.error();
      continue;
    }
    const std::string* name = (*names)[i].string();
    if (!name || name->empty()) return wrong_type(f, v);
    if (auto error = check_name(f, *name, catalog, pointer)) return error;
  }
  return std::nullopt;
}

Error together(std::string code, std::string_view path, std::string message) {
  return {std::move(code), pointer_of(path), std::move(message), {{"field", std::string(path)}}};
}

std::optional<Error> check_train(const TrainSpec& t) {
  constexpr Count most = Count{1} << 28;  // keeps every size below 2^63 bytes
  if (t.micro_batch * t.sequence_length > most)
    return together("out-of-range", "train.micro_batch",
                    "train.micro_batch * train.sequence_length must be at most " + std::to_string(most));
  if (t.image_tokens > t.sequence_length)
    return together("out-of-range", "train.image_tokens", "train.image_tokens must not exceed train.sequence_length");
  return std::nullopt;
}

std::optional<Error> check_serve(const ServeSpec& s) {
  constexpr Count most = Count{1} << 36;
  const Count context = s.context_length.value_or(s.input_tokens + s.output_tokens);
  if (s.concurrency.value_or(1) * context > most)
    return together("out-of-range", "serve.concurrency",
                    "serve.concurrency * context must be at most " + std::to_string(most) + " tokens");
  if (s.image_tokens > s.input_tokens)
    return together("out-of-range", "serve.image_tokens", "serve.image_tokens must not exceed serve.input_tokens");
  if (s.cached_tokens > s.input_tokens)
    return together("out-of-range", "serve.cached_tokens", "serve.cached_tokens must not exceed serve.input_tokens");
  if (s.speculative && s.speculative->draft.empty())
    return together("missing", "serve.speculative.draft", "serve.speculative needs draft: a model or \"mtp\"");
  return std::nullopt;
}

}  // namespace

std::string expected(const Field& f) {
  const std::string range = "from " + number_text(f.low) + " to " + number_text(f.high);
  switch (f.type) {
    case FieldType::boolean:
      return "true or false";
    case FieldType::integer:
      return "a whole number " + range + (f.choices.empty() ? "" : ", or " + listed(f.choices));
    case FieldType::number:
      return "a number " + range;
    case FieldType::choice:
      return "one of " + listed(f.choices) + (f.high > f.low ? ", or a number " + range : "");
    case FieldType::model:
      return f.path == "model" ? "a catalogue id or an object with config.json's keys" : "a catalogue id or mtp";
    case FieldType::accelerator:
      return "a catalogue id or an object with a device's figures";
    case FieldType::names:
      break;
  }
  return f.path == "train.lora.targets" ? listed(f.choices) + ", or a list of module names" : "a list of names";
}

std::optional<Error> check_value(const Field& f, const Value& v, const Catalog& catalog) {
  if (v.is_null()) return std::nullopt;
  switch (f.type) {
    case FieldType::boolean:
      return v.boolean() ? std::nullopt : std::optional(wrong_type(f, v));
    case FieldType::number:
    case FieldType::integer:
      if (v.number()) return check_number(f, v);
      if (v.string() && !f.choices.empty()) return check_choice(f, *v.string(), pointer_of(f.path));
      return wrong_type(f, v);
    case FieldType::choice:
      if (v.string()) return check_choice(f, *v.string(), pointer_of(f.path));
      if (v.number() && f.high > f.low) return check_number(f, v);
      return wrong_type(f, v);
    case FieldType::model:
      return check_model(f, v, catalog);
    case FieldType::accelerator:
      return check_accelerator(f, v, catalog, pointer_of(f.path));
    case FieldType::names:
      break;
  }
  return check_names(f, v, catalog);
}

std::optional<Error> check_scenario(const Scenario& s, const Catalog& catalog) {
  if (s.hardware && s.hardware->accelerator && !s.hardware->accelerators.empty())
    return together("conflict", "hardware.accelerators",
                    "hardware has either accelerator (and count) or accelerators, not both");
  if (s.hardware && s.hardware->accelerators.empty() && s.hardware->nodes.value_or(1) > s.hardware->count)
    return together("out-of-range", "hardware.nodes", "hardware.nodes must not exceed hardware.count");
  if (auto error = check_own_prices(s, catalog)) return error;
  if (auto error = check_train(s.train)) return error;
  return check_serve(s.serve);
}

}  // namespace gpusel
