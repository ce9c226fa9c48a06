#include "ui/panels/ui.hpp"

namespace gpusel::ui {

Breakpoint breakpoint_of(float width) {
  if (width < 600) return Breakpoint::phone;
  if (width < 1024) return Breakpoint::drawer;
  return width < 1600 ? Breakpoint::desk : Breakpoint::wide;
}

void Ui::emit(view::Action::Kind kind, std::string text_argument) { act(kind, {}, std::move(text_argument)); }

void Ui::ask(std::string what, std::string with) {
  act(view::Action::Kind::ask_page, std::move(with), std::move(what));
}

void Ui::show_option(std::string path, Value value) {
  act(view::Action::Kind::show_option, std::move(path), {}, std::move(value));
}

void Ui::set_field(std::string path, Value value) {
  act(view::Action::Kind::set_field, std::move(path), {}, std::move(value));
}

void Ui::act(view::Action::Kind kind, std::string path, std::string text_argument, Value value) {
  view::Action action;
  action.kind = kind;
  action.path = std::move(path);
  action.text = std::move(text_argument);
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
