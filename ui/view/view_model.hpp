// Everything a person sees, as data: localised, formatted, ordered, with stable ids and roles. Built once from Scenario
// + Selection
// + ViewState (view/build_view.cpp) and drawn twice: by ImGui (ui/panels) and as HTML (web/text_view.js, through
// view_json). Neither face computes, formats or translates anything; a face that needs a new text or number gets a new
// member here. Lengths in charts are CSS pixels, bar positions are fractions 0..1 of the bar's width; colours are token
// names (ui/view/tokens.hpp).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/domain/enums.hpp"
#include "core/domain/value.hpp"

namespace gpusel::view {

// What a widget asks for. The session (view/session.hpp) reduces it to a new Scenario or ViewState.
struct Action {
  enum class Kind {
    none,
    set_field,      // path, value (null = back to the default / no limit)
    reset_fields,   // every field of the Settings group back to its default
    apply_patch,    // value: a merge patch of the scenario ("Try", fixes, starting points)
    load_scenario,  // text: scenario JSON, or a permalink hash with how it is shown
    import_model,   // text: bytes of the file, path: its name
    undo,
    redo,
    select_row,  // text: row key ("rtx-4090/1"); "" = back to the best
    pin,
    unpin,          // text: row key
    sort,           // text: column id; third time returns to rank
    filter,         // path: column id, "" = the device's name; text
    show_rejected,  // value bool: all rejected rows or the first few
    toggle_more,    // unfold the settings at their defaults
    open_why,
    close_why,      // text: why id
    search,         // text: query
    chart_tab,      // text: chart id
    set_language,   // text: "en" | "zh"
    set_theme,      // text: "dark" | "light" | "auto"
    set_phone_tab,  // text: "needs" | "result" | "ranking" | "charts" | "compare"
    set_view,       // text: "canvas" | "text"
    copy_link,
    copy_markdown,
    copy_json,     // the platform copies what session.take_clipboard() holds
    set_mode,      // text: "" (select), "compare", "runnable"
    compare_with,  // text: row key of the baseline
    show_option,   // path: "compare.intervals", "compare.differs" (value bool), "letters" (value bool), "sweep.x",
                   // "sweep.y", "launch" (text)
    replace_pin,   // text: row key that makes room for the seventh; "" keeps the six
    copy_csv,
    copy_launch,  // the launch settings shown
    set_columns,  // text: column ids, separated by commas; "" = the usual
    my_card,      // text: what the browser calls the graphics adapter
    set_saved,    // value: [{"name", "link"}], the scenarios that the page keeps
    // What only the page can do. text: "file:" and a copy action (path: the file's name), "svg" and "png" (path:
    // chart), "print", "guide", "save" and "delete" (path: a scenario's name), "export" and "import" (of those saved)
    ask_page,
  } kind = Kind::none;
  std::string path, text;
  Value value;
  bool operator==(const Action&) const = default;
};

struct Choice {
  std::string value, label;
  bool operator==(const Choice&) const = default;
};

struct FieldView {
  std::string id;  // the scenario path: "train.micro_batch"
  std::string label, help, unit;
  std::string type;   // "integer", "number", "boolean", "choice", "model", "accelerator", "limit"
  std::string text;   // formatted value as shown: "2,048"
  std::string input;  // value as typed: "2048"
  double number = 0, low = 0, high = 0, step = 1;
  bool logarithmic = false, slider = false, optional = false, is_default = true, segmented = false;
  std::string placeholder;  // "No limit"
  std::string error;        // localised; the typed text stays in `input`
  std::vector<Choice> choices;
  bool operator==(const FieldView&) const = default;
};
struct FieldGroupView {
  std::string id, label;          // "task", "model", "settings", "limits", "ranking"
  std::vector<FieldView> fields;  // shown
  std::vector<FieldView> more;    // folded: at their defaults
  std::string more_label;         // "9 more settings, all at their defaults"
  bool operator==(const FieldGroupView&) const = default;
};

struct ModelCard {  // the model field's two lines, and the list under it while searching
  std::string title, subtitle;
  std::string query;
  std::vector<Choice> found;  // value = id, label = "Llama 3 8B · meta-llama · 8.03 B"
  bool operator==(const ModelCard&) const = default;
};

struct Figure {
  std::string id, label, value, unit, interval;  // "20.5", "GiB", "90%: 19.7–21.6"
  std::string why;                               // why id, "" = no Why
  std::string note;                              // "no price known", "prices of ..."
  bool rough = false;
  bool operator==(const Figure&) const = default;
};

struct Button {
  std::string id, label;
  Action action;
  bool primary = false;
  bool operator==(const Button&) const = default;
};

struct AnswerView {
  std::string kicker;  // "Best of 8 that fit your limits"
  std::string device;  // "GeForce RTX 5090 32GB × 2"
  std::string brief;   // where that has no room: "RTX 5090 32GB × 2"
  std::string layout;  // "tensor parallel 2"
  Fits fits = Fits::no;
  std::string verdict;  // "Fits, 9.7 GiB to spare"
  std::vector<Figure> figures;
  std::string reason;         // first sentence(s), plain
  std::string reason_strong;  // set in semibold: "Compute-bound:"
  std::string reason_detail;  // what follows it: " 58% of 209 TFLOP/s."
  std::string stale;          // "for the last valid input", or ""
  std::string stepper;        // "2 of 8", or ""
  std::vector<Button> buttons;
  std::vector<std::string> notes;  // warnings, then assumptions
  std::string notes_label;         // "7 notes"
  std::vector<std::string> order;  // why it comes before the next device, or behind the first
  std::string order_label;         // "Why first"
  bool operator==(const AnswerView&) const = default;
};

struct Segment {
  std::string part, label, value;  // "weights", "Weights", "14.96"
  std::string color;               // token "p_weights"
  double from = 0, to = 0;         // fraction of the bar's width
  std::string why;
  bool label_inside = false;
  bool operator==(const Segment&) const = default;
};
struct MemoryView {
  std::string title, when;  // "Memory at the peak", "end of the forward pass, one device"
  std::vector<Segment> segments;
  double usable = 0, card = 0, low = 0, estimate = 0, high = 0;  // fractions
  Fits fits = Fits::no;
  std::string usable_label, card_label, interval_label, free_label, summary;
  std::vector<Choice> kinds;  // allocated / reserved / device: value = figure, label = name
  bool operator==(const MemoryView&) const = default;
};

struct ChangeView {
  std::string label, effect;  // a point where another device takes the lead has no label
  Button button;              // "Try", or "Undo" right after
  bool operator==(const ChangeView&) const = default;
};
struct ChangesView {
  std::string title, empty;
  std::vector<ChangeView> items;
  bool operator==(const ChangesView&) const = default;
};

struct Column {
  std::string id, label;
  bool numeric = true;
  std::string filter = {},
              filter_hint = {};  // typed under its head; "<" or ">", what a number alone means; "" = no filter
  bool filter_bad = false;       // what was typed is no number
  bool operator==(const Column&) const = default;
};
struct ColumnChoice {  // under "Columns"
  std::string id, label;
  bool shown = false;
  bool operator==(const ColumnChoice&) const = default;
};
struct RowView {
  std::string key;  // "rtx-4090/1"
  std::string rank, device;
  std::string brief;  // the device where its name has no room: "H100 NVL × 2"; "" for models
  Fits fits = Fits::yes;
  std::string verdict;                                        // word for the row's label
  double bar = 0, bar_low = 0, bar_high = 0, bar_usable = 1;  // shares of the card
  std::string memory;                                         // "20.5 / 31.8"
  std::vector<std::string> cells;                             // one a column after the fixed ones
  bool selected = false, pinned = false, on_front = false;
  bool operator==(const RowView&) const = default;
};
struct RejectedView {
  std::string key, device, reason;
  std::optional<Button> fix;
  bool operator==(const RejectedView&) const = default;
};
struct TableView {
  std::string title, count;     // "Ranking", "8 fit, 168 do not"
  std::vector<Column> columns;  // rank, device, memory, then the task's four figures
  std::vector<RowView> rows;
  std::string sorted_by;  // column id, "" = rank
  bool descending = false;
  std::string rejected_title, show_all, empty;
  std::vector<RejectedView> rejected;  // the shown ones
  bool all_rejected_shown = false;
  bool pinnable = true;  // rows are devices
  std::string filter, filter_help;
  std::string note;                   // about the rows shown: the variants of H100
  std::vector<ColumnChoice> choices;  // set_columns: those shown, in order
  bool operator==(const TableView&) const = default;
};

// One drawing primitive of a chart, in CSS pixels from the card's upper left corner.
struct Mark {
  enum class Kind {
    line,
    polyline,
    rect,
    circle,
    square,
    triangle,
    diamond,
    triangle_down,
    cross,
    text
  } kind = Kind::line;
  std::vector<double>
      xy;             // line: x0 y0 x1 y1; polyline: pairs; rect: x y w h; circle etc.: x y r; text: x y (baseline)
  std::string color;  // token
  double width = 1;   // stroke
  bool filled = false, dashed = false, strong = false;
  double opacity = 1;
  int size = 12;                 // text
  std::string anchor = "start";  // text: start, middle, end
  std::string text;
  std::string key;  // row key or why id this mark stands for (hover, click), or ""
  bool operator==(const Mark&) const = default;
};
struct ChartOption {
  std::string id, label;  // the action's path: "sweep.x"
  std::string value;      // the one in force
  std::vector<Choice> choices;
  bool operator==(const ChartOption&) const = default;
};
struct ChartView {
  std::string id, tab, title, summary;
  std::vector<Mark> marks;
  std::string empty;                    // a sentence instead of axes
  std::vector<ChartOption> options;     // what is drawn, to be chosen: show_option
  std::vector<std::string> remarks;     // sentences beside the drawing: "From 500 tokens H100 × 2 beats MI300X"
  std::vector<std::string> table_head;  // text alternative
  std::vector<std::vector<std::string>> table_rows;
  bool operator==(const ChartView&) const = default;
};

struct CompareColumn {
  std::string key, device, layout;  // row key; "RTX 5090 32GB × 2"; "tensor parallel 2"
  int series = 1;                   // 1-6: colour and marker
  Fits fits = Fits::yes;
  std::string verdict;  // "Fits", or why it is out
  bool baseline = false;
  MemoryView memory;  // its bar, on one scale for all columns
  bool operator==(const CompareColumn&) const = default;
};
struct CompareCell {
  std::string value, unit;
  std::string beside;  // "+43%", "baseline", or the interval, as the switch stands
  bool best = false;   // best of those that fit and keep every limit
  std::string why;     // why id of this device's number, "" = no Why
  bool operator==(const CompareCell&) const = default;
};
struct CompareRow {
  std::string id, label;
  std::vector<CompareCell> cells;  // one a column
  bool operator==(const CompareRow&) const = default;
};
struct CompareView {
  std::string title, subtitle;       // "Compare 6 devices", the scenario's line
  std::string empty;                 // with fewer than two pins: what to do
  std::string bar_label, bar_range;  // "Memory per device", "bar, 0 to 200 GiB"
  std::vector<CompareColumn> columns;
  std::vector<CompareRow> rows;
  bool intervals = false, differs = false;  // the two switches
  std::string note;                         // about the columns: the variants of H100
  std::string full;                         // the seventh pin asks which to replace: the question, else ""
  std::vector<Button> replace;              // its answers
  bool operator==(const CompareView&) const = default;
};

struct WhyRow {
  int depth = 0;
  std::string id, label, formula, numbers, value;  // value with unit
  std::string color;                               // part token, or ""
  bool has_parts = false;
  bool operator==(const WhyRow&) const = default;
};
struct WhyView {
  std::string id, title, total, interval_title, interval_text, source_title, source, cheapest;
  std::vector<WhyRow> rows;
  bool operator==(const WhyView&) const = default;
};

struct InverseView {
  std::string id, label, value;  // "train.micro_batch", "Largest micro-batch", "8": what fits for sure
  std::string about;             // "9": what fits by the estimate
  Button take;                   // sets it; no label where it is in force or nothing fits
  bool operator==(const InverseView&) const = default;
};
struct LaunchView {                // how to start this plan, with one tool at a time
  std::string title, tool;         // "Launch settings"; the shown tool's id
  std::vector<Choice> tools;       // show_option "launch" with its value shows it, with "" closes
  std::string version, file;       // whose options these are; a name to save it under
  std::string text;                // the command or file
  std::vector<std::string> notes;  // what the tool cannot express
  Button copy, save;
  bool operator==(const LaunchView&) const = default;
};
struct CardQuestion {  // "Is this your card?"
  std::string title;
  std::vector<Button> cards;  // the nearest by the adapter's name
  bool operator==(const CardQuestion&) const = default;
};

struct Text {  // a fixed string of the interface, by i18n key, so that both faces use one table
  std::string key, text;
  bool operator==(const Text&) const = default;
};

struct ViewModel {
  std::string lang;                         // "en" | "zh"
  std::string theme;                        // "dark" | "light" | "auto"
  std::string scenario_name, summary_line;  // phone's folded line
  std::vector<FieldGroupView> needs;
  ModelCard model;
  std::string model_error;
  AnswerView answer;
  MemoryView memory;
  ChangesView changes;
  TableView table;
  std::vector<ChartView> charts;  // those with geometry for the given size; the active one is `chart`
  std::string chart;
  std::optional<WhyView> why;
  std::vector<Button> starts;  // starting points
  CompareView compare;
  std::string mode;                  // "", "compare", "runnable"
  CardQuestion card;                 // in the mode "runnable"
  std::vector<InverseView> largest;  // the inverse answers: how far each setting could go on this device
  std::optional<LaunchView> launch;  // while it is open
  std::vector<Button> exports;       // copies, files, the report
  std::vector<Choice> saved;         // scenarios kept by name: value is the link
  std::vector<Choice> keys;          // value: "Ctrl K", label: what it does
  bool letters = true;               // the keys without Ctrl are on
  std::vector<Choice> search_results;
  std::string search_query;
  std::string foot;          // "176 devices checked · prices of 28 Nov 2026"
  std::string announcement;  // live region
  std::string error;         // of the last refused action (import, link), localised
  std::string permalink;     // "#v1&..."
  std::string phone_tab;
  bool can_undo = false, can_redo = false;
  int pinned = 0;
  bool more_open = false;
  std::uint64_t revision = 0;  // changes with every visible change
  bool operator==(const ViewModel&) const = default;
};

}  // namespace gpusel::view
