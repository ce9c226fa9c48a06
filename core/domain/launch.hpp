// How a plan is started with the tools people use: a command or a file to copy, and what the tool cannot express.
// Option names are those of the version named in the text's first line (documentation and source read in 2026).
#pragma once

#include <string>
#include <vector>

#include "core/domain/result.hpp"

namespace gpusel {

struct LaunchSetting {
  std::string tool;      // "hf-trainer", "vllm": id, also for --tool
  std::string name;      // "Hugging Face TRL + Accelerate"
  std::string version;   // whose options these are
  std::string language;  // "sh", "yaml", "python"
  std::string file;      // a name to save it under
  std::string text;
  // What the tool has no option for ("launch-absent"), does not do ("launch-refused"), or does another way
  // ("launch-close"); each names the scenario's field.
  std::vector<Note> notes;
  bool runs = true;  // false: a "launch-refused" stands in the way; the text is the nearest the tool can do
  bool operator==(const LaunchSetting&) const = default;
};

}  // namespace gpusel
