// SDL's Emscripten port listens on its own: it takes the wheel from a page that could scroll, calls preventDefault on
// keys the browser needs, and turns touches into mouse events twice. Its listeners go as soon as the window exists; the
// page's own listeners (web/) decide what the canvas takes and call ui/platform/input.hpp.
#include <SDL.h>
#include <emscripten/html5.h>

#include "ui/platform/platform.hpp"
#include "ui/platform/window.hpp"

namespace gpusel::platform {

void prepare_hints() {
  SDL_SetHint(SDL_HINT_EMSCRIPTEN_KEYBOARD_ELEMENT, "#canvas");
  SDL_SetHint(SDL_HINT_EMSCRIPTEN_ASYNCIFY, "0");
  SDL_SetHint(SDL_HINT_VIDEO_ALLOW_SCREENSAVER, "1");
}

void after_window() { emscripten_html5_remove_all_event_listeners(); }

bool in_page() { return true; }

}  // namespace gpusel::platform
