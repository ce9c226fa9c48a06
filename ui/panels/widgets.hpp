// The design's own controls. Each draws itself at a given rectangle and says what the person did; none keeps a value.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/domain/enums.hpp"
#include "ui/panels/item.hpp"

namespace gpusel::ui {

enum class ButtonKind { plain, primary, quiet };  // quiet: no edge until hovered

float button_width(const Ui& ui, const std::string& label, bool icon);
bool button(Ui& ui, const Rect& r, const std::string& label, ButtonKind kind = ButtonKind::plain,
            std::optional<Icon> icon = {}, bool enabled = true);
bool icon_button(Ui& ui, const Rect& r, Icon icon, const std::string& name, std::string_view token = "text2",
                 bool framed = false);
// Text in accent, as wide as it is; `right` is its right end.
bool link_at(Ui& ui, float right, float cy, const std::string& label);

// Index of the segment that was chosen, or -1.
int segmented(Ui& ui, const Rect& r, const std::string& id, const std::vector<view::Choice>& choices,
              std::string_view selected);
// What a box leaves its text no room for: the edge and the arrow.
constexpr float dropdown_margins = 36;
// Index of the chosen entry, or -1. The list opens under the box.
int dropdown(Ui& ui, const Rect& r, const std::string& id, const std::string& shown,
             const std::vector<view::Choice>& choices, std::string_view selected);
int choice_list(Ui& ui, const std::string& popup, const Rect& under, const std::vector<view::Choice>& choices,
                std::string_view selected);
bool checkbox(Ui& ui, const Rect& r, const std::string& label, bool on);
// Labels in a row with a 2-px line under the active one; returns the chosen index or -1.
int tab_line(Ui& ui, const Rect& r, const std::vector<std::string>& tabs, int active);

// "Fits" with its shape and soft background; returns its width.
float chip(const Ui& ui, float x, float cy, Fits fits, const std::string& word);
void status_icon(const Ui& ui, ImVec2 centre, Fits fits, float size = 16);
std::string_view status_token(Fits fits);

// A popup's window at a place; while it is open and this lives, drawing goes to it.
struct PopupArea {
  Ui& ui;
  ImDrawList* outer;
  bool open;
  PopupArea(Ui& owner, const char* id, const Rect& r, ImVec2 padding);
  ~PopupArea();
  PopupArea(const PopupArea&) = delete;
  PopupArea& operator=(const PopupArea&) = delete;
};
// In the middle of the screen, without padding.
Rect centred_popup(const Ui& ui, float width, float height);

}  // namespace gpusel::ui
