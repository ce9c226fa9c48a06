// The canvas as one object: a Session, the panels, the theme, the pacer. Natively main() drives it, in the page the
// functions of exports.hpp do. It does no I/O: what has to leave the canvas (clipboard, another view, the focus) waits
// in `effects`.
#pragma once

#include <string>
#include <vector>

#include "ui/app/pacer.hpp"
#include "ui/panels/ui.hpp"
#include "ui/view/session.hpp"

namespace gpusel::app {

// What the program or the page must do for the canvas.
struct Effects {
  std::string clipboard;           // to copy
  std::string view;                // "text": show the text view
  std::vector<view::Action> asks;  // of the page (Action::Kind::ask_page)
  bool leave = false;              // give the keyboard back to the page
  bool changed = false;            // the ViewModel changed: permalink, text view, aria-label
};

class App {
 public:
  App(view::Session session, const ui::Fonts& fonts);

  const view::ViewModel& view() const { return session_.view(); }
  view::Session& session() { return session_; }
  Pacer& pacer() { return pacer_; }
  ui::UiState& state() { return state_; }
  bool dark() const { return theme_.dark; }
  ImVec2 chart_size() const { return chart_size_; }  // the canvas's; (0, 0) before the first frame

  void dispatch(const view::Action& action);
  void set_system_dark(bool dark);  // decides where the theme is "auto"
  void set_touch(bool touch);       // a coarse pointer: larger targets

  // Between platform::begin_frame and end_frame: one Dear ImGui frame, then the actions it asked for. `now` in seconds.
  void draw(double now);
  Effects take_effects();

  // Keyboard focus coming in from the page, at the first or the last region.
  void enter(bool at_end);
  // Tab here would leave the canvas: the focus is on its last (or first) control.
  bool at_edge(bool backwards) const;

 private:
  void update_theme();
  void choose_targets(float width);
  void run(const std::vector<view::Action>& actions);
  void ask_for_language(const std::string& name);  // its strings are not here yet

  view::Session session_;
  ui::Theme theme_;
  ui::UiState state_;
  Pacer pacer_;
  Effects effects_;
  bool system_dark_ = true, wants_touch_ = false;
  double last_frame_ = 0;
  ImVec2 chart_size_{};
};

}  // namespace gpusel::app
