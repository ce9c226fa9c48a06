// Nothing hangs over the edge at any width, targets are large enough, and an idle canvas asks for no frame.
#include <doctest/doctest.h>

#include "tests/panels/stage.hpp"
#include "ui/panels/line_break.hpp"
#include "ui/panels/slider_scale.hpp"

using namespace gpusel;
using stage::Control;
using stage::Stage;

namespace {

void check_inside(const Stage& s, float width) {
  for (const Control& c : s.controls) {
    if (!c.visible) continue;
    INFO(c.label);
    CHECK(c.box.x >= -0.5F);
    CHECK(c.box.right() <= width + 0.5F);
  }
}

bool overlap(const ui::Rect& a, const ui::Rect& b) {
  return a.x + 0.5F < b.right() && b.x + 0.5F < a.right() && a.y + 0.5F < b.bottom() && b.y + 0.5F < a.bottom();
}

void check_apart(const Stage& s, float top, float bottom) {
  for (std::size_t i = 0; i < s.controls.size(); ++i)
    for (std::size_t k = i + 1; k < s.controls.size(); ++k) {
      const Control &a = s.controls[i], &b = s.controls[k];
      if (!a.visible || !b.visible || a.box.y < top || b.box.y < top || a.box.bottom() > bottom ||
          b.box.bottom() > bottom)
        continue;
      INFO(a.label << " / " << b.label);
      CHECK_FALSE(overlap(a.box, b.box));
    }
}

}  // namespace

TEST_CASE("controls stay inside the window at every breakpoint") {
  for (const float width :
       {320.0F, 390.0F, 599.0F, 600.0F, 768.0F, 1023.0F, 1024.0F, 1280.0F, 1599.0F, 1600.0F, 1920.0F, 2560.0F}) {
    CAPTURE(width);
    Stage s(width, width < 600 ? 844.0F : 900.0F, width < 600);
    CHECK(s.controls.size() > 12);
    check_inside(s, width);
    for (const char* tab : {"needs", "ranking", "charts", "compare"}) {
      if (width >= 600) break;
      s.vm.phone_tab = tab;
      s.frames(2);
      check_inside(s, width);
    }
  }
}

TEST_CASE("controls of the top bar do not lie on each other") {
  for (const float width : {320.0F, 390.0F, 600.0F, 768.0F, 1024.0F, 1180.0F, 1280.0F, 1920.0F}) {
    CAPTURE(width);
    Stage s(width, 844, width < 600);
    check_apart(s, -1, 52);
    s.state.page = true;  // with the guide
    s.frames(2);
    check_apart(s, -1, 52);
    check_inside(s, width);
  }
}

TEST_CASE("at 1280 x 800 every change and every inverse answer stands whole above the charts") {
  Stage s(1280, 800);
  for (const char* id : {"a", "b", "c", "d"}) {
    view::InverseView line{id, std::string("Largest ") + id, "8", "9", {}};
    line.take.label = std::string("Take ") + id;
    s.vm.largest.push_back(line);
  }
  s.state.charts_touched = false;
  s.vm.can_undo = false;
  s.frames(3);
  const Control* start = s.find("LoRA on my own card");
  REQUIRE(start);
  CHECK(s.find("Serve a 70B"));
  for (const char* id : {"a", "b", "c", "d"}) {
    const Control* take = s.find(std::string("Take ") + id);
    REQUIRE_MESSAGE(take, id);
    CHECK(take->box.h >= 24);
    CHECK(take->box.bottom() < start->box.y);
  }
}

TEST_CASE("breakpoints stand where the design puts them") {
  CHECK(ui::breakpoint_of(599) == ui::Breakpoint::phone);
  CHECK(ui::breakpoint_of(600) == ui::Breakpoint::drawer);
  CHECK(ui::breakpoint_of(1023) == ui::Breakpoint::drawer);
  CHECK(ui::breakpoint_of(1024) == ui::Breakpoint::desk);
  CHECK(ui::breakpoint_of(1599) == ui::Breakpoint::desk);
  CHECK(ui::breakpoint_of(1600) == ui::Breakpoint::wide);
}

TEST_CASE("touch: what is pressed often is at least 40 high") {
  Stage s(390, 844, true);
  for (const char* label :
       {"Needs", "Result", "Ranking", "Charts", "Edit", "Try", "Undo", "Copy link", "Pin", "Peak memory"}) {
    const Control* c = s.find(label);
    REQUIRE_MESSAGE(c, label);
    CHECK_MESSAGE(c->box.h >= 40, label);
  }
  for (const Control& c : s.controls) CHECK_MESSAGE(c.box.h >= 24, c.label);
}

TEST_CASE("a phone shows what makes it fit under the figures, and it is taken by a touch") {
  Stage s(390, 844, true);
  CHECK_FALSE(s.find("Take the nearest"));
  view::Action undo;
  undo.kind = view::Action::Kind::undo;
  s.vm.answer.buttons.push_back({"answer-fix", "Take the nearest", undo, true});
  s.frames(3);
  const Control* fix = s.find("Take the nearest");
  REQUIRE(fix);
  CHECK(fix->box.h >= 44);
  CHECK(fix->box.w > 300);
  REQUIRE(s.click("Take the nearest"));
  REQUIRE(s.actions.size() == 1);
  CHECK(s.actions.front().kind == view::Action::Kind::undo);
}

TEST_CASE("no text is under 12 CSS pixels") {
  for (const bool touch : {false, true}) {
    ui::Theme theme;
    theme.touch = touch;
    for (const ui::Type type : {ui::Type::figure, ui::Type::title, ui::Type::sheet, ui::Type::heading, ui::Type::body,
                                ui::Type::body_strong, ui::Type::unit, ui::Type::small, ui::Type::small_strong})
      CHECK(theme.size(type) >= 12 * 1.3F);
  }
}

TEST_CASE("an idle canvas asks for no frame") {
  for (const float width : {390.0F, 1280.0F, 1920.0F}) {
    Stage s(width, 844, width < 600);
    s.frames(3);
    CHECK(s.wake_after < 0);
    CHECK(s.actions.empty());
  }
}

TEST_CASE("a hint asks for frames only until it is shown") {
  Stage s(1280, 800);
  const Control* c = s.find("Undo");
  REQUIRE(c);
  s.move(c->box.cx(), c->box.cy());
  CHECK(s.wake_after > 0);
  s.frames(60);
  CHECK(s.wake_after < 0);
}

TEST_CASE("the layout holds still when numbers change") {
  Stage s(1280, 800);
  const Control* before = s.find("RTX 3090 24GB, Fits");
  REQUIRE(before);
  const ui::Rect box = before->box;
  s.vm.answer.figures[1].value = "12,640";
  s.vm.table.rows[0].cells[0] = "9,999";
  s.frames(2);
  const Control* after = s.find("RTX 3090 24GB, Fits");
  REQUIRE(after);
  CHECK(after->box.x == box.x);
  CHECK(after->box.y == box.y);
  CHECK(after->box.h == box.h);
}

TEST_CASE("lines break where Chinese and Latin allow it") {
  using ui::line_pieces;
  CHECK(line_pieces("fits 20.5 GiB") == std::vector<std::string_view>{"fits ", "20.5 ", "GiB"});
  CHECK(line_pieces("放得下，余 2.5 GiB。") ==
        std::vector<std::string_view>{"放", "得", "下，", "余 ", "2.5 ", "GiB。"});
  CHECK(line_pieces("（整卡") == std::vector<std::string_view>{"（整", "卡"});
  CHECK(line_pieces("").empty());
}

TEST_CASE("a logarithmic slider keeps powers of two") {
  const ui::Scale scale{1, 131072, 1, true};
  CHECK(scale.position(1) == 0);
  CHECK(scale.position(131072) == 1);
  for (double v = 1; v <= 131072; v *= 2) CHECK(scale.value(scale.position(v)) == v);
  CHECK(scale.value(-1) == 1);
  CHECK(scale.value(2) == 131072);
  CHECK(scale.stepped(131072, 1) == 131072);
}
