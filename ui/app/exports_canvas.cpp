// The second group of exports.hpp: the canvas.
#include <imgui.h>
#include <imgui_internal.h>

#include <cstdio>

#include "ui/app/embedded_fonts.hpp"
#include "ui/app/exports.hpp"
#include "ui/app/fonts.hpp"
#include "ui/app/key_policy.hpp"
#include "ui/app/page.hpp"
#include "ui/platform/input.hpp"
#include "ui/platform/platform.hpp"

using namespace gpusel;
using app::page;

namespace {

void remember_caret(ImGuiContext*, ImGuiViewport*, ImGuiPlatformImeData* data) {
  page().caret_x = data->InputPos.x;
  page().caret_y = data->InputPos.y;
  page().caret_height = data->InputLineHeight;
}

void keep_clipboard(ImGuiContext*, const char* text) {
  page().clipboard = text;
  ++page().revision;
}

// Whether the window under the pointer, or one around it, can still scroll that way.
bool can_scroll(double dx, double dy) {
  for (const ImGuiWindow* w = ImGui::GetCurrentContext()->HoveredWindow; w; w = w->ParentWindow) {
    if ((dy > 0 && w->Scroll.y < w->ScrollMax.y) || (dy < 0 && w->Scroll.y > 0)) return true;
    if ((dx > 0 && w->Scroll.x < w->ScrollMax.x) || (dx < 0 && w->Scroll.x > 0)) return true;
    if (!(w->Flags & ImGuiWindowFlags_ChildWindow)) break;
  }
  return false;
}

}  // namespace

extern "C" {

int app_start_canvas(double width, double height, double device_pixel_ratio) {
  app::Page& p = page();
  if (p.app) return 1;
  if (!p.session) return 0;
  ImGui::CreateContext();
  platform::WindowOptions options;
  options.width = static_cast<int>(width);
  options.height = static_cast<int>(height);
  options.scale = static_cast<float>(device_pixel_ratio);
  options.hidden = !platform::in_page();  // natively: tests
  if (!platform::open(options)) {
    ImGui::DestroyContext();
    return 0;
  }
  p.fonts = app::add_latin(app::latin_font(false), app::latin_font(true));
  app::add_chinese(p.fonts, app::language_name_font(), false);
  p.app = std::make_unique<app::App>(std::move(*p.session), p.fonts);
  p.session.reset();
  p.app->state().page = platform::in_page();
  ImGuiPlatformIO& io = ImGui::GetPlatformIO();
  io.Platform_SetImeDataFn = remember_caret;
  io.Platform_SetClipboardTextFn = keep_clipboard;
  return 1;
}

void app_resize(double width, double height, double device_pixel_ratio) {
  if (!page().app) return;
  platform::resize(static_cast<float>(width), static_cast<float>(height), static_cast<float>(device_pixel_ratio));
  page().wake();
}

double app_frame(double now_milliseconds) {
  app::Page& p = page();
  if (!p.app) return -1;
  const double now = now_milliseconds / 1000;
  if (platform::pump_events(0)) p.wake();
  if (p.app->pacer().wants_frame(now)) {
    platform::begin_frame();
    p.app->draw(now);
    const ImVec4 back = ImGui::GetStyle().Colors[ImGuiCol_WindowBg];
    platform::end_frame(back.x, back.y, back.z);
    p.frames += 1;
    p.collect();
  }
  const double next = p.app->pacer().next_frame_at(now);
  if (next == app::Pacer::never) return -1;
  return next > now ? (next - now) * 1000 : 0;
}

void app_wake(void) { page().wake(); }

void app_pointer(int type, double x, double y, int button, int touch) {
  app::Page& p = page();
  if (!p.app) return;
  if (touch && !p.touch_seen) {
    p.touch_seen = true;
    p.app->set_touch(true);
  }
  const float fx = static_cast<float>(x), fy = static_cast<float>(y);
  if (type == 0) platform::push_pointer_move(fx, fy, touch != 0);
  if (type == 1 || type == 2) platform::push_pointer_button(button, type == 1, fx, fy, touch != 0);
  if (type == 3) platform::push_pointer_leave();
  p.wake();
}

// A notch of a mouse wheel is 100 CSS px in browsers and one unit in Dear ImGui.
int app_wheel(double, double, double delta_x, double delta_y) {
  if (!page().app || !can_scroll(delta_x, delta_y)) return 0;
  platform::push_wheel(static_cast<float>(delta_x / 100), static_cast<float>(delta_y / 100));
  page().wake();
  return 1;
}

int app_key(int down, const char* code, const char* key, int shift, int control, int alt, int meta) {
  app::Page& p = page();
  if (!p.app || !key) return 0;
  app::KeyPress press;
  press.key = key;
  press.shift = shift != 0;
  press.ctrl = control != 0;
  press.alt = alt != 0;
  press.meta = meta != 0;
  press.text_active = ImGui::GetIO().WantTextInput;
  press.tab_leaves = down && p.app->at_edge(press.shift);
  if (press.key == "Tab" && press.tab_leaves) return 0;
  platform::push_key(key, code ? code : "", down != 0,
                     (shift ? 1 : 0) | (control ? 2 : 0) | (alt ? 4 : 0) | (meta ? 8 : 0));
  p.wake();
  return app::canvas_takes(press) ? 1 : 0;
}

void app_text_input(const char* utf8) {
  if (!page().app || !utf8) return;
  platform::push_text(utf8);
  page().wake();
}

int app_wants_text(void) { return page().app && ImGui::GetIO().WantTextInput ? 1 : 0; }

const char* app_caret(void) {
  char text[64];
  const app::Page& p = page();
  std::snprintf(text, sizeof text, "[%d,%d,%d]", static_cast<int>(p.caret_x), static_cast<int>(p.caret_y),
                static_cast<int>(p.caret_height));
  return page().give(text);
}

const char* app_take_ask(void) {
  app::Page& p = page();
  p.collect();
  if (p.asks.empty()) return p.give("");
  std::string ask = p.asks.front().text + "\n" + p.asks.front().path;
  p.asks.erase(p.asks.begin());
  return p.give(std::move(ask));
}

void app_focus(int focused) {
  if (!page().app) return;
  platform::push_focus(focused != 0);
  if (!focused) ImGui::SetNavCursorVisible(false);
  page().wake();
}

int app_wants_leave(void) {
  page().collect();
  const bool leave = page().leave;
  page().leave = false;
  return leave ? 1 : 0;
}

void app_set_system_dark(int dark) {
  if (page().app) page().app->set_system_dark(dark != 0);
}

void app_set_touch(int coarse) {
  page().touch_seen = coarse != 0;
  if (page().app) page().app->set_touch(coarse != 0);
}

void app_context_lost(void) {
  if (!page().app) return;
  page().app->pacer().pause(true);
  platform::lose_graphics();
}

void app_context_restored(void) {
  if (!page().app) return;
  platform::restore_graphics();
  page().app->pacer().pause(false);
  page().wake();
}

int app_add_font(unsigned char* bytes, int size, int bold) {
  if (!page().app || !bytes || size <= 0) return 0;
  const bool taken =
      app::add_chinese(page().fonts, {reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(size)}, bold != 0);
  page().wake();
  return taken ? 1 : 0;
}

double app_frames_drawn(void) { return page().frames; }

}  // extern "C"
