// Reading files and lines with a limit, so that an endless input cannot fill the memory.
#pragma once

#include <iosfwd>
#include <optional>
#include <string>

#include "core/domain/result.hpp"

namespace gpusel::cli {

// At most `largest` + 1 bytes of a file, or of `in` for "-".
Result<std::string> read_input(const std::string& file, std::istream& in, std::size_t largest);

// The next line without its end; of a longer one the first `largest` + 1 bytes, the rest is skipped. Nothing at the
// end.
std::optional<std::string> read_line(std::istream& in, std::size_t largest);

}  // namespace gpusel::cli
