#include "core/catalog/words.hpp"

#include <algorithm>

namespace gpusel {
namespace {

enum class Script { separator, letter, digit, other };

Script script_of(char c) {
  if (static_cast<unsigned char>(c) >= 0x80) return Script::other;  // bytes of a UTF-8 character beyond ASCII
  if (c >= '0' && c <= '9') return Script::digit;
  if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) return Script::letter;
  return Script::separator;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Full-width punctuation and the ideographic space separate words too: U+3000-U+303F and U+FF00-U+FF0F.
bool wide_separator(std::string_view text, std::size_t at) {
  if (at + 2 >= text.size()) return false;
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[at + i]); };
  return (byte(0) == 0xE3 && byte(1) == 0x80) || (byte(0) == 0xEF && byte(1) == 0xBC && byte(2) <= 0x8F);
}

}  // namespace

std::string lower_case(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return out;
}

std::vector<std::string> words_of(std::string_view text) {
  const std::string lower = lower_case(text);
  std::vector<std::string> words;
  Script last = Script::separator;
  for (std::size_t i = 0; i < lower.size(); ++i) {
    if (wide_separator(lower, i)) {
      last = Script::separator;
      i += 2;
      continue;
    }
    const Script script = script_of(lower[i]);
    const bool decimal_point =
        lower[i] == '.' && last == Script::digit && i + 1 < lower.size() && is_digit(lower[i + 1]);
    if (script == Script::separator && !decimal_point) {
      last = Script::separator;
      continue;
    }
    // "8b" and "2.5" are one word, "llama3" is two.
    const bool goes_on = decimal_point || (last == script && last != Script::separator) ||
                         (last == Script::digit && script == Script::letter);
    if (goes_on)
      words.back() += lower[i];
    else
      words.emplace_back(1, lower[i]);
    if (!decimal_point && !(last == Script::digit && script == Script::letter))
      last = script;
    else if (script == Script::letter)
      last = Script::letter;
  }
  return words;
}

std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit) {
  if (a.size() > b.size()) std::swap(a, b);
  if (b.size() - a.size() > limit) return limit + 1;
  std::vector<std::size_t> row(a.size() + 1);
  for (std::size_t i = 0; i <= a.size(); ++i) row[i] = i;
  for (std::size_t j = 1; j <= b.size(); ++j) {
    std::size_t diagonal = row[0];
    row[0] = j;
    std::size_t best = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
      const std::size_t replaced = diagonal + (a[i - 1] != b[j - 1]);
      diagonal = row[i];
      row[i] = std::min({replaced, row[i] + 1, row[i - 1] + 1});
      best = std::min(best, row[i]);
    }
    if (best > limit) return limit + 1;
  }
  return std::min(row[a.size()], limit + 1);
}

double word_match(std::string_view query, std::string_view word) {
  if (query == word) return 1;
  const bool numeric = is_digit(query.front());
  if (word.substr(0, query.size()) == query) {
    // "3" is no part of "32b", but of "3.1" and "3b".
    const char next = word[query.size()];
    return numeric && is_digit(next) ? 0 : numeric && next == '.' ? 0.6 : 0.8;
  }
  if (numeric) return 0;
  const bool beyond_ascii = static_cast<unsigned char>(query.front()) >= 0x80;
  if (word.find(query) != std::string_view::npos && (beyond_ascii || query.size() >= 4)) return 0.6;
  if (beyond_ascii)
    return query.find(word) != std::string_view::npos && static_cast<unsigned char>(word.front()) >= 0x80 ? 0.5 : 0;
  const std::size_t slips = query.size() >= 8 ? 2 : query.size() >= 5 ? 1 : 0;
  if (slips > 0 && edit_distance(query, word, slips) <= slips) return 0.4;
  return 0;
}

}  // namespace gpusel
