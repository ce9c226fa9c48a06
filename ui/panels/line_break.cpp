#include "ui/panels/line_break.hpp"

#include "ui/view/text_width.hpp"

namespace gpusel::ui {

namespace {

bool is_wide(char32_t c) { return c >= 0x2E80 && c < 0xFFF0; }
bool must_not_start_a_line(char32_t c) {
  static constexpr std::u32string_view signs = U"，。、；：？！）》”’…%";
  return signs.find(c) != std::u32string_view::npos;
}
bool must_not_end_a_line(char32_t c) {
  static constexpr std::u32string_view signs = U"（《“‘";
  return signs.find(c) != std::u32string_view::npos;
}
bool may_break_between(char32_t before, char32_t after) {
  if (must_not_start_a_line(after) || must_not_end_a_line(before)) return false;
  if (before == U' ') return after != U' ';
  return after != U' ' && (is_wide(before) || is_wide(after));
}

}  // namespace

std::vector<std::string_view> line_pieces(std::string_view utf8) {
  std::vector<std::string_view> pieces;
  std::size_t start = 0;
  std::size_t at = 0;
  char32_t before = 0;
  while (at < utf8.size()) {
    const std::size_t here = at;
    const char32_t sign = view::next_code_point(utf8, at);
    if (here > start && may_break_between(before, sign)) {
      pieces.push_back(utf8.substr(start, here - start));
      start = here;
    }
    before = sign;
  }
  if (start < utf8.size()) pieces.push_back(utf8.substr(start));
  return pieces;
}

std::string_view without_trailing_space(std::string_view text) {
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

std::string_view without_leading_space(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  return text;
}

}  // namespace gpusel::ui
