// The launch settings of the answer's plan, and what the boards called H100 are.
#include <algorithm>

#include "core/gpusel.hpp"
#include "ui/view/build.hpp"
#include "ui/view/device_name.hpp"

namespace gpusel::view {

std::optional<LaunchView> build_launch(const Input& in) {
  if (in.state.launch.empty() || !in.subject.report) return std::nullopt;
  const std::vector<LaunchSetting> all = launch_settings(in.catalog, *in.subject.report);
  if (all.empty()) return std::nullopt;
  auto shown = std::find_if(all.begin(), all.end(), [&](const LaunchSetting& s) { return s.tool == in.state.launch; });
  if (shown == all.end()) shown = all.begin();
  LaunchView out;
  out.title = in.strings.text("launch.title");
  out.tool = shown->tool;
  for (const LaunchSetting& s : all) out.tools.push_back({s.tool, s.name});
  out.version = shown->version;
  out.file = shown->file;
  out.text = shown->text;
  if (!shown->runs) out.notes.push_back(in.strings.text("launch.refused"));
  for (const Note& n : shown->notes) out.notes.push_back(note_text(in.strings, n));
  out.copy.id = "launch-copy";
  out.copy.label = in.strings.text("launch.copy");
  out.copy.action.kind = Action::Kind::copy_launch;
  out.save = page_button("launch-save", in.strings.text("chart.save", {{"x", out.file}}), "file:copy_launch", out.file);
  return out;
}

std::string h100_note(const Input& in, const std::vector<std::string>& shown_keys) {
  constexpr std::string_view family = "h100-";
  if (std::none_of(shown_keys.begin(), shown_keys.end(), [&](const std::string& k) { return k.rfind(family, 0) == 0; }))
    return {};
  std::string list;
  for (const Accelerator& a : in.catalog.accelerators) {
    if (a.id.rfind(family, 0) != 0) continue;
    std::string name = short_name(a);
    if (name.rfind("H100 ", 0) == 0) name.erase(0, 5);
    list += (list.empty()            ? ""
             : in.lang() == Lang::zh ? "；"
                                     : "; ") +
            name + " " + fixed(a.bandwidth.value / 1e12, 2, in.lang()) + " TB/s";
    if (a.power.value > 0) list += (in.lang() == Lang::zh ? "，" : ", ") + fixed(a.power.value, 0, in.lang()) + " W";
  }
  return in.strings.text("note.h100-variants", {{"list", list}});
}

}  // namespace gpusel::view
