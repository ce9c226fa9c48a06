// Is a value one that a field may hold? Type, range, choice, names of the catalogue; then what only several fields
// together decide. Nothing is clamped: the Error names the range, or the nearest valid name.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/domain/catalog.hpp"
#include "core/json/fields.hpp"

namespace gpusel {

std::optional<Error> check_value(const Field& field, const Value& value, const Catalog& catalog);
std::optional<Error> check_scenario(const Scenario& scenario, const Catalog& catalog);

// "a whole number from 1 to 65536": what a field takes, for errors and for the command line's help.
std::string expected(const Field& field);
// The path of `name`'s nearest sibling in the object at `block` ("" is the document), else of the field of that very
// name in another block; "" when nothing is close.
std::string nearest_field(std::string_view block, std::string_view name);

// The value of a field written as plain text (a flag, a permalink): 4, true, nf4, "q_proj,v_proj", {"json": "too"}.
Result<Value> field_from_text(const Field& field, std::string_view text);

}  // namespace gpusel
