// The numbers of a report that several regions show: answer, table, charts, clipboard. One place decides which cost is
// "the" cost.
#pragma once

#include <optional>

#include "ui/view/build.hpp"

namespace gpusel::view {

// Rented or owned, as the goal says (either: the cheaper of the two, as the ranking has it).
std::optional<Quantity<Usd>> cost_of_run(const Report& r, const GoalSpec& goal);
std::optional<Quantity<UsdPerMillionTokens>> cost_per_million(const Report& r, const GoalSpec& goal);
std::optional<double> cost_value(const Report& r,
                                 const GoalSpec& goal);  // of the run where there is one, else of a million tokens
double speed_of(const Report& r);                        // tok/s of all devices: training, or decoding

// The place among devices of a row of `ranked`: another count of a device has that device's place.
std::size_t device_place(const Selection& selection, std::size_t index);

std::string verdict_text(const Input& in, const Report& r);   // "Fits, 9.7 GiB to spare"
std::string verdict_word(const Strings& strings, Fits fits);  // "Fits"
std::string layout_text(const Input& in, const Report& r);    // "tensor parallel 2", "" for one device

}  // namespace gpusel::view
