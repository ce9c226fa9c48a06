// The one window, its graphics and its input: the only seam that knows SDL2 or the browser. The same calls natively and
// in the page; natively events come from SDL, in the page from its own listeners through ui/platform/input.hpp, which
// pushes the same SDL events.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gpusel::platform {

struct WindowOptions {
  int width = 1280, height = 800;  // CSS pixels
  float scale = 1;                 // device pixels a CSS pixel; natively the system decides where 0
  bool hidden = false;             // draws into memory only (screenshots, tests)
  std::string title = "GPU Selector";
};

// Window, OpenGL context (3.0 core profile or ES 3.0) and Dear ImGui's backends; a Dear ImGui context must exist.
// False: see error().
bool open(const WindowOptions& options);
void close();
std::string error();

// Hands everything that happened to Dear ImGui; waits for the first event up to `seconds` (0: not at all, < 0: for
// ever; the page never waits). True when there was anything.
bool pump_events(double seconds);
bool quit_requested();
bool in_page();  // compiled for the browser

void begin_frame();                                   // starts the backends' frame; Dear ImGui's own follows
void end_frame(float red, float green, float blue);   // clears, draws Dear ImGui's data, shows it
void resize(float width, float height, float scale);  // the page's sizes; natively SDL knows them
double now();                                         // seconds, monotonic

void set_clipboard(const std::string& text);
std::string clipboard();

void lose_graphics();     // the browser took the context away: nothing is drawn until
void restore_graphics();  // it gave a new one

std::vector<std::uint8_t> read_pixels(int& width, int& height);  // RGB rows from the top
std::string system_language();                                   // "en", "zh", ...

}  // namespace gpusel::platform
