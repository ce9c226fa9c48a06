// Advice in words. The label is the change itself, read from its merge patch through the field table ("Loss: fused"),
// so a new kind of advice needs no new string; a key "adv." + code replaces it where a shorter name exists ("QLoRA
// (nf4)").
#include <algorithm>
#include <array>
#include <cmath>

#include "core/domain/order.hpp"
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

Result<Scenario> patched(const Input& in, const Value& change, const Scenario& base) {
  return read_scenario(merge_patch(scenario_value(base), change), in.catalog);
}

// A change of several fields that is known by one of them.
struct Named {
  std::string_view code, path;
};
constexpr std::array<Named, 22> kNamed{{
    {"loss-fused", "train.loss"},
    {"loss-chunked", "train.loss"},
    {"attention-flash", "train.attention"},
    {"checkpointing-full", "train.checkpointing"},
    {"checkpointing-none", "train.checkpointing"},
    {"checkpointing-selective", "train.checkpointing"},
    {"micro-batch-smaller", "train.micro_batch"},
    {"micro-batch-one", "train.micro_batch"},
    {"micro-batch-larger", "train.micro_batch"},
    {"micro-batch-double", "train.micro_batch"},
    {"optimizer-8bit", "train.optimizer"},
    {"optimizer-paged", "train.optimizer"},
    {"recipe-pure", "train.recipe"},
    {"fewer-adapters", "train.lora.adapters"},
    {"kernels-fused", "train.kernels"},
    {"shorter-sequence", "train.sequence_length"},
    {"weights-8bit", "serve.weights"},
    {"weights-4bit", "serve.weights"},
    {"weights-3bit", "serve.weights"},
    {"kv-8bit", "serve.kv_cache"},
    {"fewer-requests", "serve.concurrency"},
    {"context-shorter", "serve.context_length"},
}};

// Degrees and hosts follow from the devices: the planner sets them, no one needs to read them.
bool is_detail(std::string_view path) {
  return path.rfind("hardware.parallel", 0) == 0 || path == "hardware.nodes" || path == "hardware.power_limit_watts";
}

std::string names_of(const std::vector<std::string>& ids, const Input& in) {
  std::string all;
  for (const std::string& id : ids) {
    const Accelerator* a = in.catalog.accelerator(id);
    all += (all.empty() ? "" : in.lang() == Lang::zh ? "、" : ", ") + (a ? short_name(*a) : id);
  }
  return all;
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
  if (path == "goal.accelerators")
    return in.strings.text("adv.set", {{"field", view.label}, {"value", names_of(after.goal.accelerators, changed)}});
  const std::string value = !view.text.empty() ? view.text : !view.input.empty() ? view.input : view.placeholder;
  const std::string unit = view.type == "limit" || view.unit.empty() || view.choices.size() > 1 ? ""
                           : view.unit == "%"                                                   ? "%"
                                                                                                : " " + view.unit;
  return in.strings.text("adv.set", {{"field", view.label}, {"value", value + (field->unit == "seconds" ? "" : unit)}});
}

}  // namespace

std::string advice_label(const Input& in, const Advice& advice, const Scenario& base) {
  const Args args(advice.args.begin(), advice.args.end());
  if (in.strings.find("adv." + advice.code)) return in.strings.text("adv." + advice.code, args);
  const Result<Scenario> after = patched(in, advice.change, base);
  if (!after) return advice.effect;
  if (advice.code == "more-devices" || advice.code == "bigger-device")
    return in.strings.text("adv.use", {{"device", device_name(*after, in.catalog, false)}});
  for (const Named& n : kNamed)
    if (n.code == advice.code) return change_text(in, std::string(n.path), *after);
  std::vector<std::pair<std::string, Value>> changes;
  leaves(advice.change, "", changes);
  std::string label;
  for (const auto& [path, value] : changes) {
    const std::string text = is_detail(path) ? std::string() : change_text(in, path, *after);
    if (!text.empty()) label += (label.empty() ? "" : in.lang() == Lang::zh ? "，" : ", ") + text;
  }
  return label.empty() ? advice.effect : label;
}

std::string advice_effect(const Input& in, const Advice& advice, Fits before) {
  const Strings& t = in.strings;
  std::vector<std::string> parts;
  const double delta = advice.memory_delta_bytes;
  if (std::fabs(delta) >= 0.05 * 1073741824.0) {
    const std::string amount = (delta < 0 ? std::string(kMinus) : "+") + memory_text(std::fabs(delta), in.lang());
    parts.push_back(t.text("adv.memory", {{"dm", amount}}));
  }
  if (before != Fits::yes)
    parts.push_back(t.text(advice.fits_after == Fits::yes     ? "adv.then_fits"
                           : advice.fits_after == Fits::tight ? "adv.then_tight"
                                                              : "adv.then_short"));
  const double ratio = advice.speed_ratio;
  if (ratio > 0 && std::fabs(ratio - 1) >= 0.005) {
    const std::string p =
        ratio >= 3 ? significant(ratio, 2, in.lang()) : percent(ratio > 1 ? ratio - 1 : 1 - ratio, in.lang());
    parts.push_back(t.text(ratio >= 3 ? "adv.times" : ratio > 1 ? "adv.faster" : "adv.slower", {{"p", p}}));
  }
  std::string out;
  for (const std::string& p : parts) out += (out.empty() ? "" : in.lang() == Lang::zh ? "，" : ", ") + p;
  return out.empty() ? t.text("adv.same") : out;
}

namespace {

// Other devices or more of them, where a limit of the goal already refuses that: no advice.
bool breaks_limit(const Input& in, const Advice& advice) {
  const Value* hardware = advice.change.find("hardware");
  if (!hardware) return false;
  const Value* count = hardware->find("count");
  if (count && count->number() && *count->number() > static_cast<double>(in.scenario.goal.max_count)) return true;
  const Value* device = hardware->find("accelerator");
  if (!device || !device->string()) return false;
  return std::any_of(in.selection.rejected.begin(), in.selection.rejected.end(), [&](const Rejected& r) {
    return r.accelerator == *device->string() &&
           (r.code.rfind("max_", 0) == 0 || r.code.rfind("min_", 0) == 0 || r.code == "deadline_seconds");
  });
}

}  // namespace

std::vector<const Advice*> ordered_advice(const Input& in) {
  const Report& report = *in.subject.report;
  std::vector<const Advice*> out;
  for (const Advice& a : report.advice)
    if (!breaks_limit(in, a)) out.push_back(&a);
  if (report.fits != Fits::yes)
    sort_stably(out.begin(), out.end(), [](const Advice* a, const Advice* b) { return a->fits_after < b->fits_after; });
  return out;
}

// Another device that the ranking already holds is chosen there. A change of settings applies to the scenario as it was
// asked, without the layout the planner chose for one device; a change of one device's hardware names that device.
Action advice_action(const Input& in, const Advice& advice, const Scenario& base) {
  Action action;
  action.kind = Action::Kind::apply_patch;
  action.value = advice.change;
  action.text = advice_label(in, advice, base);
  if (in.scenario.hardware) return action;
  std::vector<std::pair<std::string, Value>> changes;
  leaves(advice.change, "", changes);
  if (!only_hardware(changes)) {
    Value settings(Value::Object{});
    for (const auto& [key, member] : *advice.change.object())
      if (key != "hardware") settings.set(key, member);
    action.value = std::move(settings);
    return action;
  }
  const Result<Scenario> after = patched(in, advice.change, base);
  if (!after) return action;
  for (const Report& r : in.selection.ranked) {
    if (row_key(r.scenario) != row_key(*after)) continue;
    action.kind = Action::Kind::select_row;
    action.text = row_key(*after);
    action.value = Value();
    return action;
  }
  const std::string key = row_key(*after);
  Value device(Value::Object{});
  device.set("accelerator", device_of_key(key));
  device.set("count", static_cast<double>(count_of(*after)));
  Value patch(Value::Object{});
  patch.set("hardware", merge_patch(device, *advice.change.find("hardware")));
  action.value = std::move(patch);
  return action;
}

}  // namespace gpusel::view
