// Reports, selections and the catalogue as text for a person at a terminal.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/cli/words.hpp"
#include "core/domain/catalog.hpp"
#include "core/domain/launch.hpp"
#include "core/domain/report.hpp"

namespace gpusel::cli {

std::string report_text(const Catalog& catalog, const Report& report, const Words& words);
// The terms of its numbers, for --why.
std::string why_text(const Report& report, const Words& words);
std::string selection_text(const Catalog& catalog, const Selection& selection, const Words& words);
std::string accelerators_text(const Catalog& catalog, const std::vector<std::string>& words);
std::string models_text(const Catalog& catalog, const std::vector<std::string>& words);
// The same rows as JSON, one array.
std::string accelerators_json(const Catalog& catalog, const std::vector<std::string>& words);
std::string models_json(const Catalog& catalog, const std::vector<std::string>& words);

// "2 x NVIDIA GeForce RTX 4090 24GB"; "LoRA (rank 16, all-linear) of Llama 3 8B in bf16 ...".
std::string devices_text(const Catalog& catalog, const Scenario& scenario);
std::string task_text(const Catalog& catalog, const Scenario& scenario);
// What of the input was not read, to stand before an answer to another question than the one meant; "" if nothing.
std::string unread_text(const std::vector<Note>& notes, const Words& words);
bool tells_unread(const Note& note);
std::string launch_text(const std::vector<LaunchSetting>& settings, const Words& words);
// What a change does to a report's memory and speed; why a device lost.
std::string advice_text(const Words& words, const Advice& advice, const Report& before);
// One change of an advice that has several; `after` is the scenario with it.
std::string change_text(const Words& words, const Advice& advice, const std::string& code, const Scenario& after);
// The nearest plans of a selection that ranks nothing.
std::string nearest_text(const Words& words, const Catalog& catalog, const Selection& selection);
std::string reason_text(const Words& words, const Rejected& rejected);
std::string error_text(const Error& error);

// Help: "" is the overview, else a command or "fields"; "" for a topic that does not exist.
std::string help_text(std::string_view topic);

}  // namespace gpusel::cli
