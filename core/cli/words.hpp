// The terminal's words in another language: assets/i18n by key, with the English text where a key is not translated.
// What only a terminal says stands in cli.zh.json: the page need not load it.
// English stands at the call; the names of a Why's terms alone are read from its file.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/domain/result.hpp"
#include "core/domain/value.hpp"

namespace gpusel::cli {

class Words {
 public:
  using Args = std::vector<std::pair<std::string, std::string>>;

  // "en" or "zh".
  explicit Words(std::string_view lang);
  bool english() const { return !texts_.object() || texts_.object()->empty(); }
  // The text of `key` with its {arguments} put in; an argument that is missing leaves the English text.
  std::string operator()(std::string_view key, std::string_view english, const Args& args = {}) const;
  std::string note(const Note& note) const;
  // The name of a Why's term by its key ("weights.layers"); its last word where it has none.
  std::string term(std::string_view key) const;

 private:
  Value texts_, own_;
};

}  // namespace gpusel::cli
