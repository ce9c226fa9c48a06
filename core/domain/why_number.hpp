// Numbers as a Why of speed or power shows them put into its formula: four significant digits, the same in every
// language. (Bytes and dollars are told to the last one: formula_number in core/memory/timeline.hpp.)
#pragma once

#include <string>

namespace gpusel {

std::string why_number(double x);

}  // namespace gpusel
