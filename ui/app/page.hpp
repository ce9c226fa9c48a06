// The page's one session, with or without a canvas over it: what the functions of exports.hpp share.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/domain/catalog.hpp"
#include "ui/app/app.hpp"

namespace gpusel::app {

struct Page {
  std::unique_ptr<Catalog> catalog;
  std::unique_ptr<App> app;                // where there is a canvas; it then owns the session
  std::unique_ptr<view::Session> session;  // before
  ui::Fonts fonts;
  std::string returned, clipboard, face;
  std::vector<view::Action> asks;  // of the canvas, in their order
  double revision = 1, frames = 0;
  double chart_width = 0, chart_height = 0;
  bool leave = false, touch_seen = false;
  float caret_x = 0, caret_y = 0, caret_height = 16;

  view::Session* current() { return app ? &app->session() : session.get(); }
  void dispatch(const view::Action& action);
  void collect();  // takes the canvas's effects
  void wake();
  const char* give(std::string text);  // keeps it until the next
};
Page& page();

}  // namespace gpusel::app
