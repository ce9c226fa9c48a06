#include "ui/view/text_width.hpp"

#include <doctest/doctest.h>

using namespace gpusel::view;

TEST_CASE("every digit has the same width, a Chinese sign is one em") {
  for (char c = '0'; c <= '9'; ++c) CHECK(text_width(std::string_view(&c, 1), 10) == doctest::Approx(6));
  CHECK(text_width("显存", 12) == doctest::Approx(24));
  CHECK(text_width("", 12) == 0);
  CHECK(text_width("RTX 5090", 12, true) > text_width("RTX 5090", 12));
}

TEST_CASE("malformed bytes are one replacement sign each and end") {
  std::size_t at = 0;
  const std::string_view bad = "\xe6\x98";  // the beginning of a sign
  CHECK(next_code_point(bad, at) == 0xfffd);
  CHECK(text_width("\xff\xff", 10) > 0);
}
