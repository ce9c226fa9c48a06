// The command line as values: what to do, with which file, which fields are set by flags. Flags come from the field
// table, so a new field has its flag at once.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/domain/result.hpp"
#include "core/domain/value.hpp"

namespace gpusel::cli {

enum class Command { help, version, estimate, select, launch, import, catalog };
enum class Style { automatic, json, text };

struct Options {
  Command command = Command::help;
  std::string topic;                                  // of help; of catalog: "accelerators" or "models"
  std::optional<std::string> file;                    // "-" is standard input
  std::optional<std::string> state;                   // a permalink's hash
  std::vector<std::string> words;                     // catalog: what to search for
  std::vector<std::string> largest;                   // fields whose largest value that fits is asked for
  std::vector<std::pair<std::string, Value>> fields;  // path, value
  std::optional<std::string> tool;                    // launch: only this tool's settings
  Style style = Style::automatic;
  std::string lang = "en";
  bool jsonl = false, check = false, brief = false, why = false;
};

// An Error with code "usage" for a flag that does not exist (naming the nearest) or lacks its value.
Result<Options> read_options(const std::vector<std::string>& arguments);

}  // namespace gpusel::cli
