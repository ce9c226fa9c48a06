#include "ui/app/pacer.hpp"

#include <doctest/doctest.h>

#include "ui/app/key_policy.hpp"

using gpusel::app::canvas_takes;
using gpusel::app::clamped_delta;
using gpusel::app::KeyPress;
using gpusel::app::Pacer;

namespace {

int frames_drawn(Pacer& pacer, double from, double to) {
  int count = 0;
  for (double now = from; now < to; now += 0.016)
    if (pacer.wants_frame(now)) {
      pacer.drawn(now);
      ++count;
    }
  return count;
}

}  // namespace

TEST_CASE("after one click exactly three frames, then none") {
  Pacer pacer;
  frames_drawn(pacer, 0, 1);
  CHECK(pacer.next_frame_at(1) == Pacer::never);
  pacer.poke();
  CHECK(pacer.next_frame_at(1) == 1);
  CHECK(frames_drawn(pacer, 1, 11) == 3);
  CHECK(pacer.next_frame_at(11) == Pacer::never);
}

TEST_CASE("a wake is one frame, at its time") {
  Pacer pacer;
  frames_drawn(pacer, 0, 1);
  pacer.wake_at(5);
  pacer.wake_at(7);  // the earlier one stays
  CHECK(frames_drawn(pacer, 1, 5) == 0);
  CHECK(pacer.next_frame_at(2) == 5);
  CHECK(frames_drawn(pacer, 5, 20) == 1);
}

TEST_CASE("a paused canvas draws nothing and goes on afterwards") {
  Pacer pacer;
  pacer.pause(true);
  CHECK(frames_drawn(pacer, 0, 1) == 0);
  pacer.poke();
  CHECK(pacer.next_frame_at(1) == Pacer::never);
  pacer.pause(false);
  CHECK(frames_drawn(pacer, 1, 2) == 3);
}

TEST_CASE("a long pause is no long frame") {
  CHECK(clamped_delta(0) > 0);
  CHECK(clamped_delta(-1) > 0);
  CHECK(clamped_delta(0.016) == 0.016);
  CHECK(clamped_delta(30) == 0.1);
}

TEST_CASE("the browser keeps its keys") {
  const auto press = [](const char* key, bool ctrl, bool text) {
    KeyPress p;
    p.key = key;
    p.ctrl = ctrl;
    p.text_active = text;
    return canvas_takes(p);
  };
  for (const char* key : {"c", "v", "x", "l", "r", "t", "w", "f"}) {
    CHECK_FALSE(press(key, true, false));
    CHECK_FALSE(press(key, true, true));
  }
  for (const char* key : {"F5", "F11", "F12"}) CHECK_FALSE(press(key, false, false));
  CHECK(press("k", true, false));
  CHECK(press("z", true, false));
  CHECK(press("ArrowDown", false, false));
  CHECK(press("Tab", false, false));
  CHECK(press("w", false, false));
  CHECK_FALSE(press("w", false, true));
  CHECK_FALSE(press("q", false, false));
  KeyPress leaving;
  leaving.key = "Tab";
  leaving.tab_leaves = true;
  CHECK_FALSE(canvas_takes(leaving));
}
