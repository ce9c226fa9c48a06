#include "ui/view/field_view.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/domain/order.hpp"
#include "core/json/own_prices.hpp"
#include "ui/view/device_name.hpp"

namespace gpusel::view {

namespace {

// Sliders cover what people use; the box takes the whole range of the field table.
struct SliderRange {
  std::string_view path;
  double low, high;
};
constexpr std::array<SliderRange, 12> kSliders{{
    {"train.micro_batch", 1, 64},
    {"train.sequence_length", 128, 131072},
    {"train.lora.rank", 1, 256},
    {"train.gradient_accumulation", 1, 256},
    {"train.lora.adapters", 1, 32},
    {"serve.concurrency", 1, 1024},
    {"serve.input_tokens", 16, 131072},
    {"serve.output_tokens", 1, 32768},
    {"serve.context_length", 128, 131072},
    {"serve.memory_utilization", 0.5, 1},
    {"goal.utilization", 0.01, 1},
    {"hardware.count", 1, 1024},
}};

std::string value_text(const Value& v) {
  if (const std::string* s = v.string()) return *s;
  if (const bool* b = v.boolean()) return *b ? "true" : "false";
  if (const Value::Array* a = v.array()) {
    std::string out;
    for (const Value& e : *a) out += (out.empty() ? "" : ", ") + value_text(e);
    return out;
  }
  if (v.find("accelerator"))
    if (const Result<OwnPrice> price = read_own_price(v, ""); price.ok()) return own_price_text(*price);
  if (const Value* id = v.find("id")) return value_text(*id);
  if (const Value* name = v.find("name")) return value_text(*name);
  return {};
}

// Shown and typed numbers: at most 6 significant digits, no groups in what is typed.
std::string plain_number(double x, Lang lang, bool grouped) {
  const double whole = std::round(x);
  if (std::fabs(x - whole) < 1e-9 * std::max(1.0, std::fabs(x))) {
    std::string text = fixed(whole, 0, lang);
    if (!grouped) text.erase(std::remove(text.begin(), text.end(), ','), text.end());
    return text;
  }
  std::string text = fixed(x, decimals_for(x, 6), lang);
  while (text.back() == '0') text.pop_back();
  if (!grouped) text.erase(std::remove(text.begin(), text.end(), ','), text.end());
  return text;
}

std::string shown_number(double x, const Field& field, Lang lang) {
  if (field.unit == "seconds" && field.group == FieldGroup::limits) return time_exact(x, lang);
  if (field.unit == "usd" || field.unit == "usd an hour")
    return x == std::round(x) ? "$" + fixed(x, 0, lang) : money(x, lang);
  const FieldUnit unit = field_unit(field, lang);
  const double y = x / unit.scale;
  return y >= 1e6 ? count(y, lang) : plain_number(y, lang, true);
}

std::string_view type_name(const Field& field) {
  if (field.group == FieldGroup::limits) return "limit";
  switch (field.type) {
    case FieldType::boolean:
      return "boolean";
    case FieldType::integer:
      return "integer";
    case FieldType::number:
      return "number";
    case FieldType::choice:
      return "choice";
    case FieldType::model:
      return "model";
    case FieldType::accelerator:
      return "accelerator";
    case FieldType::names:
      return "names";
  }
  return "text";
}

void fill_number(const Input& in, const Field& field, double x, FieldView& out) {
  const FieldUnit unit = field_unit(field, in.lang());
  out.number = x;
  const double y = x / unit.scale;
  out.input = y >= 1e6 && in.lang() == Lang::en ? count(y, Lang::en) : plain_number(y, Lang::en, false);
  // "20 M" reads back as the same number only where 3 digits hold it.
  if (y >= 1e6 && parse_typed(out.input)->number != y) out.input = plain_number(y, Lang::en, false);
  out.text = shown_number(x, field, in.lang());
  if (field.group != FieldGroup::limits) return;
  if (field.unit == "watts") out.text += " W";
  if (field.unit == "tokens a second") out.text += in.lang() == Lang::zh ? " token/s" : " tok/s";
  out.text =
      in.strings.text(field.path == "goal.min_tokens_per_second" ? "limit.from" : "limit.up_to", {{"x", out.text}});
}

void fill_range(const Field& field, FieldView& out) {
  out.low = field.low;
  out.high = field.high;
  out.step = field.step;
  out.logarithmic = field.logarithmic;
  for (const SliderRange& r : kSliders) {
    if (r.path != field.path) continue;
    out.slider = true;
    out.low = std::min(r.low, out.number > 0 ? out.number : r.low);
    out.high = std::max(r.high, out.number);
  }
}

// Training has no latency to be ranked by; where it is asked for all the same, it is shown as asked.
bool offered(const Scenario& s, std::string_view path, std::string_view choice) {
  return path != "goal.objective" || choice != to_string(RankBy::latency) || s.task == Task::serve ||
         s.goal.objective == RankBy::latency;
}

void fill_choices(const Input& in, const Field& field, FieldView& out) {
  if (field.path == "task") {
    for (const char* c : {"finetune", "pretrain", "serve"})
      out.choices.push_back({c, in.strings.text(std::string("task.") + c)});
  } else if (field.path == "train.method") {
    for (const char* c : {"lora", "qlora", "full"})
      out.choices.push_back({c, in.strings.text(std::string("method.") + c)});
  } else if (field.type == FieldType::choice || field.path == "train.lora.targets") {
    if (field.optional) out.choices.push_back({"", in.strings.text("form.automatic")});
    for (std::string_view c : field.choices)
      if (offered(in.scenario, field.path, c))
        out.choices.push_back({std::string(c), choice_label(in.strings, field.path, c)});
  }
  if (field.type == FieldType::accelerator) {
    for (const Accelerator& a : in.catalog.accelerators) out.choices.push_back({a.id, short_name(a)});
    sort_stably(out.choices.begin(), out.choices.end(),
                [](const Choice& a, const Choice& b) { return a.label < b.label; });
    out.choices.insert(out.choices.begin(), {"", in.strings.text("form.any_device")});
  }
  out.segmented = field.path == "task" || field.path == "train.method" || field.path == "goal.objective";
}

std::string placeholder(const Input& in, const Field& field) {
  if (field.path == "train.tokens") return in.strings.text("form.not_set");
  if (field.group == FieldGroup::limits) return in.strings.text("limit.none");
  return field.optional || field.type == FieldType::names ? in.strings.text("form.automatic") : "";
}

}  // namespace

FieldUnit field_unit(const Field& field, Lang lang) {
  const bool zh = lang == Lang::zh;
  if (field.unit == "tokens") return {zh ? "token" : "tok", 1};
  if (field.unit == "bytes") return {"GiB", 1073741824.0};
  if (field.unit == "bytes a second") return {"GB/s", 1e9};
  if (field.unit == "watts") return {"W", 1};
  if (field.unit == "tokens a second") return {zh ? "token/s" : "tok/s", 1};
  if (field.unit == "usd an hour") return {zh ? "$/时" : "$/h", 1};
  if (field.unit == "usd a kWh") return {"$/kWh", 1};
  if (field.unit == "usd") return {"$", 1};
  if (field.path == "serve.memory_utilization" || field.path == "goal.utilization" ||
      field.path == "serve.speculative.acceptance" || field.path == "goal.resale" ||
      field.path == "goal.spot_discount" || field.path == "goal.reserved_discount")
    return {"%", 0.01};
  if (field.unit != "seconds") return {};
  if (field.path == "goal.max_ttft_seconds") return {unit_name(TimeUnit::s, lang), 1};
  if (field.path == "goal.max_tpot_seconds") return {unit_name(TimeUnit::ms, lang), 0.001};
  return {unit_name(TimeUnit::days, lang), 86400};
}

std::string choice_label(const Strings& strings, std::string_view path, std::string_view value) {
  const std::string name(value), leaf(path.substr(path.rfind('.') + 1));
  return strings.first_of({"choice." + leaf + "." + name, "choice." + name}, value);
}

std::string help_key(const Field& field) { return "help." + std::string(field.path); }

FieldView field_view(const Input& in, const Field& field) {
  FieldView out;
  out.id = std::string(field.path);
  out.label = in.strings.text(field.label);
  out.help = in.strings.first_of({help_key(field)}, "");
  out.unit = field_unit(field, in.lang()).name;
  out.type = std::string(type_name(field));
  out.optional = field.optional || field.group == FieldGroup::limits;
  out.placeholder = placeholder(in, field);
  const Value value = field.path == "task"           ? Value(task_choice(in.scenario))
                      : field.path == "train.method" ? Value(method_choice(in.scenario))
                                                     : field.get(in.scenario);
  out.is_default = field.path == "task" || field.path == "train.method" || field.path == "model" ||
                   field.get(in.scenario) == field.get(baseline(in.scenario));
  // A limit at a default that is no limit ("devices: 1024 at most") is not typed into the box.
  const bool unlimited = field.group == FieldGroup::limits && out.is_default;
  fill_choices(in, field, out);
  if (const double* x = value.number(); x && !unlimited)
    fill_number(in, field, *x, out);
  else if (!x)
    out.input = value_text(value), out.text = choice_label(in.strings, field.path, out.input);
  fill_range(field, out);
  if (field.path == "serve.concurrency" && value.string()) out.text = in.strings.text("field.requests_max");
  if (const auto* ref = field.type == FieldType::accelerator ? accelerator_of(in.scenario, in.catalog) : nullptr)
    out.text = short_name(*ref);
  for (const FieldError& e : in.state.field_errors)
    if (e.path == field.path) out.error = e.message, out.input = e.typed;
  return out;
}

Value typed_value(const Field& field, std::string_view typed) {
  const std::size_t first = typed.find_first_not_of(" \t");
  if (first == std::string_view::npos) return Value();
  const std::string_view text = typed.substr(first, typed.find_last_not_of(" \t") - first + 1);
  if (field.type == FieldType::boolean)
    return text == "true" ? Value(true) : text == "false" ? Value(false) : Value(text);
  for (std::string_view c : field.choices)
    if (c == text) return Value(text);
  if (field.type == FieldType::names) {
    Value::Array names;
    for (std::size_t at = 0; at <= text.size();) {
      const std::size_t comma = std::min(text.find(',', at), text.size());
      std::string_view name = text.substr(at, comma - at);
      while (!name.empty() && name.front() == ' ') name.remove_prefix(1);
      while (!name.empty() && name.back() == ' ') name.remove_suffix(1);
      if (!name.empty()) names.emplace_back(name);
      at = comma + 1;
    }
    return Value(std::move(names));
  }
  if (field.type != FieldType::integer && field.type != FieldType::number && field.path != "serve.arrival")
    return Value(text);
  const std::optional<Typed> number = parse_typed(text, field.unit == "tokens" && field.type == FieldType::integer);
  if (!number) return Value(text);
  double x = number->has_unit ? number->number : number->number * field_unit(field, Lang::en).scale;
  if (field.type == FieldType::integer || field.unit == "bytes")
    x = std::fabs(x - std::round(x)) < 1e-6 * std::max(1.0, std::fabs(x)) ? std::round(x) : x;
  return Value(x);
}

std::string field_error_text(const Strings& strings, const Field& field, const Error& error) {
  const std::string label = strings.text(field.label);
  if (error.code == "out-of-range" && field.high > field.low) {
    const FieldUnit unit = field_unit(field, strings.lang());
    const auto end = [&](double x) {
      const std::string n = x / unit.scale >= 1e6 ? count(x / unit.scale, strings.lang())
                                                  : plain_number(x / unit.scale, strings.lang(), true);
      return unit.name.empty() || unit.name == "%" ? n + unit.name : n + " " + unit.name;
    };
    return strings.text("err.range", {{"field", label}, {"lo", end(field.low)}, {"hi", end(field.high)}});
  }
  if (error.code == "wrong-type" && (field.type == FieldType::integer || field.type == FieldType::number))
    return strings.text(field.type == FieldType::integer ? "err.whole" : "err.number", {{"field", label}});
  return error_text(strings, error);
}

}  // namespace gpusel::view
