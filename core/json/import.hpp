// What the importers share. A file's bytes are hostile until checked: every length is compared with what is left before
// it is used, and nothing is allocated by a number read from the file.
#pragma once

#include <string>
#include <string_view>

#include "core/domain/model.hpp"
#include "core/domain/result.hpp"

namespace gpusel {

// Like parse_json with another size limit (a safetensors header may be larger than a scenario).
Result<Value> parse_json_up_to(std::string_view text, std::size_t largest);

Result<Model> import_config(std::string_view text);
Result<Model> import_safetensors(std::string_view bytes, std::string_view file_name);
Result<Model> import_gguf(std::string_view bytes);

inline Error import_error(std::string code, std::string message) {
  return {std::move(code), "", std::move(message), {}};
}

// Little-endian integer of `width` bytes at `at`; the caller has checked the bounds.
inline std::uint64_t little_endian(std::string_view bytes, std::size_t at, std::size_t width) {
  std::uint64_t out = 0;
  for (std::size_t i = width; i-- > 0;) out = out << 8U | static_cast<unsigned char>(bytes[at + i]);
  return out;
}

}  // namespace gpusel
