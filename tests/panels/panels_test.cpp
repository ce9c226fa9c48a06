// What a person does to the canvas, and the Action it makes.
#include <doctest/doctest.h>

#include <algorithm>

#include "tests/panels/stage.hpp"

using namespace gpusel;
using stage::Stage;
using Kind = view::Action::Kind;

namespace {

const view::Action* last_of(const Stage& s, Kind kind) {
  for (auto at = s.actions.rbegin(); at != s.actions.rend(); ++at)
    if (at->kind == kind) return &*at;
  return nullptr;
}

std::string written(const view::Action* action) {
  return action && action->value.string() ? *action->value.string() : std::string("(no text)");
}

}  // namespace

TEST_CASE("a segment sets its field") {
  Stage s(1280, 800);
  REQUIRE(s.click("Serve"));
  const view::Action* a = last_of(s, Kind::set_field);
  REQUIRE(a);
  CHECK(a->path == "task");
  CHECK(written(a) == "serve");
  CHECK(s.actions.size() == 1);
}

TEST_CASE("the segment that is already chosen does nothing") {
  Stage s(1280, 800);
  REQUIRE(s.click("LoRA"));
  CHECK(s.actions.empty());
}

TEST_CASE("a figure opens its Why, and the same figure closes it") {
  Stage s(1280, 800);
  REQUIRE(s.click("Peak memory"));
  REQUIRE(last_of(s, Kind::open_why));
  CHECK(last_of(s, Kind::open_why)->text == "memory");
  s.vm.why = view::WhyView{"memory",
                           "Why 20.5 GiB?",
                           "20.50 GiB",
                           "",
                           "",
                           "",
                           "",
                           "",
                           {{0, "memory/weights", "Weights", "", "8.03 B × 2 bytes", "14.96 GiB", "p_weights", true}}};
  s.frames(3);
  REQUIRE(s.find("Weights"));
  s.key(ImGuiKey_Escape);
  s.frames(2);
  CHECK(last_of(s, Kind::close_why));
}

TEST_CASE("a part inside Why digs one level deeper") {
  Stage s(1280, 800);
  s.vm.why = view::WhyView{"memory",
                           "Why 20.5 GiB?",
                           "20.50 GiB",
                           "",
                           "",
                           "",
                           "",
                           "",
                           {{0, "memory/weights", "Weights", "", "8.03 B × 2 bytes", "14.96 GiB", "p_weights", true}}};
  s.frames(4);
  REQUIRE(s.click("Weights"));
  REQUIRE(last_of(s, Kind::open_why));
  CHECK(last_of(s, Kind::open_why)->text == "memory/weights");
}

TEST_CASE("a legend entry opens the part's Why") {
  Stage s(1280, 800);
  REQUIRE(s.click("Logits 3.47"));
  REQUIRE(last_of(s, Kind::open_why));
  CHECK(last_of(s, Kind::open_why)->text == "memory/logits");
}

TEST_CASE("Try sends the change's own action") {
  Stage s(1280, 800);
  REQUIRE(s.click("Try", 1));
  REQUIRE(s.actions.size() == 1);
  CHECK(s.actions[0] == s.vm.changes.items[1].button.action);
}

TEST_CASE("a row selects, its pin only pins") {
  Stage s(1280, 800);
  REQUIRE(s.click("RTX 3090 24GB, Fits"));
  REQUIRE(last_of(s, Kind::select_row));
  CHECK(last_of(s, Kind::select_row)->text == "rtx-3090/1");
  s.actions.clear();
  REQUIRE(s.click("Pin RTX 3090 24GB"));
  REQUIRE(last_of(s, Kind::pin));
  CHECK(last_of(s, Kind::pin)->text == "rtx-3090/1");
  CHECK(!last_of(s, Kind::select_row));
  s.actions.clear();
  REQUIRE(s.click("Unpin RTX 4090 24GB"));
  CHECK(last_of(s, Kind::unpin));
}

TEST_CASE("a rejected row offers its fix") {
  Stage s(1280, 800);
  REQUIRE(s.click("Lift the limit"));
  REQUIRE(s.actions.size() == 1);
  CHECK(s.actions[0].kind == Kind::apply_patch);
}

TEST_CASE("a column's head sorts") {
  Stage s(1280, 800);
  REQUIRE(s.click("sort Price, $"));
  REQUIRE(last_of(s, Kind::sort));
  CHECK(last_of(s, Kind::sort)->text == "price");
}

TEST_CASE("dragging a slider sends numbers in its range") {
  Stage s(1280, 800);
  const stage::Control* c = s.find("slider Sequence length");
  REQUIRE(c);
  const ui::Rect box = c->box;
  s.press(box.x + box.w * 0.25F, box.cy());
  s.move(box.x + box.w * 0.75F, box.cy());
  s.move(box.right() + 400, box.cy());
  s.release();
  REQUIRE(s.actions.size() >= 3);
  for (const view::Action& a : s.actions) {
    CHECK(a.path == "train.sequence_length");
    REQUIRE(a.value.number());
    CHECK(*a.value.number() >= 1);
    CHECK(*a.value.number() <= 131072);
  }
  CHECK(*s.actions.back().value.number() == 131072);
  CHECK(s.state.slider.empty());
}

TEST_CASE("the arrow keys move a focused slider by one step") {
  Stage s(1280, 800);
  const stage::Control* c = s.find("slider LoRA rank");
  REQUIRE(c);
  s.press(c->box.x + 2, c->box.cy());
  s.release();
  s.actions.clear();
  s.key(ImGuiKey_RightArrow);
  REQUIRE(!s.actions.empty());
  CHECK(*s.actions[0].value.number() == 17);
}

TEST_CASE("typed text goes to the session as it is") {
  Stage s(1280, 800);
  REQUIRE(s.click("Sequence length"));
  s.type("8k");
  s.key(ImGuiKey_Enter);
  const view::Action* a = last_of(s, Kind::set_field);
  REQUIRE(a);
  CHECK(a->path == "train.sequence_length");
  CHECK(written(a) == "8k");
  CHECK(s.state.editing.empty());
}

TEST_CASE("full-width digits reach the session") {
  Stage s(1280, 800);
  REQUIRE(s.click("Micro-batch"));
  s.type("１６");
  s.key(ImGuiKey_Enter);
  CHECK(written(last_of(s, Kind::set_field)) == "１６");
}

TEST_CASE("Escape leaves a field without changing it") {
  Stage s(1280, 800);
  REQUIRE(s.click("Micro-batch"));
  s.type("7");
  s.key(ImGuiKey_Escape);
  CHECK(!last_of(s, Kind::set_field));
  CHECK(s.state.editing.empty());
}

TEST_CASE("emptying a limit, or its cross, lifts it") {
  Stage s(1280, 800);
  REQUIRE(s.click("clear Price to buy"));
  const view::Action* a = last_of(s, Kind::set_field);
  REQUIRE(a);
  CHECK(a->path == "goal.max_price_usd");
  CHECK(a->value.is_null());
}

TEST_CASE("a dropdown opens its list and sets the chosen value") {
  Stage s(1280, 800);
  REQUIRE(s.click("Recompute"));
  s.frames(2);
  REQUIRE(s.click("Selective"));
  CHECK(written(last_of(s, Kind::set_field)) == "selective");
}

TEST_CASE("the dot of a changed field resets it") {
  Stage s(1280, 800);
  REQUIRE(s.click("reset Sequence length"));
  const view::Action* a = last_of(s, Kind::set_field);
  REQUIRE(a);
  CHECK(a->path == "train.sequence_length");
  CHECK(a->value.is_null());
}

TEST_CASE("top bar: undo, link, language, theme, text view") {
  Stage s(1280, 800);
  for (const char* label : {"Undo", "Copy link", "中文", "Light", "Text view"}) REQUIRE_MESSAGE(s.click(label), label);
  CHECK(last_of(s, Kind::undo));
  CHECK(last_of(s, Kind::copy_link));
  CHECK(last_of(s, Kind::set_language)->text == "zh");
  CHECK(last_of(s, Kind::set_theme)->text == "light");
  CHECK(last_of(s, Kind::set_view)->text == "text");
  s.actions.clear();
  REQUIRE(s.click("Redo"));
  CHECK(s.actions.empty());  // nothing to redo
}

TEST_CASE("keys: shortcuts work, but not while a field is edited") {
  Stage s(1280, 800);
  s.key(ImGuiKey_Z, ImGuiMod_Ctrl);
  CHECK(last_of(s, Kind::undo));
  s.key(ImGuiKey_RightBracket);
  REQUIRE(last_of(s, Kind::select_row));
  CHECK(last_of(s, Kind::select_row)->text == "rtx-4090/1");
  s.key(ImGuiKey_D);
  CHECK(last_of(s, Kind::set_theme));
  s.key(ImGuiKey_W);
  CHECK(last_of(s, Kind::open_why));
  s.actions.clear();
  REQUIRE(s.click("Micro-batch"));
  s.key(ImGuiKey_L);
  CHECK(!last_of(s, Kind::copy_link));
}

TEST_CASE("Ctrl K opens the search; typing asks, Enter applies the first") {
  Stage s(1280, 800);
  s.key(ImGuiKey_K, ImGuiMod_Ctrl);
  s.frames(3);
  s.type("4090");
  REQUIRE(last_of(s, Kind::search));
  CHECK(last_of(s, Kind::search)->text == "4090");
  s.vm.search_results = {{"accelerator:rtx-4090", "RTX 4090 · device"}};
  s.frames(2);
  REQUIRE(s.click("RTX 4090 · device"));
  const view::Action* a = last_of(s, Kind::set_field);
  REQUIRE(a);
  CHECK(a->path == "hardware.accelerator");
  CHECK(written(a) == "rtx-4090");
}

TEST_CASE("Escape with nothing open gives the keyboard back") {
  Stage s(1280, 800);
  s.key(ImGuiKey_Escape);
  CHECK(s.state.wants_leave);
}

TEST_CASE("F6 walks the regions, Tab the controls, and the ring shows") {
  Stage s(1280, 800);
  s.key(ImGuiKey_F6);
  CHECK(s.state.region == static_cast<int>(ui::Region::needs));
  s.key(ImGuiKey_F6);
  CHECK(s.state.region == static_cast<int>(ui::Region::answer));
  s.key(ImGuiKey_Tab);
  s.key(ImGuiKey_Enter);
  CHECK(!s.actions.empty());
}

TEST_CASE("phone: the bottom bar changes the tab, Edit opens the form") {
  Stage s(390, 844, true);
  REQUIRE(s.click("Ranking"));
  CHECK(last_of(s, Kind::set_phone_tab)->text == "ranking");
  REQUIRE(s.click("Edit"));
  CHECK(last_of(s, Kind::set_phone_tab)->text == "needs");
}
