#include "core/json/field_special.hpp"

#include "core/json/field_access.hpp"
#include "core/json/objects.hpp"
#include "core/json/own_prices.hpp"

namespace gpusel::special {
namespace {

Value reference_value(const AcceleratorRef& ref) {
  if (const std::string* id = std::get_if<std::string>(&ref)) return Value(*id);
  return accelerator_value(std::get<Accelerator>(ref));
}

std::optional<AcceleratorRef> reference(const Value& v) {
  if (const std::string* id = v.string()) return AcceleratorRef(*id);
  Result<Accelerator> device = read_accelerator(v, "");
  if (!device) return std::nullopt;
  return AcceleratorRef(std::move(*device));
}

}  // namespace

Value get_model(const Scenario& s) {
  if (const std::string* id = std::get_if<std::string>(&s.model)) return id->empty() ? Value() : Value(*id);
  return model_value(std::get<Model>(s.model));
}

bool set_model(Scenario& s, const Value& v) {
  if (const std::string* id = v.string()) return s.model = *id, true;
  Result<Model> model = read_model(v, "");
  if (model) s.model = std::move(*model);
  return model.ok();
}

Value get_accelerator(const Scenario& s) {
  return s.hardware && s.hardware->accelerator ? reference_value(*s.hardware->accelerator) : Value();
}

bool set_accelerator(Scenario& s, const Value& v) {
  if (v.is_null()) {
    if (s.hardware) s.hardware->accelerator.reset();
    return true;
  }
  auto ref = reference(v);
  if (ref) access::Hardware::out(s).accelerator = std::move(*ref);
  return ref.has_value();
}

Value get_groups(const Scenario& s) {
  if (!s.hardware || s.hardware->accelerators.empty()) return Value();
  Value::Array groups;
  for (const DeviceGroup& g : s.hardware->accelerators) {
    Value group(Value::Object{});
    group.set("accelerator", reference_value(g.accelerator));
    group.set("count", g.count);
    groups.push_back(std::move(group));
  }
  return Value(std::move(groups));
}

bool set_groups(Scenario& s, const Value& v) {
  if (v.is_null()) {
    if (s.hardware) s.hardware->accelerators.clear();
    return true;
  }
  const Value::Array* array = v.array();
  std::vector<DeviceGroup> groups;
  for (std::size_t i = 0; array && i < array->size(); ++i) {
    const Value& asked = (*array)[i];
    const Value* device = asked.string() ? &asked : asked.find("accelerator");
    auto ref = device ? reference(*device) : std::nullopt;
    DeviceGroup group;
    const Value* count = asked.find("count");
    if (!ref || (count && !access::from_value(*count, group.count))) return false;
    group.accelerator = std::move(*ref);
    groups.push_back(std::move(group));
  }
  if (groups.empty()) return false;
  access::Hardware::out(s).accelerators = std::move(groups);
  return true;
}

Value get_prices(const Scenario& s) {
  Value::Array out;
  for (const OwnPrice& p : s.goal.prices) out.push_back(own_price_value(p));
  return Value(std::move(out));
}

bool set_prices(Scenario& s, const Value& v) {
  std::vector<OwnPrice> prices;
  if (const Value::Array* list = v.array())
    for (const Value& one : *list) {
      Result<OwnPrice> price = read_own_price(one, "");
      if (!price) return false;
      prices.push_back(std::move(*price));
    }
  s.goal.prices = std::move(prices);
  return v.is_null() || v.array();
}

Value get_targets(const Scenario& s) {
  const LoraSpec& lora = s.train.lora;
  return lora.target_set.empty() ? access::to_value(lora.targets) : Value(lora.target_set);
}

bool set_targets(Scenario& s, const Value& v) {
  LoraSpec& lora = s.train.lora;
  if (v.is_null() || v.string()) {
    lora.target_set = v.string() ? *v.string() : LoraSpec{}.target_set;
    lora.targets.clear();
    return true;
  }
  if (!access::from_value(v, lora.targets)) return false;
  lora.target_set.clear();
  return true;
}

Value get_arrival(const Scenario& s) {
  switch (s.serve.arrival.kind) {
    case Arrival::Kind::steady:
      return Value("steady");
    case Arrival::Kind::burst:
      return Value("burst");
    case Arrival::Kind::rate:
      break;
  }
  return Value(s.serve.arrival.requests_per_second);
}

bool set_arrival(Scenario& s, const Value& v) {
  if (v.is_null()) return s.serve.arrival = {}, true;
  if (const double* rate = v.number()) return s.serve.arrival = {Arrival::Kind::rate, *rate}, true;
  const std::string* word = v.string();
  if (!word || (*word != "steady" && *word != "burst")) return false;
  s.serve.arrival = {*word == "steady" ? Arrival::Kind::steady : Arrival::Kind::burst, 0};
  return true;
}

Value get_concurrency(const Scenario& s) { return s.serve.concurrency ? Value(*s.serve.concurrency) : Value("max"); }

bool set_concurrency(Scenario& s, const Value& v) {
  if (v.is_null()) return s.serve.concurrency = ServeSpec{}.concurrency, true;
  if (const std::string* word = v.string()) {
    if (*word == "max") s.serve.concurrency.reset();
    return *word == "max";
  }
  Count n = 0;
  if (!access::from_value(v, n)) return false;
  return s.serve.concurrency = n, true;
}

Value get_draft(const Scenario& s) { return s.serve.speculative ? Value(s.serve.speculative->draft) : Value(); }

bool set_draft(Scenario& s, const Value& v) {
  if (v.is_null()) return s.serve.speculative.reset(), true;
  if (!v.string()) return false;
  return access::Draft::out(s).draft = *v.string(), true;
}

}  // namespace gpusel::special
