#include "ui/panels/paint.hpp"

#include <cmath>

#include "ui/panels/line_break.hpp"

namespace gpusel::ui {

float text_width(const Ui& ui, std::string_view text, Type type) {
  return ui.theme.face(type)->CalcTextSizeA(ui.theme.size(type), 1e9F, 0, text.data(), text.data() + text.size()).x;
}

float text_at(const Ui& ui, float x, float cy, std::string_view text, Type type, std::string_view token, Align align) {
  if (text.empty()) return 0;
  const float size = ui.theme.size(type);
  const float width = text_width(ui, text, type);
  if (align == Align::centre) x -= width / 2;
  if (align == Align::right) x -= width;
  ui.draw->AddText(ui.theme.face(type), size, ImVec2(std::round(x), std::ceil(cy - size / 2 - 0.5F)), ui.color(token),
                   text.data(), text.data() + text.size());
  return width;
}

namespace {

// What tells one name from the next: " × 24" of a device, " 33B · FP8" of a model.
std::string_view kept_tail(std::string_view text) {
  for (std::string_view mark : {" \xC3\x97 ", " \xC2\xB7 "}) {
    const std::size_t at = text.rfind(mark);
    if (at == std::string_view::npos) continue;
    const std::size_t word = text.rfind(' ', at - 1);
    const bool sized = word < at && text.substr(word, at - word).find_first_of("0123456789") != std::string_view::npos;
    return text.substr(sized ? word : at);
  }
  return {};
}

}  // namespace

float name_at(const Ui& ui, float x, float cy, float width, std::string_view text, Type type, std::string_view token) {
  if (text_width(ui, text, type) <= width) return text_at(ui, x, cy, text, type, token);
  const std::string_view tail = kept_tail(text);
  const bool keeps = !tail.empty() && text_width(ui, tail, type) < 0.75F * width;
  std::size_t keep = text.size() - (keeps ? tail.size() : 0);
  std::string cut;
  while (keep > 0) {
    do --keep;
    while (keep > 0 && (static_cast<unsigned char>(text[keep]) & 0xC0) == 0x80);
    cut = std::string(text.substr(0, keep)) + "\xE2\x80\xA6" + std::string(keeps ? tail : std::string_view());
    if (text_width(ui, cut, type) <= width) break;
  }
  return text_at(ui, x, cy, cut, type, token);
}

float device_at(const Ui& ui, float x, float cy, float width, std::string_view name, std::string_view brief,
                Type type) {
  const bool whole = brief.empty() || text_width(ui, name, type) <= width;
  return name_at(ui, x, cy, width, whole ? name : brief, type, "text");
}

float paragraph(const Ui& ui, float x, float y, float width, float line, const std::vector<Run>& runs, bool paint) {
  float at = 0;
  float top = y;
  for (const Run& run : runs) {
    for (std::string_view piece : line_pieces(run.text)) {
      const float solid = text_width(ui, without_trailing_space(piece), run.type);
      if (at > 0 && at + solid > width) {
        at = 0;
        top += line;
      }
      if (at == 0) piece = without_leading_space(piece);
      if (paint) text_at(ui, x + at, top + line / 2, piece, run.type, run.token);
      at += text_width(ui, piece, run.type);
    }
  }
  return top + line - y;
}

void fill(const Ui& ui, const Rect& r, std::string_view token, float radius, double opacity) {
  ui.draw->AddRectFilled(r.min(), r.max(), ui.color(token, opacity), radius);
}

void outline(const Ui& ui, const Rect& r, std::string_view token, float radius, float width) {
  ui.draw->AddRect(r.min(), r.max(), ui.color(token), radius, 0, width);
}

void rule(const Ui& ui, float x0, float x1, float y, std::string_view token, float width) {
  const float top = std::round(y);
  ui.draw->AddRectFilled(ImVec2(x0, top), ImVec2(x1, top + width), ui.color(token));
}

void column_rule(const Ui& ui, float x, float y0, float y1, std::string_view token) {
  const float left = std::round(x);
  ui.draw->AddRectFilled(ImVec2(left, y0), ImVec2(left + 1, y1), ui.color(token));
}

void dotted_underline(const Ui& ui, float x0, float x1, float y, std::string_view token) {
  const ImU32 color = ui.color(token);
  const float top = std::round(y);
  for (float x = std::round(x0); x < x1; x += 3)
    ui.draw->AddRectFilled(ImVec2(x, top), ImVec2(x + 1.5F, top + 1), color);
}

void card(const Ui& ui, const Rect& r) {
  fill(ui, r, "surface", 6);
  outline(ui, r, "line", 6);
}

}  // namespace gpusel::ui
