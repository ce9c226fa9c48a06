/* Force-included where third-party code for the web is compiled: Emscripten 3.1.6 lacks EM_JS_DEPS, and SDL and Dear
   ImGui's SDL2 backend use EMSCRIPTEN_KEEPALIVE without including its header. */
#ifndef GPUSEL_EMSCRIPTEN_COMPAT_H
#define GPUSEL_EMSCRIPTEN_COMPAT_H
#include <emscripten.h>
#ifndef EM_JS_DEPS
#define EM_JS_DEPS(tag, deps)
#endif
#endif
