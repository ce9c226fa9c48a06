// The native window. Everything is in the libraries; this waits for events and draws when the pacer says so.
#include <imgui.h>

#include <cstdio>
#include <fstream>
#include <iterator>

#include "core/gpusel.hpp"
#include "ui/app/action_json.hpp"
#include "ui/app/app.hpp"
#include "ui/app/embedded_fonts.hpp"
#include "ui/app/fonts.hpp"
#include "ui/app/options.hpp"
#include "ui/platform/platform.hpp"

namespace {

using namespace gpusel;
using Kind = view::Action::Kind;

std::string file_text(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

void dispatch(app::App& app, Kind kind, const std::string& text) {
  view::Action action;
  action.kind = kind;
  action.text = text;
  app.dispatch(action);
}

void draw_frame(app::App& app, double now) {
  platform::begin_frame();
  app.draw(now);
  const ImVec4 back = ImGui::GetStyle().Colors[ImGuiCol_WindowBg];
  platform::end_frame(back.x, back.y, back.z);
  const app::Effects effects = app.take_effects();
  if (!effects.clipboard.empty()) platform::set_clipboard(effects.clipboard);
}

int take_screenshot(app::App& app, const std::string& path) {
  double now = 1;
  for (int i = 0; i < 30 && app.pacer().wants_frame(now); ++i, now += 0.016) {
    platform::pump_events(0);
    draw_frame(app, now);
  }
  draw_frame(app, now);
  int width = 0, height = 0;
  const std::vector<std::uint8_t> rgb = platform::read_pixels(width, height);
  std::ofstream out(path, std::ios::binary);
  out << "P6\n" << width << ' ' << height << "\n255\n";
  out.write(reinterpret_cast<const char*>(rgb.data()), static_cast<std::streamsize>(rgb.size()));
  out.close();
  if (out) return 0;
  std::fprintf(stderr, "gpu-selector-app: cannot write %s\n", path.c_str());
  return 1;
}

void run(app::App& app) {
  while (!platform::quit_requested()) {
    double now = platform::now();
    if (!app.pacer().wants_frame(now)) {
      const double next = app.pacer().next_frame_at(now);
      if (platform::pump_events(next == app::Pacer::never ? -1 : next - now)) app.pacer().poke();
      now = platform::now();
    } else if (platform::pump_events(0)) {
      app.pacer().poke();
    }
    if (app.pacer().wants_frame(now)) draw_frame(app, now);
  }
}

int start(const app::Options& options, const Catalog& catalog) {
  ImGui::CreateContext();
  platform::WindowOptions window;
  window.width = options.width;
  window.height = options.height;
  window.hidden = !options.screenshot_file.empty();
  window.scale = window.hidden && options.scale <= 0 ? 1 : options.scale;
  if (window.hidden) {  // a window of device pixels, so that all of them can be read
    window.width = static_cast<int>(static_cast<float>(options.width) * window.scale);
    window.height = static_cast<int>(static_cast<float>(options.height) * window.scale);
  }
  if (!platform::open(window)) {
    std::fprintf(stderr, "gpu-selector-app: %s\n", platform::error().c_str());
    return 1;
  }
  if (window.hidden)
    platform::resize(static_cast<float>(options.width), static_cast<float>(options.height), window.scale);
  const ui::Fonts fonts = app::add_latin(app::latin_font(false), app::latin_font(true));
  for (const bool semibold : {false, true}) app::add_chinese(fonts, app::chinese_font(semibold), semibold);
  const std::string language = options.language.empty() ? platform::system_language() : options.language;
  app::App app(view::Session(catalog, language == "zh" ? "zh" : "en", options.link), fonts);
  app.set_touch(options.touch);
  dispatch(app, Kind::set_theme, options.theme);
  if (!options.scenario_file.empty()) dispatch(app, Kind::load_scenario, file_text(options.scenario_file));
  for (const std::string& json : options.actions) {
    const std::optional<view::Action> action = app::read_action(json);
    if (action) app.dispatch(*action);
    if (action && action->kind == Kind::chart_tab) app.state().charts_touched = true;
  }
  if (!options.screenshot_file.empty()) return take_screenshot(app, options.screenshot_file);
  run(app);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const app::Options options = app::read_options(argc, argv);
  if (options.help || !options.error.empty()) {
    std::fprintf(options.help ? stdout : stderr, "%s%s%s", options.error.c_str(), options.error.empty() ? "" : "\n",
                 app::usage());
    return options.help ? 0 : 2;
  }
  const Result<Catalog> catalog = load_catalog();
  if (!catalog) {
    std::fprintf(stderr, "gpu-selector-app: %s\n", catalog.error().message.c_str());
    return 1;
  }
  const int status = start(options, *catalog);
  if (ImGui::GetCurrentContext() && ImGui::GetIO().BackendPlatformUserData) platform::close();
  if (ImGui::GetCurrentContext()) ImGui::DestroyContext();
  return status;
}
