#include "ui/app/key_policy.hpp"

#include <algorithm>
#include <iterator>

namespace gpusel::app {

namespace {

constexpr std::string_view moves[] = {"ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", "PageUp",
                                      "PageDown",  "Enter",      " ",       "Escape",    "F6",   "F2"};
constexpr std::string_view letters = "wpclmtd[]/?";

bool one_of_moves(std::string_view key) {
  return std::find(std::begin(moves), std::end(moves), key) != std::end(moves);
}

}  // namespace

bool canvas_takes(const KeyPress& p) {
  if (p.alt) return false;
  if (p.ctrl || p.meta) {
    if (p.key == "k" || p.key == "K") return true;
    if (p.key == "z" || p.key == "Z" || p.key == "y" || p.key == "Y") return true;
    if (!p.text_active) return false;
    return p.key == "a" || p.key == "A" || p.key == "ArrowLeft" || p.key == "ArrowRight" || p.key == "Backspace" ||
           p.key == "Delete";
  }
  if (p.key == "Tab") return !p.tab_leaves;
  if (one_of_moves(p.key)) return true;
  if (p.text_active) return p.key == "Backspace" || p.key == "Delete";  // letters arrive as text
  if (p.key.size() != 1) return false;
  const char c = p.key[0] >= 'A' && p.key[0] <= 'Z' ? static_cast<char>(p.key[0] - 'A' + 'a') : p.key[0];
  return letters.find(c) != std::string_view::npos;
}

}  // namespace gpusel::app
