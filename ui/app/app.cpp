#include "ui/app/app.hpp"

#include <imgui.h>
#include <imgui_internal.h>

#include <cmath>

namespace gpusel::app {

using Kind = view::Action::Kind;

App::App(view::Session session, const ui::Fonts& fonts) : session_(std::move(session)) {
  theme_.fonts = fonts;
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.LogFilename = nullptr;
  io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
  io.ConfigInputTextCursorBlink = false;  // a caret that blinks would draw twice a second for ever
  io.ConfigNavCursorVisibleAuto = true;
  io.ConfigWindowsMoveFromTitleBarOnly = true;
  ImGui::GetCurrentContext()->ConfigNavWindowingKeyNext = 0;  // Ctrl+Tab is the browser's
  ImGui::GetCurrentContext()->ConfigNavWindowingKeyPrev = 0;
  state_.charts_touched = session_.linked();
  ui::apply_style(theme_);
  update_theme();
}

void App::update_theme() {
  const std::string& wanted = view().theme;
  const bool dark = wanted == "dark" || (wanted != "light" && system_dark_);
  if (dark == theme_.dark) return;
  theme_.dark = dark;
  ui::apply_style(theme_);
}

void App::set_system_dark(bool dark) {
  system_dark_ = dark;
  update_theme();
  pacer_.poke();
}

void App::set_touch(bool touch) {
  wants_touch_ = touch;
  pacer_.poke();
}

// The phone's layout always has targets for fingers.
void App::choose_targets(float width) {
  const bool touch = wants_touch_ || ui::breakpoint_of(width) == ui::Breakpoint::phone;
  if (touch == theme_.touch) return;
  theme_.touch = touch;
  ui::apply_style(theme_);
}

void App::dispatch(const view::Action& action) { run({action}); }

void App::run(const std::vector<view::Action>& actions) {
  for (const view::Action& action : actions) {
    session_.dispatch(action);
    if (action.kind == Kind::set_view) effects_.view = action.text;
    if (action.kind == Kind::ask_page) effects_.asks.push_back(action);
    if (action.kind == Kind::set_language && view().lang != action.text) ask_for_language(action.text);
    if (std::string copied = session_.take_clipboard(); !copied.empty()) effects_.clipboard = std::move(copied);
  }
  if (actions.empty()) return;
  effects_.changed = true;
  update_theme();
  pacer_.poke();
}

void App::ask_for_language(const std::string& name) {
  view::Action ask;
  ask.kind = Kind::ask_page;
  ask.text = "language";
  ask.path = name;
  effects_.asks.push_back(std::move(ask));
}

void App::draw(double now) {
  ImGuiIO& io = ImGui::GetIO();
  io.DeltaTime = static_cast<float>(clamped_delta(now - last_frame_));
  last_frame_ = now;
  choose_targets(io.DisplaySize.x);
  ImGui::NewFrame();
  ImGui::PushFont(theme_.fonts.regular, theme_.size(ui::Type::body));
  std::vector<view::Action> actions;
  ui::Ui ui{view(), theme_, state_, actions, [this](std::string_view key) { return session_.text(key); }};
  ui::draw_app(ui);
  ImGui::PopFont();
  ImGui::Render();
  pacer_.drawn(now);
  if (ui.wake_after >= 0) pacer_.wake_at(now + static_cast<double>(ui.wake_after));
  if (ui.chart_area.x > 1 && ui.chart_area.y > 1) {
    chart_size_ = ImVec2(std::round(ui.chart_area.x), std::round(ui.chart_area.y));
    const std::uint64_t before = view().revision;
    session_.set_chart_size(static_cast<double>(chart_size_.x), static_cast<double>(chart_size_.y), false);
    if (view().revision != before) pacer_.poke();
  }
  effects_.leave = effects_.leave || state_.wants_leave;
  state_.wants_leave = false;
  run(actions);
}

Effects App::take_effects() {
  Effects out = std::move(effects_);
  effects_ = Effects();
  return out;
}

void App::enter(bool at_end) {
  state_.focus_region = static_cast<int>(at_end ? ui::Region::charts : ui::Region::top);
  pacer_.poke();
}

bool App::at_edge(bool backwards) const {
  const ImGuiID focused = ImGui::GetCurrentContext()->NavId;
  if (focused == 0) return false;
  return focused == (backwards ? state_.first_item : state_.last_item);
}

}  // namespace gpusel::app
