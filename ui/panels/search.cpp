// Two lists with a query: the search over everything (Ctrl K) and the model field's list.
#include <algorithm>
#include <cstring>

#include "ui/panels/panels.hpp"

namespace gpusel::ui {

namespace {

using Kind = view::Action::Kind;

struct Picker {
  const char* popup;
  std::string hint;
  const std::vector<view::Choice>& found;
  std::size_t shown_rows;
};

void query_field(Ui& ui, const Picker& p) {
  if (ImGui::IsWindowAppearing()) {
    ui.state.buffer[0] = 0;
    ui.state.editing.clear();
    ImGui::SetKeyboardFocusHere();
  }
  ImGui::SetNextItemWidth(-1);
  ImGui::PushFont(ui.theme.fonts.regular, ui.theme.size(Type::body));
  const std::string id = std::string("##query ") + p.popup;
  if (ImGui::InputTextWithHint(id.c_str(), p.hint.c_str(), ui.state.buffer, sizeof ui.state.buffer))
    ui.emit(Kind::search, ui.state.buffer);
  ImGui::PopFont();
}

int result_rows(Ui& ui, const Picker& p, float row) {
  int chosen = -1;
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  ScrollArea area(ui, "found", {start.x, start.y, width, ImGui::GetContentRegionAvail().y});
  float y = area.top();
  for (std::size_t i = 0; i < p.found.size(); ++i) {
    ImGui::PushID(static_cast<int>(i));
    const Rect r{start.x, y, width, row};
    const Item it = item(ui, r, p.found[i].label, {3, true, true});
    if (it.visible) {
      if (it.hovered || it.focused) fill(ui, r, "hover", 3);
      name_at(ui, r.x + 8, r.cy(), r.w - 16, p.found[i].label, Type::body, "text");
    }
    if (it.pressed) chosen = static_cast<int>(i);
    ImGui::PopID();
    y += row;
  }
  end_content(y);
  return chosen;
}

// The chosen index, or -1. Enter in the query takes the first.
int pick(Ui& ui, const Picker& p, const Rect& place) {
  if (!ImGui::IsPopupOpen(p.popup)) return -1;
  const float row = ui.phone() ? 44.0F : 36.0F;
  const float wanted =
      ui.theme.control() + 24 + row * static_cast<float>(std::clamp<std::size_t>(p.found.size(), 1, p.shown_rows));
  const Rect r{place.x, place.y, place.w, std::min(wanted, ui.screen.y - place.y - 12)};
  int chosen = -1;
  if (const PopupArea area(ui, p.popup, r, ImVec2(8, 8)); area.open) {
    query_field(ui, p);
    const bool entered = ImGui::IsItemDeactivated() && ImGui::IsKeyPressed(ImGuiKey_Enter, false);
    chosen = result_rows(ui, p, row);
    if (entered && chosen < 0 && !p.found.empty() && ui.state.buffer[0] != 0) chosen = 0;
    if (chosen >= 0) ImGui::CloseCurrentPopup();
  }
  return chosen;
}

// The field's place comes into sight and is marked for a moment.
void reveal(Ui& ui, const std::string& id) {
  ui.state.reveal = id;
  if (ui.phone()) ui.emit(Kind::set_phone_tab, "needs");
  if (ui.breakpoint == Breakpoint::drawer) ui.state.needs_open = true;
  for (const view::FieldGroupView& g : ui.vm.needs)
    for (const view::FieldView& f : g.more)
      if (f.id == id && !ui.vm.more_open) ui.emit(Kind::toggle_more);
}

void apply(Ui& ui, const std::string& value, bool pin) {
  const std::size_t colon = value.find(':');
  const std::string kind = value.substr(0, colon);
  const std::string id = colon == std::string::npos ? value : value.substr(colon + 1);
  if (kind == "model") return ui.set_field("model", id);
  if (kind == "accelerator" && pin) return ui.emit(Kind::pin, id + "/1");
  if (kind == "accelerator") ui.set_field("hardware.accelerator", id);
  if (kind == "field") reveal(ui, id);
  for (const view::Button& b : ui.vm.starts)
    if (kind == "start" && b.id == id) ui.emit(b.action);
}

}  // namespace

void draw_search(Ui& ui, const Rect& box) {
  if (ui.state.request_search) {
    ui.state.request_search = false;
    ui.emit(Kind::search);
    ImGui::OpenPopup("##search");
  }
  const Picker p{"##search", ui.text("top.search"), ui.vm.search_results, 8};
  const int chosen = pick(ui, p, {box.x, box.y - 4, box.w, 0});
  if (chosen < 0) return;
  apply(ui, ui.vm.search_results[static_cast<std::size_t>(chosen)].value, ImGui::GetIO().KeyShift);
  ui.emit(Kind::search);
}

void draw_device_box(Ui& ui, const Rect& r) {
  const view::FieldView* field = nullptr;
  for (const view::FieldGroupView& g : ui.vm.needs)
    for (const std::vector<view::FieldView>* list : {&g.fields, &g.more})
      for (const view::FieldView& f : *list)
        if (f.id == "hardware.accelerator") field = &f;
  if (!field) return;
  const Item it = item(ui, r, "device");
  if (it.visible) {
    fill(ui, r, it.hovered ? "hover" : "field", 4);
    outline(ui, r, field->error.empty() ? "ctl" : "no", 4);
    const bool set = !field->text.empty();
    name_at(ui, r.x + 9, r.cy(), r.w - 36, set ? field->text : field->placeholder, Type::body, set ? "text" : "text3");
    draw_icon(*ui.draw, Icon::down, ImVec2(r.right() - 15, r.cy()), ui.color("text2"), 14);
  }
  if (it.pressed) {
    ui.emit(Kind::search);
    ImGui::OpenPopup("##devices");
  }
  if (!ImGui::IsPopupOpen("##devices")) return;
  std::vector<view::Choice> found = ui.vm.search_query.empty() ? field->choices : std::vector<view::Choice>();
  constexpr std::string_view prefix = "accelerator:";
  if (found.empty())
    for (const view::Choice& c : ui.vm.search_results)
      if (c.value.rfind(prefix, 0) == 0) found.push_back({c.value.substr(prefix.size()), c.label});
  const Picker p{"##devices", ui.text("run.device"), found, 10};
  const float width = std::max(r.w, std::min(320.0F, ui.screen.x - 32));
  const int chosen = pick(ui, p, {std::min(r.x, ui.screen.x - width - 16), r.bottom() + 4, width, 0});
  if (chosen < 0) return;
  const std::string& id = found[static_cast<std::size_t>(chosen)].value;
  ui.set_field("hardware.accelerator", id.empty() ? Value() : Value(id));
  ui.emit(Kind::search);
}

void draw_model_box(Ui& ui, const Rect& r) {
  const view::ModelCard& m = ui.vm.model;
  const Item it = item(ui, r, "model");
  if (it.visible) {
    fill(ui, r, it.hovered ? "hover" : "field", 4);
    outline(ui, r, ui.vm.model_error.empty() ? "ctl" : "no", 4);
    name_at(ui, r.x + 11, r.cy() - 9, r.w - 44, m.title, Type::body_strong, "text");
    name_at(ui, r.x + 11, r.cy() + 9, r.w - 44, m.subtitle, Type::small, "text3");
    draw_icon(*ui.draw, Icon::down, ImVec2(r.right() - 18, r.cy()), ui.color("text2"), 14);
  }
  if (it.pressed) {
    ui.emit(Kind::search);
    ImGui::OpenPopup("##models");
  }
  const Picker p{"##models", ui.text("form.model_hint"), m.found, 10};
  const float width = std::max(r.w, std::min(420.0F, ui.screen.x - r.x - 16));
  const int chosen = pick(ui, p, {r.x, r.bottom() + 4, width, 0});
  if (chosen < 0) return;
  ui.set_field("model", m.found[static_cast<std::size_t>(chosen)].value);
  ui.emit(Kind::search);
}

}  // namespace gpusel::ui
