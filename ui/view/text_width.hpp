// How wide a text is in CSS pixels, without a font at hand: chart labels are placed once, here, and drawn by ImGui and
// by SVG. Latin advances are IBM Plex Sans 400 and 600 (units of 1/1000 em, hmtx table of the fonts in assets/fonts); a
// Chinese sign is 1 em.
#pragma once

#include <string_view>

namespace gpusel::view {

double text_width(std::string_view utf8, double size, bool strong = false);

// The code point at `at`, and `at` moved behind it; malformed bytes come out as U+FFFD, one at a time.
char32_t next_code_point(std::string_view s, std::size_t& at);

}  // namespace gpusel::view
