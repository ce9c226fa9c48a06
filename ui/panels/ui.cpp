#include "ui/panels/ui.hpp"

namespace gpusel::ui {

Breakpoint breakpoint_of(float width) {
  if (width < 600) return Breakpoint::phone;
  if (width < 1024) return Breakpoint::drawer;
  return width < 1600 ? Breakpoint::desk : Breakpoint::wide;
}

void Ui::emit(view::Action::Kind kind, std::string text_argument) {
  view::Action action;
  action.kind = kind;
  action.text = std::move(text_argument);
  actions.push_back(std::move(action));
}

void Ui::ask(std::string what, std::string with) {
  view::Action action;
  action.kind = view::Action::Kind::ask_page;
  action.text = std::move(what);
  action.path = std::move(with);
  actions.push_back(std::move(action));
}

void Ui::show_option(const std::string& path, Value value) {
  view::Action action;
  action.kind = view::Action::Kind::show_option;
  action.path = path;
  action.value = std::move(value);
  actions.push_back(std::move(action));
}

void Ui::set_field(const std::string& path, Value value) {
  view::Action action;
  action.kind = view::Action::Kind::set_field;
  action.path = path;
  action.value = std::move(value);
  actions.push_back(std::move(action));
}

void Ui::wake_in(float seconds) {
  if (wake_after < 0 || seconds < wake_after) wake_after = seconds;
}

void Ui::begin_region(Region next) {
  region = next;
  region_is_new = true;
}

}  // namespace gpusel::ui
