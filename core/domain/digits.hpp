// Digits of a number in groups of three, as sentences write it.
#pragma once

#include <string>

namespace gpusel {

// "31250" -> "31,250", "15555.6" -> "15,555.6"; numbers of fewer than `from` digits, and what is no number, stay.
std::string grouped(std::string number, std::size_t from = 4);

}  // namespace gpusel
