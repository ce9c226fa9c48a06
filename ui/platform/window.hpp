// Between the files of this folder only: the SDL window, and what differs natively and in the page around making it.
#pragma once

struct SDL_Window;

namespace gpusel::platform {

SDL_Window* window();
void prepare_hints();  // before SDL starts
void after_window();   // after the window and its context were made

}  // namespace gpusel::platform
