// Small text helpers of the codec: well-formed UTF-8, numbers written the same on every machine, JSON pointers.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace gpusel {

// Bytes of the well-formed UTF-8 sequence at the start of `text` (RFC 3629), 0 where it is not one.
std::size_t utf8_sequence(std::string_view text);
bool is_utf8(std::string_view text);

// Shortest decimal that reads back as the same double; whole numbers below 2^53 without exponent. `x` is finite.
std::string number_text(double x);
// The double nearest to `x` written with 9 significant digits: what reports print.
double round_9(double x);
// The whole of `text` as a finite JSON-style number, or nothing.
std::optional<double> parse_number(std::string_view text);

// One reference token of a JSON pointer, escaped (RFC 6901).
std::string pointer_token(std::string_view key);
// "train.micro_batch" -> "/train/micro_batch".
std::string pointer_of(std::string_view path);

}  // namespace gpusel
