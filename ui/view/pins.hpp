// The pinned devices: six places, each with its colour and marker. A place that was given up stays empty until the next
// pin, so that the others keep theirs.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/units/units.hpp"
#include "ui/view/view_model.hpp"

namespace gpusel::view {

inline constexpr std::size_t kMostPins = 6;

int pin_count(const std::vector<std::string>& pins);
bool is_pinned(const std::vector<std::string>& pins, std::string_view key);
// False where all places are taken.
bool add_pin(std::vector<std::string>& pins, std::string_view key);
void remove_pin(std::vector<std::string>& pins, std::string_view key);
// "rtx-4090/1,rtx-5090/1": as starting points and links carry them.
std::vector<std::string> pins_from(std::string_view list);
// How many devices a row key stands for ("rtx-4090/2": 2), 0 where it is none.
Count pinned_device_count(std::string_view key);

std::string series_color(int place);  // token "series1" ... "series6"
Mark::Kind series_shape(int place);   // circle, square, triangle, diamond, triangle_down, cross

}  // namespace gpusel::view
