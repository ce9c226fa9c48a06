#include "ui/app/exports.hpp"

#include <imgui.h>
#include <imgui_internal.h>

#include <cstdio>
#include <memory>
#include <string>

#include "core/gpusel.hpp"
#include "ui/app/action_json.hpp"
#include "ui/app/app.hpp"
#include "ui/app/embedded_fonts.hpp"
#include "ui/app/fonts.hpp"
#include "ui/app/key_policy.hpp"
#include "ui/platform/input.hpp"
#include "ui/platform/platform.hpp"
#include "ui/view/session.hpp"

namespace {

using namespace gpusel;
using Kind = view::Action::Kind;

// The page has one canvas. Either `app` (canvas) or `session` (text view alone) is there.
struct Page {
  std::unique_ptr<Catalog> catalog;
  std::unique_ptr<app::App> app;
  std::unique_ptr<view::Session> session;
  ui::Fonts fonts;
  std::string returned, clipboard;
  ImGuiPlatformImeData ime;
  view::Session* current() { return app ? &app->session() : session.get(); }
};
Page page;

std::unique_ptr<view::Session> make_session(const char* language, const char* theme, const char* hash) {
  if (!page.catalog) {
    Result<Catalog> catalog = load_catalog();
    if (!catalog) return nullptr;
    page.catalog = std::make_unique<Catalog>(std::move(*catalog));
  }
  auto session = std::make_unique<view::Session>(*page.catalog, language ? language : "en", hash ? hash : "");
  view::Action action;
  action.kind = Kind::set_theme;
  action.text = theme ? theme : "auto";
  session->dispatch(action);
  return session;
}

void dispatch(Kind kind, const char* text) {
  view::Action action;
  action.kind = kind;
  action.text = text ? text : "";
  if (page.app) return page.app->dispatch(action);
  if (page.session) page.session->dispatch(action);
}

void remember_caret(ImGuiContext*, ImGuiViewport*, ImGuiPlatformImeData* data) { page.ime = *data; }

void keep_clipboard(ImGuiContext*, const char* text) {
  page.clipboard = text;
  platform::set_clipboard(text);
}

void poke() {
  if (page.app) page.app->pacer().poke();
}

const char* give(std::string text) {
  page.returned = std::move(text);
  return page.returned.c_str();
}

std::string quoted(const std::string& text) {
  std::string out = "\"";
  char code[8];
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      std::snprintf(code, sizeof code, "\\u%04x", static_cast<unsigned>(c));
      out += code;
    } else {
      out += c;
    }
  }
  return out + '"';
}

ImGuiWindow* scrollable(float dx, float dy) {
  for (ImGuiWindow* w = ImGui::GetCurrentContext()->HoveredWindow; w; w = w->ParentWindow) {
    if (dy > 0 && w->Scroll.y < w->ScrollMax.y) return w;
    if (dy < 0 && w->Scroll.y > 0) return w;
    if (dx > 0 && w->Scroll.x < w->ScrollMax.x) return w;
    if (dx < 0 && w->Scroll.x > 0) return w;
    if (!(w->Flags & ImGuiWindowFlags_ChildWindow)) break;
  }
  return nullptr;
}

}  // namespace

extern "C" {

int app_init(const char* language, const char* theme, const char* hash, float width, float height, float dpr) {
  if (page.app) return 1;
  std::unique_ptr<view::Session> session = make_session(language, theme, hash);
  if (!session) return 0;
  ImGui::CreateContext();
  platform::WindowOptions options;
  options.width = static_cast<int>(width);
  options.height = static_cast<int>(height);
  options.scale = dpr;
#ifndef __EMSCRIPTEN__
  options.hidden = true;   // tests
#endif
  if (!platform::open(options)) {
    ImGui::DestroyContext();
    page.session = std::move(session);
    return 0;
  }
  page.fonts = app::add_latin(app::latin_font(false), app::latin_font(true));
  page.app = std::make_unique<app::App>(std::move(*session), page.fonts);
  ImGuiPlatformIO& io = ImGui::GetPlatformIO();
  io.Platform_SetImeDataFn = remember_caret;
  io.Platform_SetClipboardTextFn = keep_clipboard;
  return 1;
}

int app_init_text(const char* language, const char* theme, const char* hash) {
  if (!page.current()) page.session = make_session(language, theme, hash);
  return page.current() ? 1 : 0;
}

double app_frame(double time) {
  if (!page.app) return -1;
  if (platform::pump_events(0)) poke();
  if (page.app->pacer().wants_frame(time)) {
    platform::begin_frame();
    page.app->draw(time);
    const ImVec4 back = ImGui::GetStyle().Colors[ImGuiCol_WindowBg];
    platform::end_frame(back.x, back.y, back.z);
  }
  const double next = page.app->pacer().next_frame_at(time);
  if (next == app::Pacer::never) return -1;
  return next > time ? next - time : 0;
}

void app_resize(float width, float height, float dpr) {
  platform::resize(width, height, dpr);
  poke();
}

void app_set_language(const char* language) { dispatch(Kind::set_language, language); }
void app_set_theme(const char* theme) { dispatch(Kind::set_theme, theme); }

void app_set_system_dark(int dark) {
  if (page.app) page.app->set_system_dark(dark != 0);
}

void app_set_touch(int coarse) {
  if (page.app) page.app->set_touch(coarse != 0);
}

int app_add_font(const unsigned char* bytes, int length, int bold) {
  if (!page.app || !bytes || length <= 0) return 0;
  const bool taken = app::add_chinese(page.fonts, {reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(length)}, bold != 0);
  poke();
  return taken ? 1 : 0;
}

void app_pointer(float x, float y, int button, int down, int touch) {
  if (!page.app) return;
  if (button == -2)
    platform::push_pointer_leave();
  else if (button < 0)
    platform::push_pointer_move(x, y, touch != 0);
  else
    platform::push_pointer_button(button, down != 0, x, y, touch != 0);
  if (touch && !down && button == 0) platform::push_pointer_leave();   // a lifted finger hovers over nothing
  poke();
}

// A notch of a mouse wheel is 100 CSS px in browsers and one unit in Dear ImGui.
void app_wheel(float dx, float dy) {
  if (!page.app) return;
  platform::push_wheel(dx / 100, dy / 100);
  poke();
}

int app_wants_wheel(float dx, float dy) { return page.app && scrollable(dx, dy) ? 1 : 0; }

int app_key(const char* key, const char* code, int down, int modifiers) {
  if (!page.app || !key) return 0;
  app::KeyPress press;
  press.key = key;
  press.shift = (modifiers & 1) != 0;
  press.ctrl = (modifiers & 2) != 0;
  press.alt = (modifiers & 4) != 0;
  press.meta = (modifiers & 8) != 0;
  press.text_active = ImGui::GetIO().WantTextInput;
  press.tab_leaves = down && page.app->at_edge(press.shift);
  const bool leaves = press.key == "Tab" && press.tab_leaves;
  if (leaves) return 0;
  platform::push_key(key, code ? code : "", down != 0, modifiers);
  poke();
  return app::canvas_takes(press) ? 1 : 0;
}

void app_text(const char* utf8) {
  if (!page.app || !utf8) return;
  platform::push_text(utf8);
  poke();
}

void app_focus(int focused, int at_end) {
  if (!page.app) return;
  platform::push_focus(focused != 0);
  if (focused && at_end >= 0) page.app->enter(at_end != 0);
  if (!focused) ImGui::SetNavCursorVisible(false);
  poke();
}

const char* app_text_agent(void) {
  char text[120];
  const ImGuiPlatformImeData& ime = page.ime;
  const bool active = page.app && ImGui::GetIO().WantTextInput;
  std::snprintf(text, sizeof text, "{\"active\":%s,\"x\":%d,\"y\":%d,\"height\":%d}", active ? "true" : "false", static_cast<int>(ime.InputPos.x),
                static_cast<int>(ime.InputPos.y), static_cast<int>(ime.InputLineHeight));
  return give(text);
}

int app_dispatch_json(const char* json) {
  const std::optional<view::Action> action = json ? app::read_action(json) : std::nullopt;
  if (!action || !page.current()) return 0;
  if (page.app)
    page.app->dispatch(*action);
  else
    page.session->dispatch(*action);
  return 1;
}

const char* app_view_json(void) { return give(page.current() ? view::view_json(*page.current()) : "{}"); }

const char* app_take_effects(void) {
  if (!page.app) return "";
  const app::Effects effects = page.app->take_effects();
  if (!effects.clipboard.empty()) page.clipboard = effects.clipboard;
  if (effects.clipboard.empty() && effects.view.empty() && !effects.leave && !effects.changed) return "";
  return give("{\"clipboard\":" + quoted(effects.clipboard) + ",\"view\":" + quoted(effects.view) + ",\"leave\":" + (effects.leave ? "true" : "false") +
              ",\"changed\":" + (effects.changed ? "true" : "false") + "}");
}

const char* app_take_clipboard(void) {
  std::string text = std::move(page.clipboard);
  page.clipboard.clear();
  if (text.empty() && page.session) text = page.session->take_clipboard();
  return give(std::move(text));
}

void app_context_lost(void) {
  if (!page.app) return;
  page.app->pacer().pause(true);
  platform::lose_graphics();
}

void app_context_restored(void) {
  if (!page.app) return;
  platform::restore_graphics();
  page.app->pacer().pause(false);
  poke();
}

}  // extern "C"
