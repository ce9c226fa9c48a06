#include "tests/fuzz/inputs.hpp"

#include "core/gpusel.hpp"
#include "core/json/json.hpp"

namespace gpusel::fuzz {
namespace {

std::string bad_error(const Error& e) {
  if (e.code.empty() || e.message.empty()) return "an error without code or message";
  return parse_json(write_error(e)) ? "" : "an error that is not written as JSON";
}

std::string check_json(std::string_view bytes) {
  const Result<Value> value = parse_json(bytes);
  if (!value) return bad_error(value.error());
  const std::string text = write_json(*value);
  if (text.size() > (1U << 20U)) return "";  // escapes can make it longer than what is read
  const Result<Value> again = parse_json(text);
  return again && write_json(*again) == text ? "" : "JSON that does not read back the same: " + text.substr(0, 200);
}

std::string check_scenario(const Result<Scenario>& scenario) {
  if (!scenario) return bad_error(scenario.error());
  Scenario plain = *scenario;
  plain.notes.clear();
  const std::string text = write_scenario(plain);
  const Result<Scenario> again = read_scenario(text, catalog());
  if (!again || write_scenario(*again) != text)
    return "a scenario that does not read back the same: " + text.substr(0, 400);
  const std::string link = write_permalink(plain, catalog());
  const Result<Scenario> linked = read_permalink(link, catalog());
  if (link.size() > (1U << 16U)) return "";
  return linked && write_scenario(*linked) == text ? ""
                                                   : "a link that does not read back the same: " + link.substr(0, 400);
}

std::string check_import(std::string_view bytes) {
  const Result<Model> model = import_model(bytes, "file");
  return model ? "" : bad_error(model.error());
}

// Every {"estimate", "low", "high"} below a value; what is not finite was written as null.
std::string check_quantities(const Value& v, const std::string& path) {
  const Value::Object* members = v.object();
  if (!members) return "";
  for (const auto& [key, member] : *members) {
    if (key == "low" && !(v.find("low") && v.find("estimate") && v.find("high"))) return path + " is not finite";
    if (std::string wrong = check_quantities(member, path + "/" + key); !wrong.empty()) return wrong;
  }
  const Value *low = v.find("low"), *estimate = v.find("estimate"), *high = v.find("high");
  if (!low || !estimate || !high) return "";
  const bool ordered =
      *low->number() >= 0 && *low->number() <= *estimate->number() && *estimate->number() <= *high->number();
  return ordered ? "" : path + " is not ordered: " + write_json(v);
}

}  // namespace

const Catalog& catalog() {
  static const Result<Catalog> c = load_catalog();
  static const Catalog empty;
  return c ? *c : empty;
}

std::string check_readers(std::string_view bytes) {
  for (const std::string& wrong : {check_json(bytes), check_scenario(read_scenario(bytes, catalog())),
                                   check_scenario(read_permalink(bytes, catalog())), check_import(bytes)})
    if (!wrong.empty()) return wrong;
  return "";
}

std::string check_estimate(std::string_view scenario_json) {
  const Result<Scenario> scenario = read_scenario(scenario_json, catalog());
  if (!scenario) return bad_error(scenario.error());
  const Result<Report> report = estimate(catalog(), *scenario, {true, false});
  if (!report) return bad_error(report.error());
  const Result<Value> value = parse_json(write_report(*report));
  return value ? check_quantities(*value, "") : "a report that is not JSON";
}

}  // namespace gpusel::fuzz
