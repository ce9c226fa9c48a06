#include "core/cli/print.hpp"

namespace gpusel::cli {

// Each text as it can be saved; what the tool cannot express as comments under it.
std::string launch_text(const std::vector<LaunchSetting>& settings, const Words& words) {
  std::string out;
  for (const LaunchSetting& s : settings) {
    if (!out.empty()) out += "\n";
    out += s.text;
    for (const Note& n : s.notes) out += (n.code == "launch-refused" ? "#! " : "# ") + words.note(n) + "\n";
  }
  return out;
}

}  // namespace gpusel::cli
