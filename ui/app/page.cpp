#include "ui/app/page.hpp"

namespace gpusel::app {

Page& page() {
  static Page the_page;
  return the_page;
}

void Page::dispatch(const view::Action& action) {
  if (app) {
    app->dispatch(action);
    collect();
    face.clear();  // the page itself asked
  } else if (session) {
    session->dispatch(action);
    if (std::string copied = session->take_clipboard(); !copied.empty()) clipboard = std::move(copied);
    ++revision;
  }
}

void Page::collect() {
  if (!app) return;
  Effects effects = app->take_effects();
  if (!effects.clipboard.empty()) clipboard = std::move(effects.clipboard);
  if (!effects.view.empty()) face = std::move(effects.view);
  for (view::Action& ask : effects.asks) asks.push_back(std::move(ask));
  leave = leave || effects.leave;
  if (effects.changed) ++revision;
}

void Page::wake() {
  if (app) app->pacer().poke();
}

const char* Page::give(std::string text) {
  returned = std::move(text);
  return returned.c_str();
}

}  // namespace gpusel::app
