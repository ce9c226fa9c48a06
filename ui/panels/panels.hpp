// Every panel of the interface, each at the rectangle the layout gives it. Each reads one member of the ViewModel.
#pragma once

#include "ui/panels/widgets.hpp"

namespace gpusel::ui {

void draw_top_bar(Ui& ui, const Rect& r);
void draw_needs(Ui& ui, const Rect& r);  // the form, with its own scroll and foot
float answer_height(const Ui& ui, float width);
void draw_answer(Ui& ui, const Rect& r);
float draw_reason(Ui& ui, float x, float y, float width, float line);  // the answer's sentence; returns its height
float memory_height(const Ui& ui, float width);
void draw_memory(Ui& ui, const Rect& r);
float changes_height(const Ui& ui, float width);
void draw_changes(Ui& ui, const Rect& r);
void draw_ranking(Ui& ui, const Rect& r);
void draw_charts(Ui& ui, const Rect& r);
void draw_compare(Ui& ui, const Rect& r);
float starts_height(const Ui& ui, std::size_t columns);  // of the starting points' card, so many in a row
float draw_compare_charts(Ui& ui, const Rect& r);        // sweep and Pareto of what is pinned; returns the height
void draw_why(Ui& ui);
// Why of a number at `anchor`: of the answer's device, or of the row named.
void open_why(Ui& ui, const Rect& anchor, const std::string& why, const std::string& row = {});
void draw_search(Ui& ui, const Rect& box);  // the list under the search box
void draw_model_box(Ui& ui, const Rect& r);
void draw_device_box(Ui& ui, const Rect& r);  // the device in question, and a list of all with a query
// Lists that hang under a button; `open` opens them in this frame.
void columns_menu(Ui& ui, const Rect& under, bool open);
void export_menu(Ui& ui, const Rect& under, bool open);
void picture_menu(Ui& ui, const Rect& under, const std::string& chart, bool open);
void draw_launch(Ui& ui);
void draw_saved(Ui& ui);      // scenarios by name: keep, open, delete, as a file
void draw_keys_list(Ui& ui);  // "?"
void draw_phone(Ui& ui);
void handle_keys(Ui& ui);

// A scrolling child at `r` that shares the focus order with its parent; sets ui.draw while it is open.
struct ScrollArea {
  Ui& ui;
  ImDrawList* outer;
  bool open;
  ScrollArea(Ui& owner, const char* id, const Rect& r);
  ~ScrollArea();
  ScrollArea(const ScrollArea&) = delete;
  ScrollArea& operator=(const ScrollArea&) = delete;
  float top() const;  // screen y of the content's start, scrolling included
};

}  // namespace gpusel::ui
