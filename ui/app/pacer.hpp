// When the next frame is due. Nothing is drawn while nothing changes: input asks for three frames (Dear ImGui needs up
// to that many to settle), a delayed hint or notice for one at a time. Seconds on any clock that only goes forward;
// pure, no clock of its own.
#pragma once

#include <limits>

namespace gpusel::app {

class Pacer {
 public:
  static constexpr double never = std::numeric_limits<double>::infinity();

  void poke() { frames_left_ = 3; }  // input, resize, new language, new data
  void wake_at(double time) {
    wake_at_ = time < wake_at_ ? time : wake_at_;
  }  // a frame at that time, if none comes before
  bool wants_frame(double now) const { return !paused_ && (frames_left_ > 0 || now >= wake_at_); }
  double next_frame_at(double now) const;  // `now`, a later time, or `never`
  void drawn(double now);                  // a frame was drawn
  void pause(bool on) { paused_ = on; }    // hidden page, lost graphics

 private:
  int frames_left_ = 3;
  double wake_at_ = never;
  bool paused_ = false;
};

// Dear ImGui must not see a pause as one long frame.
double clamped_delta(double seconds);  // to (0, 0.1]

}  // namespace gpusel::app
