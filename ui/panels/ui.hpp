// What every panel gets: the ViewModel to draw, the theme, the strings, where Actions go, and the little state that is
// the canvas's own (which list is open, what is being typed). A panel never changes the ViewModel; it appends Actions.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "ui/panels/geometry.hpp"
#include "ui/panels/theme.hpp"
#include "ui/view/view_model.hpp"

namespace gpusel::ui {

// Regions in focus order (design section 2); F6 goes from one to the next.
enum class Region { top, needs, answer, memory, changes, ranking, charts, overlay, count };

// By the container's width: < 600, 600-1023, 1024-1599, >= 1600.
enum class Breakpoint { phone, drawer, desk, wide };
Breakpoint breakpoint_of(float width);

struct UiState {
  std::string editing;          // id of the field whose text box is open
  char buffer[512] = {};        // what is typed there
  bool edit_opened = false;     // the box wants the keyboard at its first frame
  bool needs_open = false;      // the drawer (600-1023) or sheet (phone)
  bool drawer_shown = false;    // its popup was open in the last frame
  int compare_first = 0;        // leftmost column, where not all fit
  bool charts_touched = false;  // before that the charts area shows the starting points
  bool filter_open = false;
  std::size_t figure_first = 0;  // leftmost figure of the ranking, where not all fit
  std::string hovered_key;       // row key under the pointer, lights its mark in the chart
  std::string next_hovered_key;
  std::string hovered_part;           // memory part under the pointer, lights its row in Why
  std::vector<std::string> why_path;  // ids above the open Why, for the back arrow
  Rect why_anchor;                    // the number Why hangs under
  bool why_anchored = false;          // to a part of the memory legend; else to its figure
  bool why_shown = false;             // its popup was open in the last frame
  float why_height = 0;               // of its content, measured in the last frame
  int focus_region = -1;              // F6 asked for this region's first control
  int region = 0;                     // where the focus is
  std::string slider;                 // the slider being dragged
  ImGuiID last_item = 0;              // last control of the frame, in Tab order
  ImGuiID first_item = 0;
  bool popup_was_open = false;  // Escape closed it in this frame
  bool wants_leave = false;     // Escape with nothing left to close, or Tab past the last control
  bool request_search = false;
  bool request_keys = false;
  bool request_saved = false;
  std::string saved_name;     // typed for the next one to keep
  bool page = false;          // a page is around it: files, pictures, paper, what is kept by name
  bool launch_shown = false;  // its popup was open in the last frame
  std::string reveal;         // id of the field that the search found
  std::string spotlight;      // the field just found, marked for a moment
  double spotlight_until = 0;
  float notes_height = 200;  // of the answer's notes
  std::string toast;         // "Link copied", in the place of the button's label
  double toast_until = 0;
};

using TextOf = std::function<std::string(std::string_view)>;

struct Ui {
  const view::ViewModel& vm;
  const Theme& theme;
  UiState& state;
  std::vector<view::Action>& actions;
  TextOf text;
  Breakpoint breakpoint = Breakpoint::desk;
  ImVec2 screen{};
  ImDrawList* draw = nullptr;  // of the window being filled
  bool region_is_new = false;  // the next item is the region's first
  Region region = Region::top;
  float wake_after = -1;  // seconds until a frame is wanted without input; < 0: none
  ImVec2 chart_area{};    // size the charts should be laid out for, set while drawing

  bool phone() const { return breakpoint == Breakpoint::phone; }
  ImU32 color(std::string_view token, double opacity = 1) const { return theme.color(token, opacity); }
  void emit(view::Action::Kind kind, std::string text_argument = {});
  void emit(const view::Action& action) { actions.push_back(action); }
  void act(view::Action::Kind kind, std::string path, std::string text_argument, Value value = {});
  void ask(std::string what, std::string with = {});  // of the page
  void set_field(std::string path, Value value);
  void show_option(std::string path, Value value);
  void wake_in(float seconds);
  void begin_region(Region next);
};

// Draws one frame of the whole product into the current Dear ImGui frame.
void draw_app(Ui& ui);

}  // namespace gpusel::ui
