// What untrusted bytes may reach: JSON, scenarios, links, model files. Each entry checks what must hold of any input.
#pragma once

#include <string>
#include <string_view>

#include "core/domain/catalog.hpp"

namespace gpusel::fuzz {

const Catalog& catalog();
// Reads the bytes as everything they might be. Returns "" or what is wrong: text that is not JSON was written, a
// scenario does not read back the same, an error without a code.
std::string check_readers(std::string_view bytes);
// The same, and every scenario that was read is estimated: quantities must be finite, ordered and not negative.
std::string check_estimate(std::string_view scenario_json);

}  // namespace gpusel::fuzz
