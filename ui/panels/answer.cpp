#include <algorithm>

#include "ui/panels/panels.hpp"

namespace gpusel::ui {

namespace {

float figure_width(const Ui& ui, const view::Figure& f) {
  const float value =
      text_width(ui, f.value, Type::figure) + (f.unit.empty() ? 0 : 4 + text_width(ui, f.unit, Type::unit));
  const std::string& under = f.interval.empty() ? f.note : f.interval;
  return std::max({text_width(ui, f.label, Type::small), value, text_width(ui, under, Type::small)});
}

// A figure is a door: its value opens Why.
void draw_figure(Ui& ui, const view::Figure& f, float x, float y, float width) {
  text_at(ui, x, y, f.label, Type::small, "text2");
  const float value = text_width(ui, f.value, Type::figure);
  const bool open = ui.vm.why && !f.why.empty() && (ui.vm.why->id + "/").rfind(f.why + "/", 0) == 0;
  if (!f.why.empty()) {
    const Rect hit{x - 4, y + 8, std::max(value + 8, 44.0F), ui.theme.touch ? 44.0F : 34.0F};
    const Item it = item(ui, hit, f.label);
    if (it.hovered) fill(ui, hit, "hover", 4);
    if (open && !ui.state.why_anchored) ui.state.why_anchor = {x, hit.y, value, 54};
    if (it.pressed) {
      ui.state.why_anchored = false;
      ui.state.why_path.clear();
      ui.emit(open ? view::Action::Kind::close_why : view::Action::Kind::open_why, f.why);
    }
  }
  text_at(ui, x, y + 25, f.value, Type::figure, open ? "accent" : "text");
  if (!f.unit.empty()) text_at(ui, x + value + 4, y + 28, f.unit, Type::unit, "text2");
  if (open)
    rule(ui, x, x + value, y + 39, "accent", 2);
  else if (!f.why.empty())
    dotted_underline(ui, x, x + value, y + 40);
  const std::string& under = f.interval.empty() ? f.note : f.interval;
  name_at(ui, x, y + 52, std::max(width, 60.0F), under, Type::small, "text3");
}

void draw_figures(Ui& ui, float x, float right, float y) {
  const std::vector<view::Figure>& figures = ui.vm.answer.figures;
  float used = 0;
  for (const view::Figure& f : figures) used += figure_width(ui, f);
  const float gap =
      figures.size() < 2 ? 0 : std::max(12.0F, (right - x - used) / static_cast<float>(figures.size() - 1));
  for (const view::Figure& f : figures) {
    const float width = figure_width(ui, f);
    draw_figure(ui, f, x, y, width);
    x += width + std::min(gap, 96.0F);
  }
}

std::optional<Icon> button_icon(const std::string& id) {
  if (id.find("pin") != std::string::npos) return Icon::pin;
  if (id.find("launch") != std::string::npos) return Icon::terminal;
  return {};
}

void draw_buttons(Ui& ui, float x, float y, float right) {
  for (const view::Button& b : ui.vm.answer.buttons) {
    const bool copies = b.action.kind == view::Action::Kind::copy_markdown;
    const std::optional<Icon> icon = button_icon(b.id);
    const float width = copies ? ui.theme.target() : button_width(ui, b.label, icon.has_value());
    if (x + width > right) continue;  // a long fix leaves room for the short ones after it
    const Rect r{x, y, width, ui.theme.control()};
    const bool pressed = copies ? icon_button(ui, r, Icon::copy, ui.text("act.export"), "text", true)
                                : button(ui, r, b.label, b.primary ? ButtonKind::primary : ButtonKind::plain, icon);
    if (copies)
      export_menu(ui, r, pressed);
    else if (pressed)
      ui.emit(b.action);
    x += width + 8;
  }
}

std::vector<Run> reason_runs(const view::AnswerView& a, std::string& joint) {
  std::vector<Run> runs;
  joint = a.reason.empty() || a.reason_strong.empty() || static_cast<unsigned char>(a.reason.back()) >= 0x80 ? "" : " ";
  if (!a.reason.empty()) runs.push_back({a.reason, Type::body, "text2"});
  if (!joint.empty()) runs.push_back({joint, Type::body, "text2"});
  if (!a.reason_strong.empty()) runs.push_back({a.reason_strong, Type::body_strong, "text"});
  if (!a.reason_detail.empty()) runs.push_back({a.reason_detail, Type::body, "text2"});
  return runs;
}

void draw_kicker(Ui& ui, float x, float cy) {
  const view::AnswerView& a = ui.vm.answer;
  const float used = text_at(ui, x, cy, a.kicker, Type::small, "text2");
  text_at(ui, x + used + 8, cy, a.stale, Type::small, "tight");
}

// Sentences behind a link beside the verdict; the phone shows them in full below. Returns the link's right end.
float draw_behind_link(Ui& ui, const char* popup, const std::string& label, const std::vector<std::string>& lines,
                       float x, float cy, float right) {
  const float width = text_width(ui, label, Type::body);
  if (lines.empty() || ui.phone() || x + width > right) return x;
  if (link_at(ui, x + width, cy, label)) ImGui::OpenPopup(popup);
  if (!ImGui::IsPopupOpen(popup)) return x + width + 12;
  const float w = std::min(460.0F, ui.screen.x - 32);
  const Rect r{std::min(x, ui.screen.x - w - 16), cy + 18, w, std::min(ui.state.notes_height + 24, ui.screen.y * 0.6F)};
  if (const PopupArea area(ui, popup, r, ImGui::GetStyle().WindowPadding); area.open) {
    const ImVec2 start = ImGui::GetCursorScreenPos();
    float y = start.y;
    for (const std::string& line : lines) y += paragraph(ui, start.x, y, w - 42, 18, {{line, Type::body, "text2"}}) + 8;
    if (ui.state.notes_height != y - start.y) ui.wake_in(0);
    ui.state.notes_height = y - start.y;
    end_content(y);
  }
  return x + width + 12;
}

void draw_head(Ui& ui, float x, float y, float width) {
  const view::AnswerView& a = ui.vm.answer;
  draw_kicker(ui, x, y);
  const float used = device_at(ui, x, y + 25, width, a.device, a.brief, Type::title);
  if (!a.layout.empty() && used + 10 + text_width(ui, a.layout, Type::small) < width)
    text_at(ui, x + used + 10, y + 28, a.layout, Type::small, "text3");
  if (a.verdict.empty()) return;
  const float verdict = chip(ui, x, y + 53, a.fits, a.verdict);
  const float next = draw_behind_link(ui, "##order", a.order_label, a.order, x + verdict + 12, y + 53, x + width);
  draw_behind_link(ui, "##notes", a.notes_label, a.notes, next, y + 53, x + width);
}

constexpr float reason_line = 18;
float reason_height(const Ui& ui, float width) {
  std::string joint;
  return paragraph(ui, 0, 0, width, reason_line, reason_runs(ui.vm.answer, joint), false);
}

// A wide answer: the head, then a column with the figures and, under them, the reason.
struct WideAnswer {
  float head, column, reason;  // widths of the head and the reason; where the column starts, from the left edge
};
WideAnswer wide_answer(float width) {
  const float head = std::min(330.0F, width * 0.35F), column = 16 + head + 40;
  return {head, column, width - 17 - column};
}
constexpr float least_wide = 140;
constexpr float reason_top = 99;

void draw_wide(Ui& ui, const Rect& r) {
  const WideAnswer at = wide_answer(r.w);
  const float x = r.x + 16, column = r.x + at.column;
  draw_head(ui, x, r.y + 23, at.head);
  draw_buttons(ui, x, r.y + 97, x + at.head);
  column_rule(ui, column - 20, r.y + 14, r.bottom() - 14);
  draw_figures(ui, column, r.right() - 24, r.y + 23);
  rule(ui, column, r.right() - 17, r.y + 95);
  const bool one_line = reason_height(ui, at.reason) <= 20;
  draw_reason(ui, column, r.y + (one_line ? 106 : reason_top), at.reason, reason_line);
}

// 600-1023: the figures stand under the head.
void draw_stacked(Ui& ui, const Rect& r) {
  const float x = r.x + 16;
  float buttons = 0;
  for (const view::Button& b : ui.vm.answer.buttons)
    buttons += 8 + (b.action.kind == view::Action::Kind::copy_markdown
                        ? ui.theme.target()
                        : button_width(ui, b.label, button_icon(b.id).has_value()));
  buttons = std::min(buttons, r.w * 0.5F);
  draw_head(ui, x, r.y + 23, r.w - 40 - buttons);
  draw_buttons(ui, r.right() - 8 - buttons, r.y + 14, r.right() - 8);
  rule(ui, x, r.right() - 16, r.y + 98);
  draw_figures(ui, x, r.right() - 16, r.y + 116);
  draw_reason(ui, x, r.y + 183, r.w - 32, reason_line);
}

// What makes it fit, or null; on a phone the other buttons stand elsewhere.
const view::Button* fix_button(const view::AnswerView& a) {
  for (const view::Button& b : a.buttons)
    if (b.id == "answer-fix") return &b;
  return nullptr;
}

void draw_narrow(Ui& ui, const Rect& r) {
  const float x = r.x + 16;
  const bool pinned = std::any_of(ui.vm.table.rows.begin(), ui.vm.table.rows.end(),
                                  [](const view::RowView& row) { return row.selected && row.pinned; });
  for (const view::Button& b : ui.vm.answer.buttons)
    if (b.action.kind == view::Action::Kind::pin || b.action.kind == view::Action::Kind::unpin)
      if (icon_button(ui, {r.right() - 52, r.y + 8, 44, 44}, Icon::pin, b.label, pinned ? "accent" : "text2"))
        ui.emit(b.action);
  draw_head(ui, x, r.y + 23, r.w - 76);
  const float column = (r.w - 32) / 2 + 6;
  float y = r.y + 107;
  for (std::size_t i = 0; i < ui.vm.answer.figures.size(); ++i) {
    draw_figure(ui, ui.vm.answer.figures[i], x + (i % 2 == 1 ? column : 0), y, column - 8);
    if (i % 2 == 1) y += 78;
  }
  if (const view::Button* fix = fix_button(ui.vm.answer))
    if (button(ui, {x, r.bottom() - 56, r.w - 32, 44}, fix->label, ButtonKind::primary)) ui.emit(fix->action);
}

}  // namespace

float answer_height(const Ui& ui, float width) {
  if (ui.breakpoint == Breakpoint::drawer) return 192 + reason_height(ui, width - 32);
  if (!ui.phone()) return std::max(least_wide, reason_top + reason_height(ui, wide_answer(width).reason) + 5);
  const std::size_t rows = (ui.vm.answer.figures.size() + 1) / 2;
  return 102.0F + 78.0F * static_cast<float>(rows) + (fix_button(ui.vm.answer) ? 56.0F : 0.0F);
}

float draw_reason(Ui& ui, float x, float y, float width, float line) {
  std::string joint;
  const std::vector<Run> runs = reason_runs(ui.vm.answer, joint);
  return runs.empty() ? 0 : paragraph(ui, x, y, width, line, runs);
}

void draw_answer(Ui& ui, const Rect& r) {
  ui.begin_region(Region::answer);
  ImGui::PushID("answer");
  card(ui, r);
  if (ui.phone())
    draw_narrow(ui, r);
  else if (ui.breakpoint == Breakpoint::drawer)
    draw_stacked(ui, r);
  else
    draw_wide(ui, r);
  ImGui::PopID();
}

}  // namespace gpusel::ui
