#include <algorithm>

#include "ui/panels/panels.hpp"

namespace gpusel::ui {

namespace {

using Kind = view::Action::Kind;

std::string parent_of(const std::string& id) {
  const std::size_t slash = id.rfind('/');
  return slash == std::string::npos ? std::string() : id.substr(0, slash);
}

void draw_title(Ui& ui, const view::WhyView& why, const Rect& r) {
  float x = r.x;
  const std::string up = ui.state.why_path.empty() ? parent_of(why.id) : ui.state.why_path.back();
  if (!up.empty()) {
    if (icon_button(ui, {x - 6, r.cy() - 14, 28, 28}, Icon::left, ui.text("why.back"))) {
      if (!ui.state.why_path.empty()) ui.state.why_path.pop_back();
      ui.emit(Kind::open_why, up);
    }
    x += 28;
  }
  name_at(ui, x, r.cy(), r.right() - x - 36, why.title, Type::sheet, "text");
  const float side = ui.theme.target();
  if (icon_button(ui, {r.right() - side + 6, r.cy() - side / 2, side, side}, Icon::close, ui.text("act.close")))
    ui.emit(Kind::close_why);
}

// The term with its numbers; a sum without numbers of its own names its parts instead.
std::string made_of(const Ui& ui, const view::WhyRow& row) {
  if (!row.numbers.empty()) return row.numbers;
  if (!row.formula.empty() || !ui.vm.why) return row.formula;
  std::string parts;
  int count = 0;
  for (const view::WhyRow& part : ui.vm.why->rows) {
    if (part.depth != row.depth + 1 || part.id.rfind(row.id + "/", 0) != 0) continue;
    if (++count == 1 && !part.numbers.empty()) parts = part.numbers;
    if (count == 2) parts.clear();
  }
  if (count == 1 && !parts.empty()) return parts;
  parts.clear();
  for (const view::WhyRow& part : ui.vm.why->rows)
    if (part.depth == row.depth + 1 && part.id.rfind(row.id + "/", 0) == 0)
      parts += (parts.empty() ? "" : " · ") + part.label + " " + part.value;
  return parts;
}

float row_height(const Ui& ui, const view::WhyRow& row, const Rect& r, float text_x) {
  const std::string words = made_of(ui, row);
  if (ui.phone()) return 36 + paragraph(ui, 0, 0, r.w - 22, 18, {{words, Type::small, "text2"}}, false);
  const float value = text_width(ui, row.value, Type::body) + 16;
  const float height = paragraph(ui, 0, 0, r.right() - value - text_x, 18, {{words, Type::body, "text2"}}, false);
  return std::max(ui.theme.row(), height + 12);
}

float part_width(const Ui& ui, const view::WhyView& why) {
  float width = 116;
  for (const view::WhyRow& row : why.rows)
    if (row.depth == 0) width = std::max(width, 20 + text_width(ui, row.label, Type::body_strong) + 24);
  return std::min(width, 240.0F);
}

void draw_row(Ui& ui, const view::WhyRow& row, const Rect& r, float text_x) {
  const bool tall = ui.phone();
  const float cy = tall ? r.y + 17 : r.cy();
  const Item it = item(ui, {r.x - 16, r.y, r.w + 32, r.h}, row.label, {0, true, row.has_parts, false});
  if (!it.visible) return;
  const std::string part = row.color.size() > 2 ? row.color.substr(2) : std::string();
  if (it.hovered && row.has_parts) fill(ui, {r.x - 15, r.y, r.w + 30, r.h}, "hover");
  if (it.hovered && !part.empty()) ui.state.hovered_part = part;
  if (!row.color.empty()) fill(ui, Rect::centred(r.x + 5, cy, 10, 10), row.color, 2);
  const float label_x = r.x + (row.color.empty() ? 0.0F : 20.0F);
  const float used = name_at(ui, label_x, cy, tall ? r.w * 0.6F : text_x - label_x - 8, row.label, Type::body, "text");
  if (row.has_parts) draw_icon(*ui.draw, Icon::right, ImVec2(label_x + used + 10, cy), ui.color("text3"), 12);
  const std::string words = made_of(ui, row);
  if (tall) {
    paragraph(ui, r.x + 22, r.y + 30, r.w - 22, 18, {{words, Type::small, "text2"}});
  } else {
    const float width = r.right() - text_width(ui, row.value, Type::body) - 16 - text_x;
    const float height = paragraph(ui, 0, 0, width, 18, {{words, Type::body, "text2"}}, false);
    paragraph(ui, text_x, r.cy() - height / 2, width, 18, {{words, Type::body, "text2"}});
  }
  text_at(ui, r.right(), cy, row.value, Type::body, "text", Align::right);
  rule(ui, r.x - 15, r.right() + 15, r.bottom() - 1);
  if (!it.pressed || !row.has_parts || !ui.vm.why) return;
  ui.state.why_path.push_back(ui.vm.why->id);
  ui.emit(Kind::open_why, row.id);
}

float draw_section(Ui& ui, float x, float y, float width, const std::string& title, const std::string& text) {
  if (text.empty()) return 0;
  text_at(ui, x, y + 18, title, Type::body_strong, "text");
  const float height = paragraph(ui, x, y + 30, width, 20, {{text, Type::body, "text2"}});
  rule(ui, x - 15, x + width + 15, y + 42 + height);
  return 44 + height;
}

float draw_rows(Ui& ui, const view::WhyView& why, float x, float y, float width) {
  const float text_x = x + part_width(ui, why);
  const float top = y;
  if (!ui.phone()) {
    text_at(ui, x, y + 12, ui.text("why.part"), Type::small_strong, "text3");
    text_at(ui, text_x, y + 12, ui.text("why.made_of"), Type::small_strong, "text3");
    y += 26;
  }
  rule(ui, x - 15, x + width + 15, y - 1);
  for (const view::WhyRow& row : why.rows) {
    if (row.depth != 0) continue;
    ImGui::PushID(row.id.c_str());
    const Rect r{x, y, width, row_height(ui, row, {x, y, width, 0}, text_x)};
    draw_row(ui, row, r, text_x);
    y += r.h;
    ImGui::PopID();
  }
  if (!why.total.empty()) {
    rule(ui, x - 15, x + width + 15, y - 1, "ctl");
    text_at(ui, x + width, y + 19, why.total, Type::sheet, "text", Align::right);
    rule(ui, x - 15, x + width + 15, y + 36);
    y += 38;
  }
  return y - top;
}

float draw_content(Ui& ui, const view::WhyView& why, float x, float y, float width) {
  const float top = y;
  draw_title(ui, why, {x, y + 8, width, 28});
  y += 44;
  y += draw_rows(ui, why, x, y, width);
  y += draw_section(ui, x, y, width, why.interval_title, why.interval_text);
  y += draw_section(ui, x, y, width, why.source_title, why.source);
  if (!why.cheapest.empty()) y += paragraph(ui, x, y + 12, width, 20, {{why.cheapest, Type::body, "text"}}) + 24;
  return y - top;
}

Rect place_of(const Ui& ui, float height) {
  if (ui.phone()) return {0, 0, ui.screen.x, ui.screen.y};
  const Rect& a = ui.state.why_anchor;
  Rect r{a.x - 17, a.bottom() + 10, std::min(688.0F, ui.screen.x - 32), std::min(height, ui.screen.y * 0.8F)};
  r.x = std::clamp(r.x, 16.0F, std::max(16.0F, ui.screen.x - 16 - r.w));
  if (r.bottom() > ui.screen.y - 16) r.y = std::max(16.0F, ui.screen.y - 16 - r.h);
  return r;
}

// The triangle that ties the overlay to its number.
void draw_pointer(Ui& ui, const Rect& r) {
  const Rect& a = ui.state.why_anchor;
  if (ui.phone() || a.bottom() > r.y || a.x < r.x) return;
  const float x = std::clamp(a.x + std::min(a.w / 2, 20.0F), r.x + 16, r.right() - 16);
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->PushClipRectFullScreen();
  const ImVec2 left(x - 10, r.y + 1), tip(x, r.y - 8), right(x + 10, r.y + 1);
  draw->AddTriangleFilled(left, tip, right, ui.color("surface"));
  const ImVec2 edge[] = {left, tip, right};
  draw->AddPolyline(edge, 3, ui.color("ctl"), 0, 1);
  draw->PopClipRect();
}

constexpr const char* popup = "##why";

// Opens and closes the popup as the ViewModel says, and tells the session when Escape or a click outside closed it.
// False: there is nothing to draw.
bool follow_view(Ui& ui) {
  const bool open = ImGui::IsPopupOpen(popup);
  if (!ui.vm.why) {
    ui.state.why_path.clear();
    ui.state.why_anchored = false;
    ui.state.why_shown = false;
    return open;
  }
  if (!open && ui.state.why_shown) {
    ui.state.why_shown = false;
    ui.emit(Kind::close_why);
    return false;
  }
  if (!open) ImGui::OpenPopup(popup);
  ui.state.why_shown = true;
  return true;
}

void draw_open(Ui& ui, const view::WhyView& why, const Rect& r) {
  ui.begin_region(Region::overlay);
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float height = draw_content(ui, why, start.x, start.y, r.w - 32);
  if (height != ui.state.why_height) ui.wake_in(0);
  ui.state.why_height = height;
  end_content(start.y + height);
  scroll_by_touch(ui);
  draw_pointer(ui, r);
}

}  // namespace

void open_why(Ui& ui, const Rect& anchor, const std::string& why, const std::string& row) {
  ui.state.why_anchor = anchor;
  ui.state.why_anchored = true;
  ui.state.why_path.clear();
  ui.act(Kind::open_why, row, why);
}

void draw_why(Ui& ui) {
  if (!follow_view(ui)) return;
  const Rect r = place_of(ui, ui.state.why_height > 0 ? ui.state.why_height + 16 : 520);
  ImGui::PushStyleVar(ImGuiStyleVar_PopupRounding, ui.phone() ? 0.0F : 6.0F);
  if (const PopupArea area(ui, popup, r, ImVec2(16, 4)); area.open) {
    if (ui.vm.why)
      draw_open(ui, *ui.vm.why, r);
    else
      ImGui::CloseCurrentPopup();
  }
  ImGui::PopStyleVar();
}

}  // namespace gpusel::ui
