#include "ui/view/pins.hpp"

#include <algorithm>

namespace gpusel::view {

int pin_count(const std::vector<std::string>& pins) {
  return static_cast<int>(std::count_if(pins.begin(), pins.end(), [](const std::string& p) { return !p.empty(); }));
}

bool is_pinned(const std::vector<std::string>& pins, std::string_view key) {
  return !key.empty() && std::find(pins.begin(), pins.end(), key) != pins.end();
}

bool add_pin(std::vector<std::string>& pins, std::string_view key) {
  if (key.empty() || is_pinned(pins, key)) return true;
  const auto place = std::find(pins.begin(), pins.end(), std::string());
  if (place != pins.end())
    *place = std::string(key);
  else if (pins.size() < kMostPins)
    pins.emplace_back(key);
  else
    return false;
  return true;
}

void remove_pin(std::vector<std::string>& pins, std::string_view key) {
  for (std::string& pin : pins)
    if (pin == key) pin.clear();
  while (!pins.empty() && pins.back().empty()) pins.pop_back();
}

std::vector<std::string> pins_from(std::string_view list) {
  std::vector<std::string> out;
  for (std::size_t at = 0; at < list.size();) {
    const std::size_t comma = std::min(list.find(',', at), list.size());
    add_pin(out, list.substr(at, comma - at));
    at = comma + 1;
  }
  return out;
}

Count pinned_device_count(std::string_view key) {
  const std::size_t slash = key.rfind('/');
  if (slash == std::string_view::npos || slash + 1 == key.size() || key.size() - slash > 7) return 0;
  Count n = 0;
  for (char c : key.substr(slash + 1)) {
    if (c < '0' || c > '9') return 0;
    n = n * 10 + (c - '0');
  }
  return n;
}

std::string series_color(int place) { return "series" + std::to_string(place % static_cast<int>(kMostPins) + 1); }

Mark::Kind series_shape(int place) {
  constexpr Mark::Kind shapes[] = {Mark::Kind::circle,  Mark::Kind::square,        Mark::Kind::triangle,
                                   Mark::Kind::diamond, Mark::Kind::triangle_down, Mark::Kind::cross};
  return shapes[place % static_cast<int>(kMostPins)];
}

}  // namespace gpusel::view
