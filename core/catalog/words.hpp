// Text -> the words a search compares: lower case, split at punctuation, between letters and digits, and between
// scripts. "Meta-Llama-3.1-8B" -> meta llama 3.1 8b; "通义千问7b" -> 通义千问 7b. A digit run keeps the letters after
// it ("8b", "80gb").
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gpusel {

std::vector<std::string> words_of(std::string_view text);
std::string lower_case(std::string_view text);  // ASCII only; other bytes stay

// Fewest insertions, deletions and replacements; `limit` + 1 when more are needed.
std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit);

// How well a query's word matches another word: 1 equal, less for a prefix, a part, or a slip of the pen; 0 not at all.
double word_match(std::string_view query, std::string_view word);

}  // namespace gpusel
