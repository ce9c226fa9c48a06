// The ranking on the canvas: columns that have no room are turned to, and each column has its filter under its head.
#include <doctest/doctest.h>

#include <algorithm>

#include "tests/panels/stage.hpp"

using namespace gpusel;
using stage::Stage;
using Kind = view::Action::Kind;

namespace {

// The fixture's table with `count` figures a row.
void with_figures(Stage& s, std::size_t count) {
  view::TableView& t = s.vm.table;
  t.columns.resize(3);
  for (std::size_t i = 0; i < count; ++i) {
    const std::string id = "figure" + std::to_string(i);
    t.columns.push_back({id, "Figure " + std::to_string(i) + ", W", true, {}, "<", false});
  }
  for (view::RowView& r : t.rows) r.cells.assign(count, "1,234.5");
  s.frames(3);
}

}  // namespace

TEST_CASE("figures that have no room are turned to, and every one of them can be reached") {
  for (const float width : {1280.0F, 1100.0F}) {
    CAPTURE(width);
    Stage s(width, 800);
    with_figures(s, 9);
    std::vector<bool> seen(9, false);
    for (int turn = 0; turn < 9; ++turn) {
      for (std::size_t i = 0; i < seen.size(); ++i)
        if (s.find("sort Figure " + std::to_string(i) + ", W")) seen[i] = true;
      if (!s.click("tbl.more_columns")) break;
      s.frames(2);
    }
    CHECK(std::count(seen.begin(), seen.end(), true) == 9);
  }
}

TEST_CASE("where all figures fit there is nothing to turn to") {
  Stage s(1920, 1080);
  with_figures(s, 5);
  CHECK(s.find("sort Figure 4, W"));
  CHECK_FALSE(s.find("tbl.more_columns"));
}

TEST_CASE("a number typed under a head filters that column") {
  Stage s(1280, 800);
  with_figures(s, 4);
  CHECK_FALSE(s.find("Filter figure0"));
  REQUIRE(s.click("Filter"));
  s.frames(2);
  REQUIRE(s.click("Filter figure0"));
  s.type("< 2000");
  s.key(ImGuiKey_Enter);
  REQUIRE_FALSE(s.actions.empty());
  const view::Action& a = s.actions.back();
  CHECK(a.kind == Kind::filter);
  CHECK(a.path == "figure0");
  CHECK(a.text == "< 2000");
  int shown = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    if (!s.find("sort Figure " + std::to_string(i) + ", W")) continue;
    const stage::Control* box = s.find("Filter figure" + std::to_string(i));
    REQUIRE(box);
    CHECK(box->box.w >= 40);
    ++shown;
  }
  CHECK(shown >= 2);
}
