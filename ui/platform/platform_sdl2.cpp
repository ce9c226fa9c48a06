#include "ui/platform/platform.hpp"

#include <SDL.h>
#include <imgui.h>
#include <imgui_impl_opengl3.h>
#include <imgui_impl_sdl2.h>

#include "ui/platform/window.hpp"

#ifdef __EMSCRIPTEN__
#include <GLES3/gl3.h>
#else
#include <SDL_opengl.h>
#endif

namespace gpusel::platform {

namespace {

struct Window {
  SDL_Window* window = nullptr;
  SDL_GLContext context = nullptr;
  float width = 0, height = 0, scale = 0;  // the page's; 0: ask SDL
  bool quit = false, lost = false;
  std::string error;
};
Window state;

bool fail(const char* what) {
  state.error = std::string(what) + ": " + SDL_GetError();
  return false;
}

void ask_for_graphics() {
#ifdef __EMSCRIPTEN__
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_ES);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 0);
#else
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_CORE);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 2);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_FLAGS, SDL_GL_CONTEXT_FORWARD_COMPATIBLE_FLAG);
#endif
  SDL_GL_SetAttribute(SDL_GL_DEPTH_SIZE, 0);
  SDL_GL_SetAttribute(SDL_GL_STENCIL_SIZE, 0);
  SDL_GL_SetAttribute(SDL_GL_DOUBLEBUFFER, 1);
}

}  // namespace

SDL_Window* window() { return state.window; }

bool open(const WindowOptions& options) {
  prepare_hints();
  if (SDL_Init(SDL_INIT_VIDEO) != 0) return fail("SDL could not start");
  ask_for_graphics();
  const Uint32 flags = SDL_WINDOW_OPENGL | SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI |
                       (options.hidden ? SDL_WINDOW_HIDDEN : SDL_WINDOW_SHOWN);
  state.window = SDL_CreateWindow(options.title.c_str(), SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, options.width,
                                  options.height, flags);
  if (!state.window) return fail("the window could not be made");
  state.context = SDL_GL_CreateContext(state.window);
  if (!state.context) return fail("OpenGL 3 is not available");
  SDL_GL_SetSwapInterval(1);
  after_window();
  if (options.scale > 0) resize(static_cast<float>(options.width), static_cast<float>(options.height), options.scale);
  ImGui_ImplSDL2_InitForOpenGL(state.window, state.context);
  ImGui_ImplOpenGL3_Init();
  return true;
}

void close() {
  if (!state.window) return;
  ImGui_ImplOpenGL3_Shutdown();
  ImGui_ImplSDL2_Shutdown();
  SDL_GL_DeleteContext(state.context);
  SDL_DestroyWindow(state.window);
  SDL_Quit();
  state = Window();
}

std::string error() { return state.error; }

bool pump_events(double seconds) {
  SDL_Event event;
  bool any = false;
  if (seconds != 0) {
    const int arrived =
        seconds < 0 ? SDL_WaitEvent(nullptr) : SDL_WaitEventTimeout(nullptr, static_cast<int>(seconds * 1000) + 1);
    if (arrived == 0) return false;
  }
  while (SDL_PollEvent(&event) != 0) {
    any = true;
    ImGui_ImplSDL2_ProcessEvent(&event);
    if (event.type == SDL_QUIT) state.quit = true;
    if (event.type == SDL_WINDOWEVENT && event.window.event == SDL_WINDOWEVENT_CLOSE) state.quit = true;
  }
  return any;
}

bool quit_requested() { return state.quit; }

void begin_frame() {
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplSDL2_NewFrame();
  if (state.scale <= 0) return;
  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize = ImVec2(state.width, state.height);
  io.DisplayFramebufferScale = ImVec2(state.scale, state.scale);
}

void end_frame(float red, float green, float blue) {
  if (state.lost) return;
  const ImGuiIO& io = ImGui::GetIO();
  glViewport(0, 0, static_cast<int>(io.DisplaySize.x * io.DisplayFramebufferScale.x),
             static_cast<int>(io.DisplaySize.y * io.DisplayFramebufferScale.y));
  glClearColor(red, green, blue, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  SDL_GL_SwapWindow(state.window);
}

void resize(float width, float height, float scale) {
  state.width = width;
  state.height = height;
  state.scale = scale < 0.5F ? 0.5F : scale > 3 ? 3.0F : scale;
}

double now() {
  return static_cast<double>(SDL_GetPerformanceCounter()) / static_cast<double>(SDL_GetPerformanceFrequency());
}

void set_clipboard(const std::string& text) { SDL_SetClipboardText(text.c_str()); }

std::string clipboard() {
  char* held = SDL_GetClipboardText();
  std::string text = held ? held : "";
  SDL_free(held);
  return text;
}

void lose_graphics() { state.lost = true; }

void restore_graphics() {
  ImGui_ImplOpenGL3_DestroyDeviceObjects();
  ImGui_ImplOpenGL3_CreateDeviceObjects();
  state.lost = false;
}

std::vector<std::uint8_t> read_pixels(int& width, int& height) {
  const ImGuiIO& io = ImGui::GetIO();
  width = static_cast<int>(io.DisplaySize.x * io.DisplayFramebufferScale.x);
  height = static_cast<int>(io.DisplaySize.y * io.DisplayFramebufferScale.y);
  const std::size_t row = static_cast<std::size_t>(width) * 4;
  std::vector<std::uint8_t> rgba(row * static_cast<std::size_t>(height));
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, rgba.data());
  std::vector<std::uint8_t> rgb;
  rgb.reserve(rgba.size() / 4 * 3);
  for (int y = height - 1; y >= 0; --y)
    for (int x = 0; x < width; ++x) {
      const std::uint8_t* p = rgba.data() + static_cast<std::size_t>(y) * row + static_cast<std::size_t>(x) * 4;
      rgb.insert(rgb.end(), p, p + 3);
    }
  return rgb;
}

std::string system_language() {
  std::string language = "en";
  if (SDL_Locale* locales = SDL_GetPreferredLocales()) {
    if (locales[0].language) language = locales[0].language;
    SDL_free(locales);
  }
  return language;
}

}  // namespace gpusel::platform
