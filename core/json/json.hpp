// The contract's codec: text <-> domain. Reading validates (JSON pointer, what was expected, nearest name), warns about
// unknown fields, refuses NaN, infinities, out-of-range numbers, keys given twice, documents over 1 MiB and nesting
// over 64. Writing is deterministic: fixed key order; a report's doubles are rounded to 9 significant digits, a
// scenario's keep what reads back as the same double.
#pragma once

#include <string>
#include <string_view>

#include "core/domain/catalog.hpp"
#include "core/domain/launch.hpp"
#include "core/domain/report.hpp"
#include "core/domain/result.hpp"
#include "core/domain/value.hpp"

namespace gpusel {

Result<Value> parse_json(std::string_view text);
std::string write_json(const Value& value, int indent = -1);

// `catalog` gives nearest names for ids; an unknown id is an Error.
Result<Scenario> read_scenario(std::string_view text, const Catalog& catalog);
Result<Scenario> read_scenario(const Value& value, const Catalog& catalog);
inline Result<Scenario> read_scenario(const std::string& text, const Catalog& catalog) {
  return read_scenario(std::string_view(text), catalog);
}
inline Result<Scenario> read_scenario(const char* text, const Catalog& catalog) {
  return read_scenario(std::string_view(text), catalog);
}
Value scenario_value(const Scenario& scenario);  // every field that is set, of the block its task names; round-trips
std::string write_scenario(const Scenario& scenario, int indent = -1);

struct ReportStyle {
  bool why = true;
  int indent = -1;
};
std::string write_report(const Report& report, const ReportStyle& style = {});
std::string write_selection(const Selection& selection, const ReportStyle& style = {});
std::string write_launch(const std::vector<LaunchSetting>& settings, int indent = -1);
std::string write_error(const Error& error);

// RFC 7396.
Value merge_patch(Value target, const Value& patch);

// Permalink: "#v1&model=...&task=serve&serve.input_tokens=2048": only what differs from the defaults, short, readable,
// stable.
std::string write_permalink(const Scenario& scenario, const Catalog& catalog);
Result<Scenario> read_permalink(std::string_view hash, const Catalog& catalog);

// A model from a file: config.json, the header of a safetensors file, or of a GGUF file (bytes may be only the file's
// beginning).
Result<Model> import_model(std::string_view bytes, std::string_view file_name);

}  // namespace gpusel
