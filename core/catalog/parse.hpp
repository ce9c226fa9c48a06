// JSON text of the embedded catalogue -> Value. Straight from the parser's events, without a second tree in between.
#pragma once

#include <string_view>

#include "core/domain/result.hpp"
#include "core/domain/value.hpp"

namespace gpusel {

Result<Value> parse_catalog_json(std::string_view text, std::string_view file);

}  // namespace gpusel
