// Why of a figure that the core reports without terms of its own: made of what the report and the catalogue hold. Keys
// are those of rows ("row." + figure); formulas in the symbols of the field, as the core writes them.
#pragma once

#include <string_view>

#include "ui/view/build.hpp"

namespace gpusel::view {

// An empty Why where the figure is none of these: decode, prefill, requests, energy, usable, bandwidth.
Why derived_why(const Input& in, const Report& r, std::string_view figure);

}  // namespace gpusel::view
