// Scenarios kept by name: the page stores them (web/saved.js), this lists them and asks it to keep, forget, write or
// read.
#include <algorithm>

#include "ui/panels/fields.hpp"
#include "ui/panels/panels.hpp"

namespace gpusel::ui {

namespace {

using Kind = view::Action::Kind;

constexpr const char* popup = "##saved";
constexpr float head = 52;

float row_height(const Ui& ui) { return ui.theme.touch ? 48.0F : 36.0F; }

// The name that Save takes: typed, else the scenario's own.
float draw_save(Ui& ui, const Rect& r) {
  const float h = ui.theme.control();
  const std::string label = ui.text("saved.save");
  const float save = button_width(ui, label, false);
  EditBox box;
  box.id = "saved.name";
  box.label = ui.text("saved.name");
  box.right_aligned = false;
  box.input = ui.state.saved_name.empty() ? ui.vm.scenario_name : ui.state.saved_name;
  box.shown = box.input;
  if (const auto typed = edit_box(ui, {r.x, r.y, r.w - save - 8, h}, box)) ui.state.saved_name = *typed;
  if (button(ui, {r.right() - save, r.y, save, h}, label, ButtonKind::primary)) {
    ui.ask("save", ui.state.saved_name.empty() ? ui.vm.scenario_name : ui.state.saved_name);
    ui.state.saved_name.clear();
  }
  return h + 12;
}

void draw_row(Ui& ui, const view::Choice& one, const Rect& r) {
  ImGui::PushID(one.label.c_str());
  rule(ui, r.x, r.right(), r.y);
  const Item it = item(ui, r, one.label, {4, true, true, true});
  if (it.visible) {
    if (it.hovered) fill(ui, r, "hover", 4);
    name_at(ui, r.x + 8, r.cy(), r.w - 60, one.label, Type::body, "text");
    const float side = ui.theme.target();
    if (icon_button(ui, {r.right() - side - 2, r.cy() - side / 2, side, side}, Icon::close,
                    ui.text("saved.delete") + ": " + one.label)) {
      ui.ask("delete", one.label);
    } else if (it.pressed) {
      ui.emit(Kind::load_scenario, one.value);
      ImGui::CloseCurrentPopup();
    }
  }
  ImGui::PopID();
}

void draw_files(Ui& ui, const Rect& r) {
  const std::string out = ui.text("saved.export"), in = ui.text("saved.import");
  const float wide = button_width(ui, out, false);
  if (button(ui, {r.x, r.y, wide, r.h}, out, ButtonKind::plain, {}, !ui.vm.saved.empty())) ui.ask("export");
  if (button(ui, {r.x + wide + 8, r.y, button_width(ui, in, false), r.h}, in)) ui.ask("import");
}

void draw_content(Ui& ui, const Rect& r) {
  text_at(ui, r.x + 16, r.y + 26, ui.text("top.saved"), Type::heading, "text");
  const float side = ui.theme.target(), h = ui.theme.control();
  if (icon_button(ui, {r.right() - side - 8, r.y + 26 - side / 2, side, side}, Icon::close, ui.text("act.close")))
    ImGui::CloseCurrentPopup();
  float y = r.y + head;
  y += draw_save(ui, {r.x + 16, y, r.w - 32, 0});
  const Rect list{r.x + 16, y, r.w - 32, r.bottom() - y - h - 24};
  {
    ScrollArea area(ui, "list", list);
    float at = area.top();
    for (const view::Choice& one : ui.vm.saved) {
      draw_row(ui, one, {list.x, at, list.w, row_height(ui)});
      at += row_height(ui);
    }
    if (ui.vm.saved.empty())
      at += paragraph(ui, list.x, at + 4, list.w, 20, {{ui.text("saved.none"), Type::body, "text2"}});
    end_content(at);
  }
  draw_files(ui, {r.x + 16, r.bottom() - h - 16, r.w - 32, h});
}

}  // namespace

void draw_saved(Ui& ui) {
  if (ui.state.request_saved) ImGui::OpenPopup(popup);
  ui.state.request_saved = false;
  if (!ImGui::IsPopupOpen(popup)) return;
  const float rows = static_cast<float>(std::clamp<std::size_t>(ui.vm.saved.size(), 2, 8));
  const Rect r = centred_popup(ui, 460, head + 2 * ui.theme.control() + 48 + rows * row_height(ui));
  const PopupArea area(ui, popup, r, ImVec2(0, 0));
  if (!area.open) return;
  ui.begin_region(Region::overlay);
  draw_content(ui, r);
}

}  // namespace gpusel::ui
