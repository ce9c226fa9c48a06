// Where a value stands on a slider, and which value a place on it means. Pure arithmetic, no drawing.
#pragma once

namespace gpusel::ui {

struct Scale {
  double low = 0, high = 1, step = 1;
  bool logarithmic = false;
  double position(double value) const;  // 0..1
  // The nearest sensible value: a multiple of `step`; on a logarithmic slider one of at most eight values an octave, so
  // that powers of two are always among them.
  double value(double position) const;
  double stepped(double value, int steps) const;  // arrow keys; stays within the ends
};

}  // namespace gpusel::ui
