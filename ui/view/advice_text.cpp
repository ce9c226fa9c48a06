// Advice in words. The label is the change itself, read from its merge patch through the field table ("Loss: fused"), so a new kind
// of advice needs no new string; a key "adv." + code replaces it where a shorter name exists ("QLoRA (nf4)").
#include <cmath>

#include "core/json/json.hpp"
#include "ui/view/device_name.hpp"
#include "ui/view/field_view.hpp"
#include "ui/view/figures.hpp"

namespace gpusel::view {

namespace {

void leaves(const Value& v, const std::string& path, std::vector<std::pair<std::string, Value>>& out) {
  const Value::Object* object = v.object();
  if (!object) {
    out.emplace_back(path, v);
    return;
  }
  for (const auto& [key, member] : *object) leaves(member, path.empty() ? key : path + "." + key, out);
}

Result<Scenario> patched(const Input& in, const Value& change) {
  return read_scenario(merge_patch(scenario_value(in.scenario), change), in.catalog);
}

bool only_hardware(const std::vector<std::pair<std::string, Value>>& changes) {
  for (const auto& [path, value] : changes)
    if (path.rfind("hardware.", 0) != 0) return false;
  return !changes.empty();
}

std::string change_text(const Input& in, const std::string& path, const Scenario& after) {
  const Field* field = find_field(path);
  if (!field) return {};
  const Input changed{in.catalog, in.strings, after, in.selection, in.state, in.subject};
  const FieldView view = field_view(changed, *field);
  const std::string value = !view.text.empty() ? view.text : !view.input.empty() ? view.input : view.placeholder;
  const std::string unit = view.type == "limit" || view.unit.empty() || view.choices.size() > 1 ? "" : view.unit == "%" ? "%" : " " + view.unit;
  return in.strings.text("adv.set", {{"field", view.label}, {"value", value + (field->unit == "seconds" ? "" : unit)}});
}

}  // namespace

std::string advice_label(const Input& in, const Advice& advice) {
  Args args(advice.args.begin(), advice.args.end());
  if (in.strings.find("adv." + advice.code)) return in.strings.text("adv." + advice.code, args);
  std::vector<std::pair<std::string, Value>> changes;
  leaves(advice.change, "", changes);
  const Result<Scenario> after = patched(in, advice.change);
  if (!after) return advice.effect;
  if (only_hardware(changes) && accelerator_of(*after, in.catalog) && advice.change.find("hardware") && advice.change.find("hardware")->find("accelerator"))
    return in.strings.text("adv.bigger", {{"device", device_name(*after, in.catalog, false)}});
  std::string label;
  for (const auto& [path, value] : changes) {
    const std::string text = change_text(in, path, *after);
    if (text.empty()) continue;
    label += (label.empty() ? "" : in.lang() == Lang::zh ? "，" : ", ") + text;
  }
  return label.empty() ? advice.effect : label;
}

std::string advice_effect(const Input& in, const Advice& advice) {
  const Strings& t = in.strings;
  std::vector<std::string> parts;
  const double delta = advice.memory_delta_bytes;
  const Fits before = in.subject.report ? in.subject.report->fits : Fits::yes;
  if (std::fabs(delta) >= 0.05 * 1073741824.0) {
    const std::string amount = (delta < 0 ? std::string(kMinus) : "+") + memory_text(std::fabs(delta), in.lang());
    parts.push_back(t.text("adv.memory", {{"dm", amount}}));
  }
  if (before != Fits::yes && advice.fits_after != Fits::no) parts.push_back(t.text(advice.fits_after == Fits::yes ? "adv.then_fits" : "adv.then_tight"));
  const double ratio = advice.speed_ratio;
  if (ratio > 0 && std::fabs(ratio - 1) >= 0.005) {
    const std::string p = ratio >= 3 ? significant(ratio, 2, in.lang()) + "x" : percent(ratio > 1 ? ratio - 1 : 1 - ratio, in.lang());
    parts.push_back(t.text(ratio >= 3 ? "adv.times" : ratio > 1 ? "adv.faster" : "adv.slower", {{"p", p}}));
  }
  std::string out;
  for (const std::string& p : parts) out += (out.empty() ? "" : in.lang() == Lang::zh ? "，" : ", ") + p;
  return out.empty() ? t.text("adv.same") : out;
}

// Another device that the ranking already holds is chosen there; anything else changes the scenario.
Action advice_action(const Input& in, const Advice& advice) {
  Action action;
  std::vector<std::pair<std::string, Value>> changes;
  leaves(advice.change, "", changes);
  if (only_hardware(changes) && !in.scenario.hardware) {
    if (const Result<Scenario> after = patched(in, advice.change)) {
      for (const Report& r : in.selection.ranked) {
        if (row_key(r.scenario) != row_key(*after)) continue;
        action.kind = Action::Kind::select_row;
        action.text = row_key(*after);
        return action;
      }
    }
  }
  action.kind = Action::Kind::apply_patch;
  action.value = advice.change;
  action.text = advice_label(in, advice);
  return action;
}

}  // namespace gpusel::view
