// The seams inside the view model's builder: one function a region of the screen, all pure over the same Input.
// The session makes the Input from what the core answered; tests make it by hand.
#pragma once

#include <string>
#include <vector>

#include "core/domain/catalog.hpp"
#include "core/domain/report.hpp"
#include "core/plan/runnable.hpp"
#include "core/plan/setting.hpp"
#include "ui/view/strings.hpp"
#include "ui/view/sweep.hpp"
#include "ui/view/view_model.hpp"

namespace gpusel::view {

// What was typed and refused: kept beside the last valid answer.
struct FieldError {
  std::string path, typed, message;
};

// Everything a person chose that is no part of the Scenario.
struct ViewState {
  std::string theme = "auto", phone_tab = "result", selected, sort, filter, why, search, chart = "pareto", error;
  std::string mode;              // "" (select), "compare", "runnable"
  std::string baseline;          // compare: row key; "" = the first column
  std::string wants_pin;         // the seventh pin, until one of the six makes room
  std::string sweep_x, sweep_y;  // "" = the task's usual
  std::string launch;            // tool whose launch settings are open: "" = closed, "first" = the plan\'s own
  std::string adapter;           // what the browser calls the graphics card
  bool descending = false, all_rejected = false, more_open = false;
  bool letters = true;                      // the keys without Ctrl act
  std::vector<Choice> saved;                // as the page keeps them
  bool intervals = false, differs = false;  // compare: intervals in place of differences; only rows that differ
  bool all_charts = true;
  std::vector<std::string> columns;  // ids of the table's figures; empty = the usual four
  std::vector<Choice> where;         // typed under the table's heads: value = column id, label = text
  std::vector<std::string> pins;     // by place (ui/view/pins.hpp)
  std::vector<FieldError> field_errors;
  std::string tried;  // label of the change that is the last undo step, "" = none
  double chart_width = 320, chart_height = 380;
};

// Whom the answer is about: a ranked row, or a rejected one (chosen, or the nearest miss when nothing fits).
struct Subject {
  const Report* report = nullptr;  // full: Why and advice
  const Rejected* rejected = nullptr;
  std::size_t place = 0;  // index in ranked; -1 where it is no row of it
  bool own = false;       // the device the scenario names
};

// A pinned device: its place (colour and marker) and its estimate.
struct Pinned {
  std::string key;
  int place = 0;
  const Report* report = nullptr;
  const Rejected* rejected = nullptr;
};

// How far each setting could go on the subject's device (0: not even 1 fits).
struct Reach {
  Setting setting;
  Count sure, about;  // that fits with its high end; by its estimate
};
using Largest = std::vector<Reach>;

struct Input {
  const Catalog& catalog;
  const Strings& strings;
  const Scenario& scenario;
  const Selection& selection;
  const ViewState& state;
  Subject subject;
  std::vector<Pinned> pinned = {};
  const Sweep* sweep = nullptr;                     // computed where a face shows it
  const std::vector<Note>* reasons = nullptr;       // of the subject's place in the ranking
  const Largest* largest = nullptr;                 // of the subject
  const std::vector<Runnable>* runnable = nullptr;  // in the mode of that name
  Lang lang() const { return strings.lang(); }
};

ViewModel build_view(const Input& in);

std::vector<FieldGroupView> build_needs(const Input& in);
ModelCard build_model_card(const Input& in);
AnswerView build_answer(const Input& in);
MemoryView build_memory(const Input& in);
// The bar of any report on a scale of `full` bytes (memory_scale of the largest where several share it).
MemoryView memory_bar(const Input& in, const Report& r, double full);
double memory_scale(const Report& r);
ChangesView build_changes(const Input& in);
TableView build_table(const Input& in);
TableView build_runnable(const Input& in);
CompareView build_compare(const Input& in);
CardQuestion build_card(const Input& in);
Largest find_largest(const Input& in);
std::vector<InverseView> build_largest(const Input& in);
std::optional<LaunchView> build_launch(const Input& in);
// Models, devices, settings and starting points that match, best first. Values: "model:", "accelerator:", "field:" or
// "start:" and the id.
std::vector<Choice> build_search(const Input& in);
// What the boards called H100 are, where one of them is shown; else "".
// A note in the reader's language, devices by their short names.
std::string note_line(const Input& in, const Note& note);
std::string h100_note(const Input& in, const std::vector<std::string>& shown_keys);
// A button that asks the page for something (Action::Kind::ask_page).
Button page_button(std::string id, std::string label, std::string what, std::string with = {});
std::vector<Button> build_exports(const Input& in);
std::vector<Choice> build_keys(const Input& in);
WhyView build_why(const Input& in, std::string_view id);
// Those with geometry for the size in force.
std::vector<ChartView> build_charts(const Input& in);
ChartView build_pareto(const Input& in);
ChartView build_roofline(const Input& in);
ChartView build_step(const Input& in);
ChartView build_sweep(const Input& in);
ChartView build_rent(const Input& in);
// Its tab, and the title of its drawing where there is one.
ChartView chart_named(const Input& in, const char* id, const char* title_key = nullptr);
Sweep make_sweep(const Input& in);
std::vector<Button> build_starts(const Input& in);

// The name of a scenario ("LoRA, Llama 3 8B") and the phone's folded line ("2,048 tokens · micro-batch 1 · 20 M
// tokens").
std::string scenario_name(const Input& in);
std::string summary_line(const Input& in);
std::string model_name(const ModelRef& ref, const Catalog& catalog);

// The Why id behind a figure or a part ("memory", "memory/logits"), "" where the report has no Why for it.
std::string why_id(const Report& report, std::string_view figure, std::string_view part = {});

// An advice or fix in words; the effect as "−2.7 GiB at the peak, 3% faster". `base`: the scenario of the report it was
// made for.
std::string advice_label(const Input& in, const Advice& advice, const Scenario& base);
std::string advice_effect(const Input& in, const Advice& advice, Fits before);
// Of the subject: what makes it fit for certain comes first; nothing that a limit of the goal refuses.
std::vector<const Advice*> ordered_advice(const Input& in);
Action advice_action(const Input& in, const Advice& advice, const Scenario& base);

// A point where the order of two devices turns: said under what would change the answer.
bool is_turn(const Note& reason);

// Why a device lost, and the button that would bring it back.
std::string rejected_reason(const Input& in, const Rejected& r);
std::optional<Button> rejected_fix(const Input& in, const Rejected& r);

// Where nothing is ranked: the nearest that would be possible as a sentence, the button that asks for it, and the other
// such plans as changes to try.
std::string possible_instead(const Input& in);
std::optional<Button> nearest_change(const Input& in);
std::vector<ChangeView> other_possible(const Input& in);

std::string table_csv(const TableView& table);
// The answer as a Markdown table, for the clipboard.
std::string copy_markdown_text(const Input& in, const std::string& link);

}  // namespace gpusel::view
