// Where a line may break: after a space, and beside a Chinese sign except before closing punctuation or after opening
// punctuation. A Latin word or a number never splits.
#pragma once

#include <string_view>
#include <vector>

namespace gpusel::ui {

// The text cut into pieces that must stay whole; a piece keeps the space after it.
std::vector<std::string_view> line_pieces(std::string_view utf8);
std::string_view without_trailing_space(std::string_view text);
std::string_view without_leading_space(std::string_view text);

}  // namespace gpusel::ui
