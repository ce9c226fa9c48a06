// Scenarios kept by name, pictures, the guide and the keys that can be switched off: what the canvas asks of the page.
#include <doctest/doctest.h>

#include <algorithm>

#include "tests/panels/stage.hpp"

using namespace gpusel;
using stage::Stage;
using Kind = view::Action::Kind;

namespace {

const view::Action* last_ask(const Stage& s, const std::string& what) {
  for (auto at = s.actions.rbegin(); at != s.actions.rend(); ++at)
    if (at->kind == Kind::ask_page && at->text == what) return &*at;
  return nullptr;
}

bool has(const Stage& s, Kind kind) {
  return std::any_of(s.actions.begin(), s.actions.end(), [&](const view::Action& a) { return a.kind == kind; });
}

void open_saved(Stage& s) {
  s.state.page = true;
  s.state.request_saved = true;
  s.frames(4);
}

}  // namespace

TEST_CASE("a scenario is kept under the name typed, or its own") {
  for (const float width : {390.0F, 1280.0F}) {
    CAPTURE(width);
    Stage s(width, 800, width < 600);
    open_saved(s);
    REQUIRE(s.click("saved.save"));
    REQUIRE(last_ask(s, "save"));
    CHECK(last_ask(s, "save")->path == s.vm.scenario_name);
    REQUIRE(s.click("saved.name"));
    s.key(ImGuiKey_A, ImGuiMod_Ctrl);
    s.type("mine");
    s.key(ImGuiKey_Enter);
    s.frames(2);
    REQUIRE(s.click("saved.save"));
    CHECK(last_ask(s, "save")->path == "mine");
  }
}

TEST_CASE("a kept scenario opens, goes, and travels as a file") {
  Stage s(1280, 800);
  s.vm.saved = {{"#v1&model=a", "first"}, {"#v1&model=b", "second"}};
  open_saved(s);
  REQUIRE(s.click("saved.delete: second"));
  REQUIRE(last_ask(s, "delete"));
  CHECK(last_ask(s, "delete")->path == "second");
  CHECK_FALSE(has(s, Kind::load_scenario));
  REQUIRE(s.click("saved.export"));
  CHECK(last_ask(s, "export"));
  REQUIRE(s.click("saved.import"));
  CHECK(last_ask(s, "import"));
  REQUIRE(s.click("first"));
  REQUIRE(s.actions.back().kind == Kind::load_scenario);
  CHECK(s.actions.back().text == "#v1&model=a");
  s.frames(3);
  CHECK(s.find("saved.export") == nullptr);  // closed
}

TEST_CASE("nothing kept: no file to write") {
  Stage s(1280, 800);
  open_saved(s);
  s.click("saved.export");
  CHECK(last_ask(s, "export") == nullptr);
}

TEST_CASE("a chart goes out as a picture where a page is around the canvas") {
  Stage s(1280, 800);
  CHECK(s.find("chart.export") == nullptr);
  s.state.page = true;
  s.state.charts_touched = true;
  s.frames(3);
  REQUIRE(s.click("chart.export"));
  s.frames(3);
  REQUIRE(s.click("chart.save"));
  REQUIRE(last_ask(s, "png"));
  CHECK(last_ask(s, "png")->path == s.vm.chart);
  CHECK_FALSE(has(s, Kind::select_row));  // the drawing under the button was not meant
}

TEST_CASE("the guide and the saved scenarios are reached from the top bar and a phone's menu") {
  {
    Stage wide(1280, 800);
    wide.state.page = true;
    wide.frames(3);
    REQUIRE(wide.click("top.guide"));
    CHECK(last_ask(wide, "guide"));
  }
  {  // too narrow for its icon: under the name
    Stage narrow(620, 800);
    narrow.state.page = true;
    narrow.frames(3);
    CHECK_FALSE(narrow.find("top.guide"));
    REQUIRE(narrow.click("scenario"));
    narrow.frames(3);
    REQUIRE(narrow.click("top.guide"));
    CHECK(last_ask(narrow, "guide"));
  }
  Stage phone(390, 844, true);
  phone.state.page = true;
  phone.frames(3);
  REQUIRE(phone.click("top.more"));
  phone.frames(3);
  REQUIRE(phone.click("top.saved"));
  phone.frames(3);
  CHECK(phone.find("saved.export") != nullptr);
}

TEST_CASE("letters rest when they are switched off, and the switch is in the list of keys") {
  Stage s(1280, 800);
  s.key(ImGuiKey_Slash, ImGuiMod_Shift);
  s.frames(3);
  REQUIRE(s.click("keys.letters"));
  const view::Action& a = s.actions.back();
  CHECK(a.kind == Kind::show_option);
  CHECK(a.path == "letters");
  REQUIRE(a.value.boolean());
  CHECK_FALSE(*a.value.boolean());
  s.key(ImGuiKey_Escape);
  s.vm.letters = false;
  s.actions.clear();
  for (const ImGuiKey key : {ImGuiKey_D, ImGuiKey_W, ImGuiKey_P, ImGuiKey_C, ImGuiKey_T, ImGuiKey_RightBracket})
    s.key(key);
  CHECK(s.actions.empty());
  s.key(ImGuiKey_Z, ImGuiMod_Ctrl);
  CHECK(has(s, Kind::undo));
}
