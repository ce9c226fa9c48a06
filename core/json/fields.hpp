// Fields are data: one row a scenario field drives the codec's checks, the panel, the HTML form, the command line's
// flags, the permalink and the reference page. A new input is one row here, one term in a formula and two strings.
#pragma once

#include <functional>
#include <span>
#include <string_view>

#include "core/domain/catalog.hpp"
#include "core/domain/scenario.hpp"
#include "core/domain/value.hpp"

namespace gpusel {

enum class FieldType { boolean, integer, number, choice, model, accelerator, names };
enum class FieldGroup { task, model, method, settings, hardware, limits, ranking };

struct Field {
  std::string_view path;  // "train.micro_batch": JSON path with dots; also the permalink's key
  FieldType type;
  FieldGroup group;
  std::string_view unit;                      // "tokens", "bytes", "seconds", "usd", "watts", "" ...
  double low, high, step;                     // inclusive range (numbers)
  bool logarithmic;                           // slider scale
  std::span<const std::string_view> choices;  // choice
  std::string_view label;                     // i18n key: "field.micro_batch"
  bool common;                                // shown unfolded
  bool optional;                              // null = not set (limits; planner's choice)
  Value (*get)(const Scenario&);
  bool (*set)(Scenario&, const Value&);  // false: the value has the wrong type; the range is checked by set_field
  bool (*visible)(const Scenario&);
};

std::span<const Field> fields();
const Field* find_field(std::string_view path);
// Checks type, range and name; the Error names the range or nearest name. Never clamps.
Result<Scenario> set_field(const Scenario& scenario, std::string_view path, const Value& value, const Catalog& catalog);

}  // namespace gpusel
