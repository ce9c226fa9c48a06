// One row of the core's field table as a form field: label, choices, the value as shown and as typed, the slider's
// range. FieldView::number, low, high are in the scenario's unit (a slider sends them back unchanged); text and input
// are in the unit shown beside the field (ms for a limit per token, GiB for bytes, % for shares), and so is what is
// typed.
#pragma once

#include "core/json/fields.hpp"
#include "ui/view/build.hpp"

namespace gpusel::view {

// Synthetic values of two real fields: "pretrain" of task, "qlora" of train.method.
std::string task_choice(const Scenario& s);    // "finetune", "pretrain", "serve"
std::string method_choice(const Scenario& s);  // "lora", "qlora", "full"
Value task_patch(std::string_view choice, const Scenario& s);
Value method_patch(std::string_view choice, const Scenario& s);

// The scenario with everything but task, method and model at its default: what "changed" is measured against.
Scenario baseline(const Scenario& s);

struct FieldUnit {
  std::string name;  // localised: "GiB", "ms", "%", "tok"
  double scale = 1;  // scenario units in one shown unit
};
FieldUnit field_unit(const Field& field, Lang lang);

FieldView field_view(const Input& in, const Field& field);
std::string choice_label(const Strings& strings, std::string_view path, std::string_view value);
std::string help_key(const Field& field);

// What was typed into a field, as the value the core expects (a string where it is no number, so that the core refuses
// it by name).
Value typed_value(const Field& field, std::string_view typed);
// The message for a refused value of a field, in the field's shown unit.
std::string field_error_text(const Strings& strings, const Field& field, const Error& error);

}  // namespace gpusel::view
