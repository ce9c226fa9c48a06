#include <algorithm>

#include "ui/panels/fields.hpp"
#include "ui/panels/panels.hpp"

namespace gpusel::ui {

namespace {

float group_head(Ui& ui, const view::FieldGroupView& group, float x, float y, float width) {
  text_at(ui, x, y + 8, group.label, Type::small_strong, "text3");
  const bool changed =
      std::any_of(group.fields.begin(), group.fields.end(), [](const view::FieldView& f) { return !f.is_default; });
  if (group.id == "settings" && changed && link_at(ui, x + width, y + 8, ui.text("form.reset")))
    ui.emit(view::Action::Kind::reset_fields);
  return ui.theme.touch ? 26.0F : 21.0F;
}

float more_fields(Ui& ui, const view::FieldGroupView& group, float x, float y, float width) {
  if (group.more.empty()) return 0;
  const Rect r{x, y, width, ui.theme.target()};
  const Item it = item(ui, r, group.more_label);
  draw_icon(*ui.draw, ui.vm.more_open ? Icon::down : Icon::right, ImVec2(x + 7, r.cy()), ui.color("text2"), 14);
  text_at(ui, x + 18, r.cy(), group.more_label, Type::body, it.hovered ? "text" : "text2");
  if (it.pressed) ui.emit(view::Action::Kind::toggle_more);
  float used = r.h;
  if (!ui.vm.more_open) return used;
  for (const view::FieldView& f : group.more) used += draw_field(ui, f, x, y + used, width);
  return used;
}

float draw_group(Ui& ui, const view::FieldGroupView& group, float x, float y, float width) {
  float at = y;
  const bool bare = group.id == "task";
  if (group.id == "limits") {
    rule(ui, x - 16, x + width + 16, at);
    at += 11;
  }
  if (!bare && !group.label.empty()) at += group_head(ui, group, x, at, width);
  if (group.id == "model") {
    const float h = ui.theme.touch ? 56.0F : 47.0F;
    draw_model_box(ui, {x, at, width, h});
    at += h + 2;
    if (!ui.vm.model_error.empty()) at += paragraph(ui, x, at - 6, width, 16, {{ui.vm.model_error, Type::small, "no"}});
  }
  for (const view::FieldView& f : group.fields)
    if (f.type != "model") at += draw_field(ui, f, x, at, width);
  at += more_fields(ui, group, x, at, width);
  return at - y + (bare ? 2.0F : 8.0F);
}

// A refused link, import or pin says so where the catalogue's date otherwise stands; nothing lies over the content.
const std::string& foot_text(const Ui& ui) { return ui.vm.error.empty() ? ui.vm.foot : ui.vm.error; }

float foot_height(const Ui& ui, float width) {
  return 16 + paragraph(ui, 0, 0, width, 16, {{foot_text(ui), Type::small, "text3"}}, false);
}

}  // namespace

ScrollArea::ScrollArea(Ui& owner, const char* id, const Rect& r) : ui(owner), outer(owner.draw), open(false) {
  ImGui::SetCursorScreenPos(r.min());
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
  ImGui::PushStyleColor(ImGuiCol_ChildBg, ImVec4(0, 0, 0, 0));
  const ImGuiWindowFlags flags = ui.theme.touch ? ImGuiWindowFlags_NoScrollbar : ImGuiWindowFlags_None;
  open = ImGui::BeginChild(id, ImVec2(r.w, r.h), ImGuiChildFlags_NavFlattened, flags);
  ImGui::PopStyleColor();
  ImGui::PopStyleVar();
  ui.draw = ImGui::GetWindowDrawList();
}

ScrollArea::~ScrollArea() {
  scroll_by_touch(ui);
  ImGui::EndChild();
  ui.draw = outer;
}

float ScrollArea::top() const { return ImGui::GetCursorStartPos().y + ImGui::GetWindowPos().y; }

void draw_needs(Ui& ui, const Rect& r) {
  ui.begin_region(Region::needs);
  fill(ui, r, "surface");
  const float foot = foot_height(ui, r.w - 32);
  {
    ScrollArea area(ui, "needs", {r.x, r.y, r.w, r.h - foot});
    const float width = std::min(r.w, 640.0F) - 32;
    float y = area.top() + 12;
    for (const view::FieldGroupView& group : ui.vm.needs) y += draw_group(ui, group, r.x + 16, y, width);
    end_content(y);
  }
  rule(ui, r.x, r.right(), r.bottom() - foot);
  const std::string_view token = ui.vm.error.empty() ? "text3" : "no";
  paragraph(ui, r.x + 16, r.bottom() - foot + 8, r.w - 32, 16, {{foot_text(ui), Type::small, token}});
}

}  // namespace gpusel::ui
