// The colour tokens of design section 9, by name and theme: one table for ImGui (packed RGBA), SVG and CSS variables.
// The contrast ratios stated in the design are a test (tests/view/tokens_test.cpp).
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace gpusel::view {

struct Rgb {
  std::uint8_t r = 0, g = 0, b = 0;
};
struct Token {
  std::string_view name;  // "surface", "accent", "p_weights", "series1"
  Rgb dark, light;
};
const std::vector<Token>& tokens();
Rgb color(std::string_view token, bool dark);
double contrast(Rgb a, Rgb b);  // WCAG 2.x

}  // namespace gpusel::view
