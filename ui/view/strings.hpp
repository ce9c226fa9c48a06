// The sentences of the interface in one language: assets/i18n/{en,zh}.json, a flat object of key -> text.
// {name} is an argument; {n|one|other} picks by the argument n (English plurals). Notes and errors of the core are
// looked up by "note." + code and "error." + code; where a key is missing, the core's own English message stands in.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/domain/result.hpp"
#include "ui/view/format.hpp"

namespace gpusel::view {

using Args = std::vector<std::pair<std::string, std::string>>;

class Strings {
 public:
  // English where the language is not known (yet).
  static const Strings& of(Lang lang);
  static bool known(Lang lang);
  // For a program that was built without them (GPUSEL_CHINESE_APART). False: not a file of strings.
  static bool add_chinese(std::string_view json);
  explicit Strings(Lang lang, std::string_view json);

  Lang lang() const { return lang_; }
  const std::string* find(std::string_view key) const;
  std::string text(std::string_view key, const Args& args = {}) const;  // the key itself where it is unknown
  // The first of `keys` that is known, filled; else `fallback`.
  std::string first_of(const std::vector<std::string>& keys, std::string_view fallback, const Args& args = {}) const;
  const std::vector<std::pair<std::string, std::string>>& all() const { return sorted_; }

 private:
  std::string written(const std::string& pattern, const Args& args) const;
  Lang lang_;
  std::vector<std::pair<std::string, std::string>> sorted_;
};

// Chinese typography: a space between a Chinese sign and a Latin letter or digit, none beside full-width marks.
std::string spaced(std::string_view text);

std::string fill(std::string_view pattern, const Args& args);
std::string note_text(const Strings& strings, const Note& note);
std::string error_text(const Strings& strings, const Error& error);

// Several sentences in a row: a space between them in English, none in Chinese.
std::string join_sentences(const std::vector<std::string>& sentences, Lang lang);

}  // namespace gpusel::view
