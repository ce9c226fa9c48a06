// The first group of exports.hpp: the session, for both faces.
#include "ui/app/exports.hpp"

#include "core/gpusel.hpp"
#include "ui/app/action_json.hpp"
#include "ui/app/embedded_fonts.hpp"
#include "ui/app/page.hpp"
#include "ui/view/strings.hpp"

using namespace gpusel;
using app::page;
using Kind = view::Action::Kind;

extern "C" {

int app_init(const char* language, const char* theme, const char* hash) {
  app::Page& p = page();
  if (p.current()) return 1;
  Result<Catalog> catalog = load_catalog();
  if (!catalog) return 0;
  p.catalog = std::make_unique<Catalog>(std::move(*catalog));
  p.session = std::make_unique<view::Session>(*p.catalog, language ? language : "en", hash ? hash : "");
  view::Action action;
  action.kind = Kind::set_theme;
  action.text = theme ? theme : "auto";
  p.dispatch(action);
  return 1;
}

int app_add_strings(const unsigned char* bytes, int size) {
  if (!bytes || size <= 0) return 0;
  return view::Strings::add_chinese({reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(size)}) ? 1 : 0;
}

void app_dispatch_json(const char* action) {
  const std::optional<view::Action> read = action ? app::read_action(action) : std::nullopt;
  if (read) page().dispatch(*read);
}

void app_import(const unsigned char* bytes, int size, const char* name) {
  if (!bytes || size < 0) return;
  view::Action action;
  action.kind = Kind::import_model;
  action.text.assign(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(size));
  action.path = name ? name : "";
  page().dispatch(action);
}

// The two faces show charts of different sizes; the canvas's comes back afterwards.
const char* app_view_json(void) {
  app::Page& p = page();
  view::Session* session = p.current();
  if (!session) return "{}";
  const ImVec2 canvas = p.app ? p.app->chart_size() : ImVec2(0, 0);
  if (p.chart_width > 0) session->set_chart_size(p.chart_width, p.chart_height);
  std::string json = view::view_json(*session);
  if (canvas.x > 0) session->set_chart_size(static_cast<double>(canvas.x), static_cast<double>(canvas.y), false);
  if (!p.face.empty() && json.size() > 2) {
    json.insert(1, "\"face\":\"" + std::string(p.face == "text" ? "text" : "canvas") + "\",");
    p.face.clear();
  }
  return p.give(std::move(json));
}

double app_revision(void) {
  page().collect();
  return page().revision;
}

const char* app_text(const char* key) {
  view::Session* session = page().current();
  return page().give(session && key ? session->text(key) : std::string());
}

const char* app_take_clipboard(void) {
  std::string text = std::move(page().clipboard);
  page().clipboard.clear();
  return page().give(std::move(text));
}

void app_set_chart_size(double width, double height) {
  app::Page& p = page();
  p.chart_width = width;
  p.chart_height = height;
  if (!p.app && p.session) p.session->set_chart_size(width, height);
}

const unsigned char* app_latin_font(int bold) {
  return reinterpret_cast<const unsigned char*>(app::latin_font(bold != 0).data());
}

int app_latin_font_size(int bold) { return static_cast<int>(app::latin_font(bold != 0).size()); }

}  // extern "C"
