// Text in the parts of a link: bytes outside letters, digits and -._~/:,@ as %XX (RFC 3986).
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace gpusel {

std::string percent_encoded(std::string_view text);
// "+" reads as a space. Nothing where a % is not followed by two digits, or the bytes are not UTF-8.
std::optional<std::string> percent_decoded(std::string_view text);

}  // namespace gpusel
