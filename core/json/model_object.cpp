#include <array>
#include <cmath>

#include "core/json/object_reader.hpp"
#include "core/json/objects.hpp"

namespace gpusel {
namespace {

// No size, count or constant of a config.json comes near; 1e300 would overflow every count.
constexpr double largest_config_number = 1e15;

constexpr std::array<std::string_view, 15> own_keys{"id",
                                                    "name",
                                                    "vendor",
                                                    "release",
                                                    "license",
                                                    "modality",
                                                    "aliases",
                                                    "unverified",
                                                    "source",
                                                    "checked",
                                                    "published_parameters",
                                                    "published_active_parameters",
                                                    "published_precision",
                                                    "file_weight_bytes",
                                                    "native_format"};

bool is_own(std::string_view key) {
  for (std::string_view k : own_keys)
    if (k == key) return true;
  return key == "config";
}

void check_numbers(const Value& v, const std::string& pointer, Error& error) {
  if (!error.code.empty()) return;
  if (const double* d = v.number()) {
    if (!(std::fabs(*d) <= largest_config_number))
      error = {"out-of-range",
               pointer,
               "numbers of a model must lie between -1e15 and 1e15",
               {{"lo", "-1e15"}, {"hi", "1e15"}}};
  } else if (const Value::Array* a = v.array()) {
    for (std::size_t i = 0; i < a->size(); ++i) check_numbers((*a)[i], pointer + "/" + std::to_string(i), error);
  } else if (const Value::Object* o = v.object()) {
    for (const auto& [key, member] : *o) check_numbers(member, pointer + "/" + pointer_token(key), error);
  }
}

// The config: members that are not ours, or those of a `config` object.
Value config_of(const Value& object) {
  if (const Value* c = object.find("config"); c && c->object()) return *c;
  Value::Object config;
  for (const auto& [key, member] : *object.object())
    if (!is_own(key)) config.emplace_back(key, member);
  return Value(std::move(config));
}

void read_sizes(ObjectReader& in, Model& m) {
  in.integer("published_parameters", 0, 1e15, m.published_parameters);
  in.integer("published_active_parameters", 0, 1e15, m.published_active_parameters);
  in.text("published_precision", m.published_precision);
  if (in.has("file_weight_bytes")) {
    std::int64_t size = 0;
    in.integer("file_weight_bytes", 1, 1e16, size);
    m.file_weight_bytes = Bytes(size);
  }
  if (in.has("native_format")) {
    WeightFormat format{};
    in.choice("native_format", format);
    m.native_format = format;
  } else {
    m.native_format = quantised_format(m.config);
  }
}

}  // namespace

std::optional<WeightFormat> quantised_format(const Value& config) {
  const Value* q = config.find("quantization_config");
  const Value* method = q ? q->find("quant_method") : nullptr;
  if (!method || !method->string()) return std::nullopt;
  const std::string& name = *method->string();
  const Value* bits = q->find("bits");
  const double width = bits && bits->number() ? *bits->number() : 4;
  if (name == "fp8" || name == "fbgemm_fp8") return WeightFormat::fp8;
  if (name == "mxfp4") return WeightFormat::mxfp4;
  if (name == "gptq") return width == 8 ? WeightFormat::gptq_int8 : WeightFormat::gptq_int4;
  if (name == "awq") return WeightFormat::awq_int4;
  if (name == "bitsandbytes") {
    const Value* eight = q->find("load_in_8bit");
    return eight && eight->boolean() && *eight->boolean() ? WeightFormat::int8 : WeightFormat::nf4;
  }
  return std::nullopt;
}

Result<Model> read_model(const Value& object, std::string_view pointer) {
  if (!object.object())
    return Error{
        "wrong-type", std::string(pointer), "model must be a catalogue id or an object with config.json's keys", {}};
  Error error;
  check_numbers(object, std::string(pointer), error);
  if (!error.code.empty()) return error;
  Model m;
  m.from_catalogue = false;
  m.config = config_of(object);
  ObjectReader in(object, pointer);
  in.text("id", m.id);
  in.text("name", m.name);
  in.text("vendor", m.vendor);
  in.text("release", m.release);
  in.text("license", m.license);
  in.choice("modality", m.modality);
  in.texts("aliases", m.aliases);
  in.texts("unverified", m.unverified);
  in.text("source", m.source);
  in.text("checked", m.checked);
  read_sizes(in, m);
  if (m.config.object()->empty() && !in.failed())
    return Error{"missing",
                 std::string(pointer),
                 "a model object needs its config.json's keys, hidden_size first of all; a model of the catalogue is "
                 "its id alone, as a string",
                 {}};
  if (in.failed()) return in.error();
  return m;
}

Value model_value(const Model& m) {
  Value out(Value::Object{});
  const auto text = [&out](std::string_view key, const std::string& value) {
    if (!value.empty()) out.set(key, value);
  };
  const auto list = [&out](std::string_view key, const std::vector<std::string>& values) {
    Value::Array array;
    for (const std::string& v : values) array.emplace_back(v);
    if (!array.empty()) out.set(key, std::move(array));
  };
  text("id", m.id);
  text("name", m.name);
  text("vendor", m.vendor);
  text("release", m.release);
  text("license", m.license);
  if (m.modality != Modality::text) out.set("modality", to_string(m.modality));
  if (m.published_parameters) out.set("published_parameters", m.published_parameters);
  if (m.published_active_parameters) out.set("published_active_parameters", m.published_active_parameters);
  text("published_precision", m.published_precision);
  if (m.file_weight_bytes) out.set("file_weight_bytes", m.file_weight_bytes->value);
  if (m.native_format) out.set("native_format", to_string(*m.native_format));
  list("aliases", m.aliases);
  list("unverified", m.unverified);
  text("source", m.source);
  text("checked", m.checked);
  if (const Value::Object* config = m.config.object()) {
    Value::Object& members = *std::get_if<Value::Object>(&out.data);
    for (const auto& member : *config)
      if (!is_own(member.first)) members.push_back(member);
  }
  return out;
}

}  // namespace gpusel
