/* The page uses neither SDL's game controllers nor its 2D renderer, and leaves their sources out; these few functions are
   what Dear ImGui's backend and SDL's window code still refer to. They answer as SDL does where such a thing is not there. */
#include "SDL.h"

int SDL_NumJoysticks(void) { return 0; }
SDL_bool SDL_IsGameController(int index) { return (void)index, SDL_FALSE; }
SDL_GameController* SDL_GameControllerOpen(int index) { return (void)index, NULL; }
void SDL_GameControllerClose(SDL_GameController* controller) { (void)controller; }
Sint16 SDL_GameControllerGetAxis(SDL_GameController* controller, SDL_GameControllerAxis axis) {
  return (void)controller, (void)axis, 0;
}
Uint8 SDL_GameControllerGetButton(SDL_GameController* controller, SDL_GameControllerButton button) {
  return (void)controller, (void)button, 0;
}

SDL_Renderer* SDL_GetRenderer(SDL_Window* window) { return (void)window, NULL; }
int SDL_GetRendererOutputSize(SDL_Renderer* renderer, int* width, int* height) {
  return (void)renderer, (void)width, (void)height, SDL_Unsupported();
}
void SDL_DestroyRendererWithoutFreeing(SDL_Renderer* renderer);
void SDL_DestroyRendererWithoutFreeing(SDL_Renderer* renderer) { (void)renderer; }

/* Surfaces: SDL's window code frees them and makes some for cursors of pixels and icons, which nobody asks for. */
SDL_Surface* SDL_CreateRGBSurface(Uint32 flags, int w, int h, int depth, Uint32 r, Uint32 g, Uint32 b, Uint32 a) {
  return (void)flags, (void)w, (void)h, (void)depth, (void)r, (void)g, (void)b, (void)a, SDL_Unsupported(), NULL;
}
SDL_Surface* SDL_CreateRGBSurfaceFrom(void* pixels, int w, int h, int depth, int pitch, Uint32 r, Uint32 g, Uint32 b,
                                      Uint32 a) {
  return (void)pixels, (void)pitch, SDL_CreateRGBSurface(0, w, h, depth, r, g, b, a);
}
SDL_Surface* SDL_ConvertSurfaceFormat(SDL_Surface* surface, Uint32 format, Uint32 flags) {
  return (void)surface, (void)format, (void)flags, SDL_Unsupported(), NULL;
}
void SDL_FreeSurface(SDL_Surface* surface) { (void)surface; }

/* Gestures (declared in a header private to SDL). */
int SDL_GestureAddTouch(SDL_TouchID id);
int SDL_GestureDelTouch(SDL_TouchID id);
void SDL_GestureProcessEvent(SDL_Event* event);
void SDL_GestureQuit(void);
int SDL_GestureAddTouch(SDL_TouchID id) { return (void)id, 0; }
int SDL_GestureDelTouch(SDL_TouchID id) { return (void)id, 0; }
void SDL_GestureProcessEvent(SDL_Event* event) { (void)event; }
void SDL_GestureQuit(void) {}
