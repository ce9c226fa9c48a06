#include <SDL.h>

#include "ui/platform/platform.hpp"
#include "ui/platform/window.hpp"

namespace gpusel::platform {

void prepare_hints() {
  SDL_SetHint(SDL_HINT_VIDEO_HIGHDPI_DISABLED, "0");
  SDL_SetHint(SDL_HINT_MOUSE_FOCUS_CLICKTHROUGH, "1");
  SDL_SetHint(SDL_HINT_VIDEO_ALLOW_SCREENSAVER, "1");
}

void after_window() {}

bool in_page() { return false; }

}  // namespace gpusel::platform
