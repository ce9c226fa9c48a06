#include "core/catalog/words.hpp"

#include <doctest/doctest.h>

using namespace gpusel;
using Words = std::vector<std::string>;

TEST_CASE("words of names") {
  CHECK(words_of("Meta-Llama-3.1-8B") == Words{"meta", "llama", "3.1", "8b"});
  CHECK(words_of("llama3 8b") == Words{"llama", "3", "8b"});
  CHECK(words_of("通义千问7b") == Words{"通义千问", "7b"});
  CHECK(words_of("英伟达　4090，24GB") == Words{"英伟达", "4090", "24gb"});
  CHECK(words_of("Qwen2.5-VL") == Words{"qwen", "2.5", "vl"});
  CHECK(words_of("rtx-4090-d") == Words{"rtx", "4090", "d"});
  CHECK(words_of("  --  ").empty());
  CHECK(words_of("").empty());
}

TEST_CASE("edit distance up to a limit") {
  CHECK(edit_distance("kitten", "sitting", 5) == 3);
  CHECK(edit_distance("same", "same", 2) == 0);
  CHECK(edit_distance("", "abc", 5) == 3);
  CHECK(edit_distance("abcdef", "uvwxyz", 2) == 3);  // more than the limit
}

TEST_CASE("how words match") {
  CHECK(word_match("llama", "llama") == 1);
  CHECK(word_match("lla", "llama") > word_match("lama", "llama"));
  CHECK(word_match("lama", "llama") > 0);
  CHECK(word_match("3", "3.1") > 0);
  CHECK(word_match("3", "32b") == 0);
  CHECK(word_match("7b", "70b") == 0);
  CHECK(word_match("7b", "67b") == 0);
  CHECK(word_match("deepseke", "deepseek") > 0);  // a slip of the pen
  CHECK(word_match("h", "gh") == 0);
  CHECK(word_match("千问", "通义千问") > 0);
}
