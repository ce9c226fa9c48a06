// The canvas as a small C interface, for the page (and for tests, natively). All text is UTF-8, all lengths CSS pixels, all times
// seconds. Strings returned stay valid until the next call that returns a string. No call throws; calls before app_init do nothing.
//
// The page owns: the <canvas id="canvas">, its size (CSS sizes it; set canvas.width/height = round(css x dpr, dpr <= 3), then
// app_resize), its listeners, requestAnimationFrame, clipboard, hash, fonts.
//   loop:   const next = app_frame(performance.now() / 1000)   // 0: again in the next animation frame; > 0: in so many seconds; < 0: idle
//           after any other call below, ask for a frame.
//   after a frame: app_take_effects() -> "" or JSON {"clipboard": "...", "view": "text", "leave": true, "changed": true}
//   Clear canvas.style after app_init (SDL writes width and height there).
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

// Opens graphics on the canvas. `theme` "dark" | "light" | "auto"; `hash` a permalink or "". 1: ready; 0: no graphics (show the text view).
int app_init(const char* language, const char* theme, const char* hash, float width, float height, float dpr);
// Only the session, for a page without graphics: app_dispatch_json and app_view_json work, app_frame does nothing.
int app_init_text(const char* language, const char* theme, const char* hash);

double app_frame(double time);
void app_resize(float width, float height, float dpr);
void app_set_language(const char* language);       // "zh": hand over the Chinese fonts by app_add_font, before or after
void app_set_theme(const char* theme);
void app_set_system_dark(int dark);                // prefers-color-scheme, for "auto"
void app_set_touch(int coarse);                    // pointer: coarse
// Bytes of zh-400.ttf (bold 0) or zh-600.ttf (bold 1), copied. 1: taken.
int app_add_font(const unsigned char* bytes, int length, int bold);

// button -1: move only, -2: left the canvas; 0 left, 1 middle, 2 right. down 1 or 0. touch 1 for fingers and pens.
void app_pointer(float x, float y, int button, int down, int touch);
// In CSS pixels as WheelEvent delivers (deltaMode 0). Take the event from the page only if app_wants_wheel says so.
void app_wheel(float dx, float dy);
int app_wants_wheel(float dx, float dy);           // something under the pointer can scroll that way
// KeyboardEvent.key and .code; modifiers: 1 shift, 2 ctrl, 4 alt, 8 meta. 1: call preventDefault.
int app_key(const char* key, const char* code, int down, int modifiers);
void app_text(const char* utf8);                   // committed text: input, compositionend, paste
void app_focus(int focused, int at_end);           // canvas got or lost the keyboard; at_end: by Shift+Tab from behind
// {"active": true, "x": 10, "y": 20, "height": 17}: where the text agent (the page's transparent <input>) belongs.
const char* app_text_agent(void);

int app_dispatch_json(const char* action);         // 1: understood
const char* app_view_json(void);                   // the ViewModel for the text view
const char* app_take_effects(void);
const char* app_take_clipboard(void);              // what the canvas copied (also Ctrl+C in its text fields), "" if nothing
void app_context_lost(void);
void app_context_restored(void);
// For tests: {"label": "Pin", "x": .., "y": .., "w": .., "h": ..} of a control by its label; "" without GPUSEL_UI_HOOKS.
const char* app_find_control(const char* label);

#ifdef __cplusplus
}
#endif
