/* SDL's video driver for our page, in place of SDL's own for Emscripten: one window on the canvas "#canvas" with a WebGL 2
   context and the browser's cursors. SDL's own listens to keys, wheel and touches in ways a host page cannot have
   (ui/platform/window_web.cpp says which), needs EGL, and with it every OpenGL function by name; none of that is used
   here, and it was a third of SDL's size. Compiled into SDL2 by cmake/GpuselSDL2.cmake. */
#include "SDL_internal.h"

#include <emscripten.h>
#include <emscripten/html5.h>

#include "events/SDL_keyboard_c.h"
#include "events/SDL_mouse_c.h"
#include "video/SDL_sysvideo.h"

static const char canvas[] = "#canvas";

static int no_failure(_THIS, const char* path) { return (void)_this, (void)path, 0; }
static void nothing(_THIS) { (void)_this; }
static int any_mode(_THIS, SDL_VideoDisplay* display, SDL_DisplayMode* mode) {
  return (void)_this, (void)display, (void)mode, 0;
}

/* The browser's cursors by their CSS names, in the order of SDL_SystemCursor. */
static const char* const cursor_names[] = {"default",     "text",      "wait",      "crosshair", "progress",    "nwse-resize",
                                           "nesw-resize", "ew-resize", "ns-resize", "move",      "not-allowed", "pointer"};

static SDL_Cursor* named_cursor(SDL_SystemCursor id) {
  SDL_Cursor* cursor = (SDL_Cursor*)SDL_calloc(1, sizeof(SDL_Cursor));
  if (cursor) cursor->driverdata = (void*)cursor_names[id < SDL_arraysize(cursor_names) ? id : 0];
  return cursor;
}
static void free_cursor(SDL_Cursor* cursor) { SDL_free(cursor); }
static int show_cursor(SDL_Cursor* cursor) {
  EM_ASM({ Module['canvas'].style.cursor = UTF8ToString($0); }, cursor ? (const char*)cursor->driverdata : "none");
  return 0;
}

static int start(_THIS) {
  SDL_DisplayMode mode;
  SDL_Mouse* mouse = SDL_GetMouse();
  (void)_this;
  SDL_zero(mode);
  mode.format = SDL_PIXELFORMAT_RGB888;
  mode.w = mode.h = 1; /* the page says how large the canvas is */
  if (SDL_AddBasicVideoDisplay(&mode) < 0) return -1;
  mouse->CreateSystemCursor = named_cursor;
  mouse->ShowCursor = show_cursor;
  mouse->FreeCursor = free_cursor;
  SDL_SetDefaultCursor(named_cursor(SDL_SYSTEM_CURSOR_ARROW));
  return 0;
}

static int create_window(_THIS, SDL_Window* window) {
  (void)_this;
  SDL_SetMouseFocus(window);
  SDL_SetKeyboardFocus(window);
  return 0;
}
static void destroy_window(_THIS, SDL_Window* window) { (void)_this, (void)window; }

static SDL_GLContext create_context(_THIS, SDL_Window* window) {
  EmscriptenWebGLContextAttributes wanted;
  EMSCRIPTEN_WEBGL_CONTEXT_HANDLE context;
  (void)window;
  emscripten_webgl_init_context_attributes(&wanted);
  wanted.majorVersion = 2;
  wanted.alpha = EM_FALSE;
  wanted.depth = _this->gl_config.depth_size > 0;
  wanted.stencil = _this->gl_config.stencil_size > 0;
  wanted.antialias = _this->gl_config.multisamplebuffers > 0;
  context = emscripten_webgl_create_context(canvas, &wanted);
  if (context <= 0) return SDL_SetError("the browser gives no WebGL 2"), NULL;
  emscripten_webgl_make_context_current(context);
  return (SDL_GLContext)context;
}
static int make_current(_THIS, SDL_Window* window, SDL_GLContext context) {
  (void)_this, (void)window;
  emscripten_webgl_make_context_current((EMSCRIPTEN_WEBGL_CONTEXT_HANDLE)context);
  return 0;
}
static void delete_context(_THIS, SDL_GLContext context) {
  (void)_this;
  emscripten_webgl_destroy_context((EMSCRIPTEN_WEBGL_CONTEXT_HANDLE)context);
}
static void* no_address(_THIS, const char* name) { return (void)_this, (void)name, NULL; } /* all is linked */
static int swap_interval(_THIS, int interval) { return (void)_this, (void)interval, 0; }     /* the page's frames */
static int swap_window(_THIS, SDL_Window* window) { return (void)_this, (void)window, 0; }  /* the browser swaps */

static void free_device(SDL_VideoDevice* device) { SDL_free(device); }

static SDL_VideoDevice* create_device(void) {
  SDL_VideoDevice* device = (SDL_VideoDevice*)SDL_calloc(1, sizeof(SDL_VideoDevice));
  if (!device) return SDL_OutOfMemory(), NULL;
  device->VideoInit = start;
  device->VideoQuit = nothing;
  device->SetDisplayMode = any_mode;
  device->PumpEvents = nothing;
  device->CreateSDLWindow = create_window;
  device->DestroyWindow = destroy_window;
  device->GL_LoadLibrary = no_failure;
  device->GL_UnloadLibrary = nothing;
  device->GL_GetProcAddress = no_address;
  device->GL_CreateContext = create_context;
  device->GL_MakeCurrent = make_current;
  device->GL_SetSwapInterval = swap_interval;
  device->GL_SwapWindow = swap_window;
  device->GL_DeleteContext = delete_context;
  device->free = free_device;
  return device;
}

VideoBootStrap Emscripten_bootstrap = {.name = "page", .desc = "a canvas of our page", .create = create_device};
