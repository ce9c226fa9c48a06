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
