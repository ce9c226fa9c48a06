// The whole product as functions: Scenario -> Report, Scenario -> Selection; and the same on JSON text, which is all
// that the command line, the WebAssembly module, the tests and the page ever call. Pure: no clock, no files, no globals
// with state. Invalid input is an Error value (never a crash, a hang or a silent clamp).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/domain/catalog.hpp"
#include "core/domain/launch.hpp"
#include "core/domain/report.hpp"
#include "core/domain/result.hpp"
#include "core/domain/scenario.hpp"

namespace gpusel {

// The catalogue embedded at build time, parsed and validated; a broken row is an Error (the data test fails the build
// first).
Result<Catalog> load_catalog();

struct EstimateOptions {
  bool explain = true;  // Why trees, notes
  bool advice = true;   // ranked changes (costs a few dozen more estimates)
};
// `hardware.accelerator` (or accelerators) must be given. Layout: what the scenario fixes, else the planner's best.
Result<Report> estimate(const Catalog& catalog, const Scenario& scenario, const EstimateOptions& options = {});

// Every accelerator at every count its hosts come in, ranked by the goal; losers with their reason and nearest fix.
Result<Selection> select(const Catalog& catalog, const Scenario& scenario);

// Why one plan of a selection comes before another, of another device: by how much, what binds, at which price, and
// where their order turns. Costs some hundred estimates.
std::vector<Note> reasons(const Catalog& catalog, const Scenario& scenario, const Report& first, const Report& second);
// The same of the device ranked first against the next one, into its `explanation`.
void explain_first(const Catalog& catalog, Selection& selection);

// How to start a report's plan: a command or file for every tool of its task, the scenario's own tool first; what a
// tool cannot express is in its notes.
std::vector<LaunchSetting> launch_settings(const Catalog& catalog, const Report& report);
std::vector<std::string> launch_tools(Task task);

// Text in, text out; an error is {"error": {"code", "message", "pointer"}}.
std::string estimate_json(const Catalog& catalog, std::string_view scenario_json);
std::string select_json(const Catalog& catalog, std::string_view scenario_json);
// {"launch": [{"tool", "name", "version", "language", "file", "text", "runs", "notes"}]} of the estimate's plan.
std::string launch_json(const Catalog& catalog, std::string_view scenario_json);

}  // namespace gpusel
