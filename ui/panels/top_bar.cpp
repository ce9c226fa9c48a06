#include <algorithm>

#include "ui/panels/panels.hpp"

namespace gpusel::ui {

namespace {

using Kind = view::Action::Kind;

void menu_of_starts(Ui& ui, const Rect& under) {
  std::vector<view::Choice> choices;
  for (const view::Button& b : ui.vm.starts) choices.push_back({b.id, b.label});
  if (ui.state.page) {
    choices.push_back({"saved", ui.text("top.saved")});
    choices.push_back({"guide", ui.text("top.guide")});
  }
  const int chosen = choice_list(ui, "##starts", under, choices, "");
  if (chosen < 0) return;
  if (static_cast<std::size_t>(chosen) < ui.vm.starts.size())
    ui.emit(ui.vm.starts[static_cast<std::size_t>(chosen)].action);
  else if (choices[static_cast<std::size_t>(chosen)].value == "guide")
    ui.ask("guide");
  else
    ui.state.request_saved = true;
}

// Name of the product and of the scenario; the latter opens the starting points.
void draw_name(Ui& ui, float x, float right, float cy) {
  draw_logo(*ui.draw, ImVec2(x, cy - 11), ui.color("accentFill"), ui.color("onAccent"));
  float at = x + 30;
  if (!ui.phone()) {
    at += text_at(ui, at, cy, ui.text("app.name"), Type::body_strong, "text") + 9;
    at += text_at(ui, at, cy, "/", Type::body, "text3") + 9;
  }
  const Type type = ui.phone() ? Type::heading : Type::body;
  const float width = std::min(text_width(ui, ui.vm.scenario_name, type), right - at - 24);
  const Rect hit{at - 4, cy - ui.theme.target() / 2, width + 30, ui.theme.target()};
  const Item it = item(ui, hit, "scenario");
  if (it.hovered) fill(ui, hit, "hover", 4);
  name_at(ui, at, cy, width, ui.vm.scenario_name, type, "text");
  draw_icon(*ui.draw, Icon::down, ImVec2(at + width + 14, cy), ui.color("text2"), 14);
  if (it.pressed) ImGui::OpenPopup("##starts");
  menu_of_starts(ui, hit);
}

void draw_search_box(Ui& ui, const Rect& r) {
  const Item it = item(ui, r, ui.text("top.search"));
  fill(ui, r, it.hovered ? "hover" : "field", 4);
  outline(ui, r, "line", 4);
  draw_icon(*ui.draw, Icon::search, ImVec2(r.x + 16, r.cy()), ui.color("text2"));
  name_at(ui, r.x + 30, r.cy(), r.w - 96, ui.text("top.search"), Type::body, "text3");
  const float width = text_width(ui, "Ctrl K", Type::small) + 12;
  const Rect key{r.right() - 7 - width, r.cy() - 10, width, 20};
  outline(ui, key, "line", 3);
  text_at(ui, key.cx(), key.cy(), "Ctrl K", Type::small, "text2", Align::centre);
  if (it.pressed) ui.state.request_search = true;
  draw_search(ui, r);
}

// Buttons from the right end leftwards; each returns where the next one ends.
struct RightToLeft {
  Ui& ui;
  float x, cy;

  bool text(const std::string& label, std::optional<Icon> icon) {
    const float width = text_width(ui, label, Type::body) + 16 + (icon ? 24.0F : 0.0F);
    x -= width;
    return button(ui, {x, cy - 14, width, 28}, label, ButtonKind::quiet, icon);
  }
  bool icon(Icon which, const std::string& name, bool enabled = true) {
    x -= ui.theme.target();
    const float half = ui.theme.target() / 2;
    return icon_button(ui, {x, cy - half, 2 * half, 2 * half}, which, name, enabled ? "text" : "ctl") && enabled;
  }
  void separator() {
    x -= 9;
    column_rule(ui, x, cy - 10, cy + 10);
    x -= 9;
  }
};

void theme_and_language(Ui& ui, RightToLeft& row) {
  const bool dark = ui.theme.dark;
  if (row.icon(dark ? Icon::sun : Icon::moon, ui.text(dark ? "top.theme_light" : "top.theme_dark")))
    ui.emit(Kind::set_theme, dark ? "light" : "dark");
  row.x -= 6;
  const bool zh = ui.vm.lang == "zh";
  if (row.text(zh ? "English" : "中文", {})) ui.emit(Kind::set_language, zh ? "en" : "zh");
}

// A button's own label says that the link was copied, in a width that fits both.
std::string link_label(Ui& ui) {
  const bool done = ui.state.toast == "link" && ImGui::GetTime() < ui.state.toast_until;
  if (done) ui.wake_in(static_cast<float>(ui.state.toast_until - ImGui::GetTime()) + 0.02F);
  return ui.text(done ? "top.link_done" : "top.link");
}

void draw_guide(Ui& ui, RightToLeft& row) {
  if (!ui.state.page || ui.screen.x < 700) return;  // there it is under the scenario's name
  const std::string label = ui.text("top.guide");
  const bool wide = ui.breakpoint == Breakpoint::wide;
  if (wide ? row.text(label, Icon::book) : row.icon(Icon::book, label)) ui.ask("guide");
}

void draw_tools(Ui& ui, const Rect& r, bool compact) {
  RightToLeft row{ui, r.right() - 10, r.cy()};
  theme_and_language(ui, row);
  row.separator();
  draw_guide(ui, row);
  if (compact ? row.icon(Icon::text, ui.text("top.text_view")) : row.text(ui.text("top.text_view"), Icon::text))
    ui.emit(Kind::set_view, "text");
  if (compact ? row.icon(Icon::link, ui.text("top.link")) : row.text(link_label(ui), Icon::link)) {
    ui.emit(Kind::copy_link);
    ui.state.toast = "link";
    ui.state.toast_until = ImGui::GetTime() + 2;
  }
  std::string pinned = ui.text("top.pinned");
  if (const std::size_t at = pinned.find("{n}"); at != std::string::npos)
    pinned.replace(at, 3, std::to_string(ui.vm.pinned));
  if (compact ? row.icon(Icon::pin, pinned) : row.text(pinned, Icon::pin))
    ui.emit(Kind::set_mode, ui.vm.mode == "compare" ? "" : "compare");
  row.separator();
  if (row.icon(Icon::redo, ui.text("top.redo"), ui.vm.can_redo)) ui.emit(Kind::redo);
  row.x -= 4;
  if (row.icon(Icon::undo, ui.text("top.undo"), ui.vm.can_undo)) ui.emit(Kind::undo);
}

// What has no place of its own on a phone.
void phone_menu(Ui& ui, const Rect& under, bool open) {
  if (open) ImGui::OpenPopup("##more");
  const bool dark = ui.theme.dark, zh = ui.vm.lang == "zh";
  std::vector<view::Choice> choices{{"search", ui.text("top.search")}};
  if (ui.vm.can_redo) choices.push_back({"redo", ui.text("top.redo")});
  for (const view::Button& b : ui.vm.answer.buttons)
    if (b.id == "answer-launch") choices.push_back({"launch", b.label});
  choices.push_back({"export", ui.text("act.export")});
  if (ui.state.page)
    choices.push_back({"saved", ui.text("top.saved")}), choices.push_back({"guide", ui.text("top.guide")});
  choices.push_back({"text", ui.text("top.text_view")});
  choices.push_back({"language", zh ? "English" : "中文"});
  choices.push_back({"theme", ui.text(dark ? "top.theme_light" : "top.theme_dark")});
  const int chosen = choice_list(ui, "##more", under, choices, "");
  const std::string what = chosen < 0 ? std::string() : choices[static_cast<std::size_t>(chosen)].value;
  export_menu(ui, under, what == "export");
  for (const view::Button& b : ui.vm.answer.buttons)
    if (what == "launch" && b.id == "answer-launch") ui.emit(b.action);
  if (what == "saved") ui.state.request_saved = true;
  if (what == "guide") ui.ask("guide");
  if (what == "search") ui.state.request_search = true;
  if (what == "redo") ui.emit(Kind::redo);
  if (what == "text") ui.emit(Kind::set_view, "text");
  if (what == "language") ui.emit(Kind::set_language, zh ? "en" : "zh");
  if (what == "theme") ui.emit(Kind::set_theme, dark ? "light" : "dark");
}

void draw_phone_bar(Ui& ui, const Rect& r) {
  RightToLeft row{ui, r.right() - 8, r.cy()};
  const bool more = row.icon(Icon::more, ui.text("top.more"));
  phone_menu(ui, {row.x, r.y + 4, 44, 44}, more);
  if (row.icon(Icon::link, ui.text("top.link"))) ui.emit(Kind::copy_link);
  if (row.icon(Icon::undo, ui.text("top.undo"), ui.vm.can_undo)) ui.emit(Kind::undo);
  draw_name(ui, r.x + 16, row.x - 4, r.cy());
  draw_search(ui, {r.x + 8, r.y + 8, r.w - 16, 44});
}

}  // namespace

void draw_top_bar(Ui& ui, const Rect& r) {
  ui.begin_region(Region::top);
  ImGui::PushID("top");
  fill(ui, r, "surface");
  rule(ui, r.x, r.right(), r.bottom() - 1);
  if (ui.phone()) {
    draw_phone_bar(ui, r);
  } else if (ui.breakpoint == Breakpoint::drawer) {
    if (icon_button(ui, {r.x + 8, r.cy() - 14, 28, 28}, Icon::sliders, ui.text("nav.needs")))
      ui.state.needs_open = !ui.state.needs_open;
    draw_name(ui, r.x + 44, r.x + 330, r.cy());
    draw_tools(ui, r, true);
    draw_search(ui, {r.x + 44, r.y + 8, 344, 32});
  } else {
    const bool wide = ui.breakpoint == Breakpoint::wide;
    draw_name(ui, r.x + 16, r.x + 347, r.cy());
    draw_search_box(ui, {r.x + (wide ? 368.0F : 352.0F), r.y + 8, wide ? 380.0F : 304.0F, 32});
    draw_tools(ui, r, r.w < 1180);
  }
  ImGui::PopID();
}

}  // namespace gpusel::ui
