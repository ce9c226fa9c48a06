#include "ui/panels/slider_scale.hpp"

#include <algorithm>
#include <cmath>

namespace gpusel::ui {

namespace {
constexpr double tiny = 1e-12;
}

double Scale::position(double v) const {
  if (high <= low) return 0;
  const double base = std::max(low, tiny);
  const double p = logarithmic ? std::log(std::max(v, tiny) / base) / std::log(high / base) : (v - low) / (high - low);
  return std::clamp(p, 0.0, 1.0);
}

double Scale::value(double p) const {
  p = std::clamp(p, 0.0, 1.0);
  const double base = std::max(low, tiny);
  const double raw = logarithmic ? base * std::pow(high / base, p) : low + p * (high - low);
  double grain = step > 0 ? step : (high - low) / 100;
  if (logarithmic) grain = std::max(grain, std::exp2(std::floor(std::log2(std::max(raw, tiny))) - 3));
  return std::clamp(std::round(raw / grain) * grain, low, high);
}

double Scale::stepped(double v, int steps) const {
  const double grain = step > 0 ? step : (high - low) / 100;
  return std::clamp(v + steps * grain, low, high);
}

}  // namespace gpusel::ui
