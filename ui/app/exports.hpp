// What the page may call: one open Session, with or without a canvas. Strings are UTF-8; a returned string stays valid
// until the next call that returns one. No function throws; a bad argument is an error in the view, never a crash. The
// text view needs only the first group, so it works where WebGL2 is missing. The page owns the <canvas id="canvas">
// (CSS sizes it, the page sets its width and height to CSS x ratio), its listeners, requestAnimationFrame, the
// clipboard, the hash and the font files.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

// --- session
// Loads the catalogue and opens a session; `hash` is a permalink ("#v1&...") or "". Returns 1, or 0 if the catalogue is
// broken.
int app_init(const char* language, const char* theme, const char* hash);
// Before app_init, or before a language is asked for: the Chinese strings (zh.json). Returns 1, or 0 where they are
// none.
int app_add_strings(const unsigned char* bytes, int size);
void app_dispatch_json(
    const char* action);  // one Action as JSON: {"kind": "set_field", "path": "...", "text": "...", "value": ...}
void app_import(const unsigned char* bytes, int size, const char* name);
const char* app_view_json(
    void);  // the ViewModel, charts for app_set_chart_size; "face": "text" where the canvas asked for it
double app_revision(void);              // changes whenever the view, the face or the clipboard does
const char* app_text(const char* key);  // a fixed string of the interface in the current language
const char* app_take_clipboard(void);   // what a copy action (or Ctrl C in a field of the canvas) left, then ""
void app_set_chart_size(double width, double height);  // the text view's charts
// The interface's Latin face (a TTF file in the module's memory), for the text view too.
const unsigned char* app_latin_font(int bold);
int app_latin_font_size(int bold);

// --- canvas
// Creates window, WebGL2 context and ImGui on the canvas with selector "#canvas". Returns 1, or 0 where graphics are
// not available.
int app_start_canvas(double width, double height, double device_pixel_ratio);
void app_resize(double width, double height, double device_pixel_ratio);  // CSS pixels
// Draws if something changed. Returns the milliseconds until it wants to be called again: 0 = next animation frame, < 0
// = not until an event.
double app_frame(double now_milliseconds);
void app_wake(void);  // an event arrived: three frames
void app_pointer(int type, double x, double y, int button,
                 int touch);  // 0 move, 1 down, 2 up, 3 leave; CSS pixels of the canvas
int app_wheel(double x, double y, double delta_x,
              double delta_y);  // 1 if the canvas scrolls there (then the page must not)
int app_key(int down, const char* code, const char* key, int shift, int control, int alt,
            int meta);                  // 1 if the canvas uses it
void app_text_input(const char* utf8);  // committed text (IME, phone keyboard, paste)
int app_wants_text(void);               // 1 while a text field has the focus
const char* app_caret(void);            // JSON [x, y, height]: where the text agent belongs
// What the canvas asks of the page, one a call: an ask_page action's text, a line break, its path; "" when there is
// none (ui/view/view_model.hpp).
const char* app_take_ask(void);
void app_focus(int focused);
int app_wants_leave(void);           // 1, once: Escape had nothing left to close, the canvas gives the keyboard back
void app_set_system_dark(int dark);  // prefers-color-scheme, for the theme "auto"
void app_set_touch(int coarse);      // pointer: coarse; also set by the first touch, and below 600 px
void app_context_lost(void);
void app_context_restored(void);
int app_add_font(unsigned char* bytes, int size,
                 int bold);     // takes a copy; Chinese glyphs, merged into the two faces. 1: taken
double app_frames_drawn(void);  // for tests: an idle canvas does not count on
// For tests: where the control with that label was in the last frame, as JSON {"x", "y", "w", "h"}. The first call for
// a label arms the search and answers "", as does a build without GPUSEL_UI_HOOKS.
const char* app_find_control(const char* label);

#ifdef __cplusplus
}
#endif
