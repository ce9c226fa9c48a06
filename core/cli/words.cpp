#include "core/cli/words.hpp"

#include <algorithm>

#include "core/json/json.hpp"
#include "generated/gpusel_cli.hpp"

namespace gpusel::cli {

Words::Words(std::string_view lang) {
  if (lang != "zh") return;
  Result<Value> page = parse_json(assets::cli_words_zh()), own = parse_json(assets::cli_own_words_zh());
  if (page) texts_ = std::move(*page);
  if (own) own_ = std::move(*own);
}

std::string Words::operator()(std::string_view key, std::string_view english, const Args& args) const {
  const Value* found = own_.find(key);
  if (!found) found = texts_.find(key);
  const std::string* text = found ? found->string() : nullptr;
  if (!text) return std::string(english);
  std::string out;
  for (std::size_t i = 0; i < text->size(); ++i) {
    const std::size_t end = (*text)[i] == '{' ? text->find('}', i) : std::string::npos;
    if (end == std::string::npos) {
      out += (*text)[i];
      continue;
    }
    const std::string_view name = std::string_view(*text).substr(i + 1, end - i - 1);
    const std::string* value = nullptr;
    for (const auto& [argument, with] : args)
      if (argument == name) value = &with;
    if (!value) return std::string(english);
    out += *value;
    i = end;
  }
  return out;
}

// An argument "@key" is a text itself.
std::string Words::note(const Note& note) const {
  Args args = note.args;
  for (auto& [name, value] : args)
    if (value.size() > 1 && value.front() == '@') value = (*this)(value.substr(1), value);
  return (*this)("note." + note.code, note.message, args);
}

std::string Words::term(std::string_view key) const {
  static const Result<Value> english_texts = parse_json(assets::cli_words_en());
  const Value& texts = english() && english_texts ? *english_texts : texts_;
  const std::string last(key.substr(key.rfind('.') + 1));
  for (const std::string& name : {"why." + std::string(key), "part." + std::string(key), "part." + last})
    if (const Value* found = texts.find(name); found && found->string()) return *found->string();
  std::string words = last;
  std::replace(words.begin(), words.end(), '_', ' ');
  return words;
}

}  // namespace gpusel::cli
