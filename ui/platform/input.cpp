#include "ui/platform/input.hpp"

#include <SDL.h>

#include <algorithm>
#include <cstring>
#include <iterator>

#include "ui/platform/window.hpp"

namespace gpusel::platform {

namespace {

Uint32 window_id() { return window() ? SDL_GetWindowID(window()) : 0; }

void push(SDL_Event& event) { SDL_PushEvent(&event); }

SDL_Event blank(Uint32 type) {
  SDL_Event event;
  std::memset(&event, 0, sizeof event);
  event.type = type;
  return event;
}

struct KeyName {
  std::string_view name;
  SDL_Keycode key;
};
constexpr KeyName key_names[] = {
    {"Enter", SDLK_RETURN},
    {"Escape", SDLK_ESCAPE},
    {"Backspace", SDLK_BACKSPACE},
    {"Tab", SDLK_TAB},
    {"Delete", SDLK_DELETE},
    {"Insert", SDLK_INSERT},
    {"Home", SDLK_HOME},
    {"End", SDLK_END},
    {"PageUp", SDLK_PAGEUP},
    {"PageDown", SDLK_PAGEDOWN},
    {"ArrowLeft", SDLK_LEFT},
    {"ArrowRight", SDLK_RIGHT},
    {"ArrowUp", SDLK_UP},
    {"ArrowDown", SDLK_DOWN},
    {"F1", SDLK_F1},
    {"F2", SDLK_F2},
    {"F6", SDLK_F6},
    {"Shift", SDLK_LSHIFT},
    {"Control", SDLK_LCTRL},
    {"Alt", SDLK_LALT},
    {"Meta", SDLK_LGUI},
};

// Letters by what they write, so that shortcuts follow the layout; where that is no ASCII letter (Cyrillic, IME) by
// their place.
SDL_Keycode keycode(std::string_view key, std::string_view code) {
  const auto* named =
      std::find_if(std::begin(key_names), std::end(key_names), [&](const KeyName& k) { return k.name == key; });
  if (named != std::end(key_names)) return named->key;
  if (key.size() == 1 && key[0] >= ' ' && key[0] <= '~') {
    const char c = key[0];
    if (c == '?') return SDLK_SLASH;
    return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
  }
  if (code.size() == 4 && code.substr(0, 3) == "Key") return code[3] - 'A' + 'a';
  if (code.size() == 6 && code.substr(0, 5) == "Digit") return code[5];
  return SDLK_UNKNOWN;
}

Uint16 modifier_bits(int modifiers) {
  Uint16 bits = KMOD_NONE;
  if (modifiers & 1) bits |= KMOD_LSHIFT;
  if (modifiers & 2) bits |= KMOD_LCTRL;
  if (modifiers & 4) bits |= KMOD_LALT;
  if (modifiers & 8) bits |= KMOD_LGUI;
  return bits;
}

}  // namespace

void push_pointer_move(float x, float y, bool touch) {
  SDL_Event event = blank(SDL_MOUSEMOTION);
  event.motion.windowID = window_id();
  event.motion.which = touch ? SDL_TOUCH_MOUSEID : 0;
  event.motion.x = static_cast<Sint32>(x);
  event.motion.y = static_cast<Sint32>(y);
  push(event);
}

void push_pointer_button(int button, bool down, float x, float y, bool touch) {
  push_pointer_move(x, y, touch);
  SDL_Event event = blank(down ? SDL_MOUSEBUTTONDOWN : SDL_MOUSEBUTTONUP);
  event.button.windowID = window_id();
  event.button.which = touch ? SDL_TOUCH_MOUSEID : 0;
  event.button.button = button == 0 ? SDL_BUTTON_LEFT : button == 1 ? SDL_BUTTON_MIDDLE : SDL_BUTTON_RIGHT;
  event.button.state = down ? SDL_PRESSED : SDL_RELEASED;
  event.button.clicks = 1;
  event.button.x = static_cast<Sint32>(x);
  event.button.y = static_cast<Sint32>(y);
  push(event);
}

void push_pointer_leave() {
  SDL_Event event = blank(SDL_WINDOWEVENT);
  event.window.windowID = window_id();
  event.window.event = SDL_WINDOWEVENT_LEAVE;
  push(event);
}

void push_wheel(float dx, float dy) {
  SDL_Event event = blank(SDL_MOUSEWHEEL);
  event.wheel.windowID = window_id();
  event.wheel.preciseX = dx;
  event.wheel.preciseY = -dy;
  push(event);
}

void push_key(std::string_view key, std::string_view code, bool down, int modifiers) {
  SDL_Event event = blank(down ? SDL_KEYDOWN : SDL_KEYUP);
  event.key.windowID = window_id();
  event.key.state = down ? SDL_PRESSED : SDL_RELEASED;
  event.key.keysym.sym = keycode(key, code);
  event.key.keysym.scancode = SDL_GetScancodeFromKey(event.key.keysym.sym);
  event.key.keysym.mod = modifier_bits(modifiers);
  push(event);
}

// SDL's text events hold 31 bytes; longer text (a paste, a composed sentence) goes as several, cut between code points.
void push_text(std::string_view utf8) {
  constexpr std::size_t most = SDL_TEXTINPUTEVENT_TEXT_SIZE - 1;
  while (!utf8.empty()) {
    std::size_t take = std::min(most, utf8.size());
    while (take > 0 && take < utf8.size() && (static_cast<unsigned char>(utf8[take]) & 0xC0) == 0x80) --take;
    if (take == 0) return;
    SDL_Event event = blank(SDL_TEXTINPUT);
    event.text.windowID = window_id();
    std::memcpy(event.text.text, utf8.data(), take);
    push(event);
    utf8.remove_prefix(take);
  }
}

void push_focus(bool focused) {
  SDL_Event event = blank(SDL_WINDOWEVENT);
  event.window.windowID = window_id();
  event.window.event = focused ? SDL_WINDOWEVENT_FOCUS_GAINED : SDL_WINDOWEVENT_FOCUS_LOST;
  push(event);
}

}  // namespace gpusel::platform
