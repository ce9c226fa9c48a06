// What a link says about the view beside the scenario: mode, pins, sort, filter, chart. Keys start with "ui.", which
// the core passes over; only what differs from the usual is written. A link is untrusted text: unknown values are
// ignored.
#pragma once

#include <string>
#include <string_view>

#include "ui/view/build.hpp"

namespace gpusel::view {

std::string link_state(const ViewState& state);  // "&ui.mode=compare&ui.pins=...", or ""
void read_link_state(std::string_view link, ViewState& state);

}  // namespace gpusel::view
