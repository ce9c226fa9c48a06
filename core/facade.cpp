// Text in, text out: the whole product for the page, the tests and whoever has only strings.
#include "core/gpusel.hpp"
#include "core/json/json.hpp"

namespace gpusel {

std::string estimate_json(const Catalog& catalog, std::string_view scenario_json) {
  const Result<Scenario> scenario = read_scenario(scenario_json, catalog);
  if (!scenario) return write_error(scenario.error());
  const Result<Report> report = estimate(catalog, *scenario);
  return report ? write_report(*report) : write_error(report.error());
}

std::string select_json(const Catalog& catalog, std::string_view scenario_json) {
  const Result<Scenario> scenario = read_scenario(scenario_json, catalog);
  if (!scenario) return write_error(scenario.error());
  Result<Selection> selection = select(catalog, *scenario);
  if (selection) explain_first(catalog, *selection);
  ReportStyle style;
  style.why = false;  // some hundred reports: their Why trees are one estimate away
  return selection ? write_selection(*selection, style) : write_error(selection.error());
}

std::string launch_json(const Catalog& catalog, std::string_view scenario_json) {
  const Result<Scenario> scenario = read_scenario(scenario_json, catalog);
  if (!scenario) return write_error(scenario.error());
  const Result<Report> report = estimate(catalog, *scenario, {false, false});
  return report ? write_launch(launch_settings(catalog, *report)) : write_error(report.error());
}

}  // namespace gpusel
