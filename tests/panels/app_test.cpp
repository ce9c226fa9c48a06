// The whole canvas over the real core, without a window: it settles, then stays idle; actions reach the session.
#include "ui/app/app.hpp"

#include <doctest/doctest.h>
#include <imgui.h>

#include "core/gpusel.hpp"
#include "tests/panels/stage.hpp"
#include "ui/app/action_json.hpp"
#include "ui/app/embedded_fonts.hpp"
#include "ui/app/fonts.hpp"

using namespace gpusel;
using Kind = view::Action::Kind;

namespace {

const Catalog& catalog() {
  static const Result<Catalog> loaded = load_catalog();
  return *loaded;
}

struct Canvas {
  Canvas(float width, float height, const char* language) {
    ImGui::CreateContext();
    ImGui::GetIO().DisplaySize = ImVec2(width, height);
    ImGui::GetIO().BackendFlags |= ImGuiBackendFlags_RendererHasTextures;
    app = std::make_unique<app::App>(view::Session(catalog(), language),
                                     app::add_latin(app::latin_font(false), app::latin_font(true)));
  }
  ~Canvas() {
    app.reset();
    stage::answer_texture_requests(true);
    ImGui::DestroyContext();
  }
  // Frames drawn in `seconds` of a 60 Hz clock.
  int run(double seconds) {
    int count = 0;
    for (const double end = now + seconds; now < end; now += 1.0 / 60)
      if (app->pacer().wants_frame(now)) {
        app->draw(now);
        stage::answer_texture_requests();
        ++count;
      }
    return count;
  }
  std::unique_ptr<app::App> app;
  double now = 1;
};

}  // namespace

TEST_CASE("the canvas settles and then draws nothing for ten seconds") {
  for (const char* language : {"en", "zh"})
    for (const float width : {390.0F, 1280.0F, 1920.0F}) {
      CAPTURE(width);
      Canvas c(width, 844, language);
      const int settling = c.run(1);
      CHECK(settling >= 3);
      CHECK(settling < 12);
      CHECK(c.run(10) == 0);
    }
}

TEST_CASE("an action redraws, and the canvas is idle again") {
  Canvas c(1280, 800, "en");
  c.run(1);
  view::Action serve;
  serve.kind = Kind::set_field;
  serve.path = "task";
  serve.value = "serve";
  c.app->dispatch(serve);
  CHECK(c.app->session().scenario().task == Task::serve);
  CHECK(c.app->take_effects().changed);
  const int frames = c.run(1);
  CHECK(frames >= 3);
  CHECK(frames < 12);
  CHECK(c.run(5) == 0);
}

TEST_CASE("what must leave the canvas waits in its effects") {
  Canvas c(1280, 800, "en");
  view::Action copy;
  copy.kind = Kind::copy_link;
  c.app->dispatch(copy);
  view::Action text;
  text.kind = Kind::set_view;
  text.text = "text";
  c.app->dispatch(text);
  const app::Effects effects = c.app->take_effects();
  CHECK(effects.clipboard.rfind("#v1", 0) == 0);
  CHECK(effects.view == "text");
  CHECK(c.app->take_effects().clipboard.empty());
}

TEST_CASE("the theme follows the system only when it is automatic") {
  Canvas c(1280, 800, "en");
  c.app->set_system_dark(false);
  CHECK_FALSE(c.app->dark());
  view::Action dark;
  dark.kind = Kind::set_theme;
  dark.text = "dark";
  c.app->dispatch(dark);
  CHECK(c.app->dark());
  c.app->set_system_dark(false);
  CHECK(c.app->dark());
}

TEST_CASE("an action's JSON") {
  const auto action = app::read_action(R"({"kind":"set_field","path":"train.micro_batch","value":2})");
  REQUIRE(action);
  CHECK(action->kind == Kind::set_field);
  CHECK(action->path == "train.micro_batch");
  CHECK(*action->value.number() == 2);
  CHECK(app::read_action(R"({"kind":"copy_json"})")->kind == Kind::copy_json);
  CHECK(app::read_action(R"({"kind":"open_why","text":"memory"})")->text == "memory");
  for (const char* bad : {"", "{", "[]", "{}", R"({"kind":"none"})", R"({"kind":"format_disk"})", R"({"kind":7})"})
    CHECK_FALSE(app::read_action(bad));
}
