#include "ui/app/pacer.hpp"

namespace gpusel::app {

double Pacer::next_frame_at(double now) const {
  if (paused_) return never;
  if (frames_left_ > 0) return now;
  return wake_at_ < now ? now : wake_at_;
}

void Pacer::drawn(double now) {
  if (frames_left_ > 0) --frames_left_;
  if (now >= wake_at_) wake_at_ = never;
}

double clamped_delta(double seconds) {
  if (!(seconds > 0.0001)) return 0.0001;
  return seconds > 0.1 ? 0.1 : seconds;
}

}  // namespace gpusel::app
