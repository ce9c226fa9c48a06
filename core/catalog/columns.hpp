// The embedded catalogue's tables as cmake/embed.cpp writes them, back to rows: {"": 2, "id": ["a", "b"], "note":
// [null, "x"]} is [{"id": "a"}, {"id": "b", "note": "x"}]; a row without any cell is null. Columns hold like values
// side by side and compress better.
#pragma once

#include "core/domain/value.hpp"

namespace gpusel {

// Every table inside `value`, to any depth.
Value rows_of_columns(Value value);

}  // namespace gpusel
