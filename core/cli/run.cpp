#include "core/cli/run.hpp"

#include <algorithm>
#include <ostream>

#include "core/cli/format.hpp"
#include "core/cli/input.hpp"
#include "core/cli/largest.hpp"
#include "core/cli/options.hpp"
#include "core/cli/print.hpp"
#include "core/gpusel.hpp"
#include "core/json/fields.hpp"
#include "core/json/json.hpp"
#include "core/json/objects.hpp"
#include "core/json/value_path.hpp"

namespace gpusel::cli {
namespace {

constexpr int invalid = 2, does_not_fit = 3;
constexpr std::size_t largest_scenario = 1U << 20U;
constexpr std::size_t largest_header = 64U << 20U;

class Runner {
 public:
  Runner(const Options& options, const Streams& streams, const Catalog& catalog)
      : options_(options),
        streams_(streams),
        catalog_(catalog),
        json_(options.style == Style::json || (options.style == Style::automatic && !streams.terminal)) {}

  int run() {
    switch (options_.command) {
      case Command::estimate:
      case Command::select:
        return options_.jsonl ? lines() : one();
      case Command::launch:
        return launch();
      case Command::import:
        return import();
      case Command::catalog:
        return list();
      case Command::help:
      case Command::version:
        break;
    }
    return 0;
  }

  int fail(const Error& error) const {
    streams_.err << (json_ ? write_error(error) + "\n" : error_text(error));
    return invalid;
  }

 private:
  int one() {
    const Result<Scenario> scenario = given();
    if (!scenario) return fail(scenario.error());
    if (options_.command == Command::select) return selected(*scenario);
    if (!options_.largest.empty()) return largest_values(*scenario);
    const Result<Report> report = estimate(catalog_, *scenario, estimate_options());
    if (!report) return fail(report.error());
    const Words words(options_.lang);
    streams_.out << (json_ ? write_report(*report, {!options_.brief, indent()}) + "\n"
                           : report_text(catalog_, *report, words) + (options_.why ? why_text(*report, words) : ""));
    return options_.check && report->fits == Fits::no ? does_not_fit : 0;
  }

  // The plan to start: on the hardware that is named, else on the device that is ranked first.
  Result<Report> planned() {
    const Result<Scenario> scenario = given();
    if (!scenario) return scenario.error();
    const auto& hardware = scenario->hardware;
    if (hardware && (hardware->accelerator || !hardware->accelerators.empty()))
      return estimate(catalog_, *scenario, {false, false});
    Result<Selection> selection = select(catalog_, *scenario);
    if (!selection) return selection.error();
    if (selection->ranked.empty())
      return Error{"nothing-fits", "/hardware", "nothing fits these limits (gpu-selector select says why)", {}};
    return std::move(selection->ranked.front());
  }

  int launch() {
    const Result<Report> report = planned();
    if (!report) return fail(report.error());
    std::vector<LaunchSetting> settings = launch_settings(catalog_, *report);
    if (options_.tool) {
      const std::string& tool = *options_.tool;
      settings.erase(
          std::remove_if(settings.begin(), settings.end(), [&](const LaunchSetting& s) { return s.tool != tool; }),
          settings.end());
      if (settings.empty()) return fail(no_tool(tool, report->scenario.task));
    }
    streams_.out << (json_ ? write_launch(settings, indent()) + "\n" : launch_text(settings, Words(options_.lang)));
    return options_.check && report->fits == Fits::no ? does_not_fit : 0;
  }

  static Error no_tool(const std::string& tool, Task task) {
    std::string all;
    for (const std::string& t : launch_tools(task)) all += (all.empty() ? "" : ", ") + t;
    return {"usage", "", "no tool \"" + tool + "\" for this task: " + all, {}};
  }

  int largest_values(const Scenario& scenario) {
    Value all(Value::Object{}), estimates(Value::Object{});
    std::string text;
    const auto shown = [](Count n) { return n > 0 ? count_text(static_cast<double>(n)) : std::string("none fits"); };
    for (const std::string& name : options_.largest) {
      const Result<Largest> found = largest(catalog_, scenario, name);
      if (!found) return fail(found.error());
      all.set(found->field, found->value);
      estimates.set(found->field, found->about);
      text += "largest " + found->field + ": " + shown(found->value) + " for sure, " + shown(found->about) +
              " by the estimate\n";
    }
    Value out(Value::Object{});
    out.set("largest", std::move(all));
    out.set("largest_by_estimate", std::move(estimates));
    streams_.out << (json_ ? write_json(out, indent()) + "\n" : text);
    return 0;
  }

  int selected(const Scenario& scenario) {
    Result<Selection> selection = select(catalog_, scenario);
    if (!selection) return fail(selection.error());
    if (!options_.brief) explain_first(catalog_, *selection);
    streams_.out << (json_ ? write_selection(*selection, {false, indent()}) + "\n"
                           : selection_text(catalog_, *selection, Words(options_.lang)));
    return options_.check && selection->ranked.empty() ? does_not_fit : 0;
  }

  // One answer a line, in order, written as soon as it is known; a line that is no scenario gets its error.
  int lines() {
    std::ostream& out = streams_.out;
    if (options_.file && *options_.file != "-")
      return fail({"usage", "", "--jsonl reads standard input: use - or a redirection", {}});
    int status = 0;
    while (const std::optional<std::string> line = read_line(streams_.in, largest_scenario)) {
      bool ok = true;
      out << answer(*line, ok) << '\n' << std::flush;
      if (!ok) status = invalid;
      if (!out) break;  // the reader has gone
    }
    return status;
  }

  std::string answer(const std::string& line, bool& ok) {
    const Result<Scenario> scenario = read_scenario(line, catalog_);
    ok = scenario.ok();
    if (!ok) return write_error(scenario.error());
    if (options_.command == Command::select) {
      Result<Selection> selection = select(catalog_, *scenario);
      ok = selection.ok();
      if (ok && !options_.brief) explain_first(catalog_, *selection);
      return ok ? write_selection(*selection, {false, -1}) : write_error(selection.error());
    }
    const Result<Report> report = estimate(catalog_, *scenario, estimate_options());
    ok = report.ok();
    return ok ? write_report(*report, {!options_.brief, -1}) : write_error(report.error());
  }

  // The scenario of a file, a link or the flags alone; flags change what a file or link says.
  Result<Scenario> given() {
    if (options_.state) return linked();
    Value document(Value::Object{});
    const bool flags_alone = !options_.file && !options_.fields.empty();
    if (!flags_alone) {
      if (!options_.file && streams_.input_waits)
        return Error{
            "usage",
            "",
            "give a scenario: a file, - for standard input, or fields such as --model and --accelerator (see --help)",
            {}};
      const Result<std::string> text = read_input(options_.file.value_or("-"), streams_.in, largest_scenario);
      if (!text) return text.error();
      Result<Value> parsed = parse_json(*text);
      if (!parsed) return parsed.error();
      document = std::move(*parsed);
    }
    if (document.object()) {
      for (const auto& [path, value] : options_.fields) set_path(document, path, value);
      infer_task(document);
    }
    return read_scenario(document, catalog_);
  }

  // Flags alone need not say --task: train.* or serve.* fields do.
  void infer_task(Value& document) const {
    if (options_.fields.empty() || document.find("task")) return;
    const bool train = document.find("train") != nullptr, serve = document.find("serve") != nullptr;
    if (train != serve) document.set("task", train ? "train" : "serve");
  }

  Result<Scenario> linked() const {
    Result<Scenario> scenario = read_permalink(*options_.state, catalog_);
    for (const auto& [path, value] : options_.fields) {
      if (!scenario) break;
      scenario = set_field(*scenario, path, value, catalog_);
    }
    return scenario;
  }

  int import() {
    const Result<std::string> bytes = read_input(options_.file.value_or("-"), streams_.in, largest_header);
    if (!bytes) return fail(bytes.error());
    const std::string name = options_.file.value_or("");
    const std::size_t slash = name.find_last_of("/\\");
    const Result<Model> model = import_model(*bytes, slash == std::string::npos ? name : name.substr(slash + 1));
    if (!model) return fail(model.error());
    streams_.out << write_json(model_value(*model), json_ ? indent() : 2) << '\n';
    return 0;
  }

  int list() {
    const bool json = options_.style == Style::json;  // a table also goes well through grep
    if (options_.topic == "accelerators")
      streams_.out << (json ? accelerators_json(catalog_, options_.words) + "\n"
                            : accelerators_text(catalog_, options_.words));
    else if (options_.topic == "models")
      streams_.out << (json ? models_json(catalog_, options_.words) + "\n" : models_text(catalog_, options_.words));
    else
      return fail({"usage", "", "catalog accelerators, or catalog models", {}});
    return 0;
  }

  EstimateOptions estimate_options() const {
    EstimateOptions o;
    o.explain = o.advice = !options_.brief;
    return o;
  }
  int indent() const { return streams_.terminal ? 2 : -1; }

  const Options& options_;
  const Streams& streams_;
  const Catalog& catalog_;
  bool json_;
};

int help(const Options& options, const Streams& streams) {
  const std::string text = help_text(options.topic);
  if (!text.empty()) {
    streams.out << text;
    return 0;
  }
  streams.err << error_text(
      {"usage", "", "no help on \"" + options.topic + "\": estimate, select, launch, import, catalog or fields", {}});
  return invalid;
}

}  // namespace

int run(const std::vector<std::string>& arguments, const Streams& streams) {
  const Result<Options> options = read_options(arguments);
  if (!options) {
    streams.err << error_text(options.error());
    return invalid;
  }
  if (options->command == Command::help) return help(*options, streams);
  if (options->command == Command::version) {
    streams.out << "gpu-selector " GPUSEL_VERSION "\n";
    return 0;
  }
  const Result<Catalog> catalog = load_catalog();
  if (!catalog) {
    streams.err << error_text(catalog.error());
    return 1;
  }
  const int status = Runner(*options, streams, *catalog).run();
  streams.out.flush();
  return status;
}

}  // namespace gpusel::cli
