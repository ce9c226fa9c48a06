// Errors are values. A Result<T> holds a T or an Error; an Error names the field (JSON pointer), says what was expected
// and, where there is one, the nearest valid value. `message` is the English sentence; other languages build theirs
// from code and args.
#pragma once

#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace gpusel {

struct Error {
  std::string code;     // stable: "unknown-model", "wrong-type", "out-of-range", "not-finite", "missing", "too-large",
                        // "syntax", ...
  std::string pointer;  // JSON pointer of the offending field, "" for the whole document
  std::string message;  // English sentence: what was expected, and the nearest valid value
  std::vector<std::pair<std::string, std::string>>
      args;  // for translation: {"field","micro_batch"},{"lo","1"},{"nearest","..."}
  bool operator==(const Error&) const = default;
};

// A note never stops an estimate: assumptions and warnings, each with a stable code.
struct Note {
  std::string code;
  std::string message;
  std::string pointer;
  std::vector<std::pair<std::string, std::string>> args;
  bool operator==(const Note&) const = default;
};

template <class T>
class Result {
 public:
  Result(T value) : held_(std::move(value)) {}
  Result(Error error) : held_(std::move(error)) {}
  bool ok() const { return held_.index() == 0; }
  explicit operator bool() const { return ok(); }
  const T& value() const& { return *std::get_if<0>(&held_); }
  T& value() & { return *std::get_if<0>(&held_); }
  T&& value() && { return std::move(*std::get_if<0>(&held_)); }
  const T& operator*() const& { return value(); }
  T& operator*() & { return value(); }
  const T* operator->() const { return &value(); }
  T* operator->() { return &value(); }
  const Error& error() const { return *std::get_if<1>(&held_); }

 private:
  std::variant<T, Error> held_;
};

}  // namespace gpusel
