#include "core/json/gguf_reader.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/json/import.hpp"
#include "core/json/text.hpp"

namespace gpusel {
namespace {

enum Type : std::uint64_t { u8, i8, u16, i16, u32, i32, f32, boolean, text, list, u64, i64, f64, types };

constexpr std::size_t longest_key = 1024;
constexpr std::size_t longest_text = 4096;

// Bytes of a scalar, 0 for what is none.
std::size_t width_of(std::uint64_t type) {
  switch (type) {
    case u8:
    case i8:
    case boolean:
      return 1;
    case u16:
    case i16:
      return 2;
    case u32:
    case i32:
    case f32:
      return 4;
    case u64:
    case i64:
    case f64:
      return 8;
    default:
      return 0;
  }
}

}  // namespace

void GgufReader::fail(std::string code, std::string message) {
  if (!failed()) error_ = import_error(std::move(code), std::move(message));
}

bool GgufReader::has(std::uint64_t count) {
  if (failed()) return false;
  if (count <= bytes_.size() - at_) return true;
  fail("truncated", "the GGUF header needs more than the " + std::to_string(bytes_.size()) + " bytes that are here");
  return false;
}

void GgufReader::skip(std::uint64_t count) {
  if (has(count)) at_ += static_cast<std::size_t>(count);
}

std::uint64_t GgufReader::integer(std::size_t width) {
  if (!has(width)) return 0;
  const std::uint64_t x = little_endian(bytes_, at_, width);
  at_ += width;
  return x;
}

std::string_view GgufReader::string() {
  const std::uint64_t length = integer(8);
  if (!has(length)) return {};
  const std::string_view out = bytes_.substr(at_, static_cast<std::size_t>(length));
  at_ += out.size();
  return out;
}

double GgufReader::scalar(std::uint64_t type) {
  const std::size_t width = width_of(type);
  const std::uint64_t raw = integer(width);
  if (type == f32) {
    const auto bits = static_cast<std::uint32_t>(raw);
    float x = 0;
    std::memcpy(&x, &bits, sizeof x);
    return static_cast<double>(x);
  }
  if (type == f64) {
    double x = 0;
    std::memcpy(&x, &raw, sizeof x);
    return x;
  }
  const bool is_signed = type == i8 || type == i16 || type == i32 || type == i64;
  if (!is_signed || width == 8)
    return is_signed ? static_cast<double>(static_cast<std::int64_t>(raw)) : static_cast<double>(raw);
  const double span = std::ldexp(1.0, static_cast<int>(8 * width));
  const auto x = static_cast<double>(raw);
  return x < span / 2 ? x : x - span;
}

bool GgufReader::array(const std::string& key, GgufMetadata& out) {
  const std::uint64_t type = integer(4), count = integer(8);
  if (failed()) return false;
  if (type == list || type >= types)
    return fail("syntax", "the GGUF metadata has an array of a type that cannot be"), false;
  if (type == text) {
    for (std::uint64_t i = 0; i < count && !failed(); ++i) string();
    return !failed();
  }
  const std::size_t width = width_of(type);
  if (count > bytes_.size() || !has(count * width))
    return fail("truncated", "a GGUF array is longer than the file"), false;
  if (count > longest_text) return skip(count * width), true;
  double largest = 0;
  for (std::uint64_t i = 0; i < count; ++i) largest = std::max(largest, scalar(type));
  if (std::isfinite(largest)) out.numbers[key] = largest;
  return !failed();
}

bool GgufReader::value(std::uint64_t type, const std::string& key, GgufMetadata& out) {
  if (type == list) return array(key, out);
  if (type == text) {
    const std::string_view s = string();
    if (!failed() && s.size() <= longest_text && is_utf8(s)) out.texts[key] = std::string(s);
    return !failed();
  }
  if (type >= types)
    return fail("syntax", "the GGUF metadata has type " + std::to_string(type) + "; types 0 to 12 exist"), false;
  const double x = scalar(type);
  if (!failed() && std::isfinite(x)) out.numbers[key] = x;
  return !failed();
}

bool GgufReader::pair(GgufMetadata& out) {
  const std::string_view key = string();
  if (failed()) return false;
  if (key.empty() || key.size() > longest_key)
    return fail("syntax", "the GGUF metadata has a key that is empty or too long"), false;
  const std::uint64_t type = integer(4);
  return !failed() && value(type, std::string(key), out);
}

}  // namespace gpusel
