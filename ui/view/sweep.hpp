// How memory, speed or cost move with one setting: the curves of up to six devices, and where two of them change
// places. Every point is an estimate of the core at that setting on a fixed number of devices; a curve ends at the
// largest setting that fits. Places are read off between two points on a logarithmic scale.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/plan/setting.hpp"

namespace gpusel::view {

enum class SweepY { memory, speed, cost };

struct SweepPoint {
  Count x = 0;
  double y = 0, low = 0, high = 0;
};
struct SweepLine {
  std::string key, name;  // row key, name for a label
  int place = 0;          // colour and marker
  std::vector<SweepPoint> points;
  Count full_at = 0;  // the largest x that fits, 0 where the range ends first
};
struct Crossing {
  double x = 0, y = 0;
  std::size_t winner = 0, loser = 0;  // lines: who is better from x on
  bool certain = false;               // further on, the difference is larger than both intervals
};
struct Sweep {
  Setting x = Setting::sequence_length;
  SweepY y = SweepY::memory;
  Count now = 1;
  std::vector<SweepLine> lines;
  std::vector<Crossing> crossings;  // nearest to `now` first
};

// Where lines change places; `more_is_better` for a speed.
std::vector<Crossing> crossings(const std::vector<SweepLine>& lines, bool more_is_better, Count now);

}  // namespace gpusel::view
