// A cursor over a GGUF file's bytes that cannot leave them, and the few metadata values worth keeping. After the first
// failure every read returns nothing; array contents are walked over, not stored.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "core/domain/result.hpp"

namespace gpusel {

struct GgufMetadata {
  std::map<std::string, double> numbers;     // scalars; of numeric arrays the largest element (head counts by layer)
  std::map<std::string, std::string> texts;  // at most 4 KiB each
  double number(const std::string& key, double absent = 0) const {
    const auto at = numbers.find(key);
    return at == numbers.end() ? absent : at->second;
  }
  std::string text(const std::string& key) const {
    const auto at = texts.find(key);
    return at == texts.end() ? std::string() : at->second;
  }
};

class GgufReader {
 public:
  explicit GgufReader(std::string_view bytes) : bytes_(bytes) {}

  void skip(std::uint64_t count);
  std::uint64_t integer(std::size_t width);  // little-endian
  std::string_view string();                 // length, then bytes
  bool pair(GgufMetadata& out);              // one key with its value; false: see error()
  bool failed() const { return !error_.code.empty(); }
  const Error& error() const { return error_; }

 private:
  bool value(std::uint64_t type, const std::string& key, GgufMetadata& out);
  bool array(const std::string& key, GgufMetadata& out);
  double scalar(std::uint64_t type);
  bool has(std::uint64_t count);
  void fail(std::string code, std::string message);

  std::string_view bytes_;
  std::size_t at_ = 0;
  Error error_;
};

}  // namespace gpusel
