// What both files of measured rows share: lines of JSON, of which some hold tables that the rows name by index.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "core/domain/result.hpp"
#include "core/domain/value.hpp"

namespace gpusel::accuracy {

// A path from the repository's root; what stands in that file.
std::string repository_path(const std::string& path);
std::string repository_file(const std::string& path);

double number_of(const Value& v, std::string_view key, double fallback);
std::string text_of(const Value& v, std::string_view key);
// The entry of `table` whose index stands in `row` under `key`; nullptr where there is none.
const Value* entry(const Value::Array& table, const Value& row, std::string_view key);

// Calls `take` for each line that is not empty; stops at the first error, of the text or of `take`.
std::optional<Error> each_line(std::string_view text, const std::function<std::optional<Error>(const Value&)>& take);

}  // namespace gpusel::accuracy
