// The seams inside the view model's builder: one function a region of the screen, all pure over the same Input.
// The session makes the Input from what the core answered; tests make it by hand.
#pragma once

#include <string>
#include <vector>

#include "core/domain/catalog.hpp"
#include "core/domain/report.hpp"
#include "ui/view/strings.hpp"
#include "ui/view/view_model.hpp"

namespace gpusel::view {

// What was typed and refused: kept beside the last valid answer.
struct FieldError {
  std::string path, typed, message;
};

// Everything a person chose that is no part of the Scenario.
struct ViewState {
  std::string theme = "auto", phone_tab = "result", selected, sort, filter, why, search, chart = "pareto", error;
  bool descending = false, all_rejected = false, more_open = false;
  std::vector<std::string> pins;
  std::vector<FieldError> field_errors;
  std::string tried;  // label of the change that is the last undo step, "" = none
  double chart_width = 320, chart_height = 380;
};

// Whom the answer is about: a ranked row, or a rejected one (chosen, or the nearest miss when nothing fits).
struct Subject {
  const Report* report = nullptr;  // full: Why and advice
  const Rejected* rejected = nullptr;
  std::size_t place = 0;  // index in ranked
};

struct Input {
  const Catalog& catalog;
  const Strings& strings;
  const Scenario& scenario;
  const Selection& selection;
  const ViewState& state;
  Subject subject;
  Lang lang() const { return strings.lang(); }
};

ViewModel build_view(const Input& in);

std::vector<FieldGroupView> build_needs(const Input& in);
ModelCard build_model_card(const Input& in);
AnswerView build_answer(const Input& in);
MemoryView build_memory(const Input& in);
ChangesView build_changes(const Input& in);
TableView build_table(const Input& in);
WhyView build_why(const Input& in, std::string_view id);
ChartView build_pareto(const Input& in);
ChartView build_roofline(const Input& in);
ChartView build_step(const Input& in);
std::vector<Button> build_starts(const Input& in);

// The name of a scenario ("LoRA, Llama 3 8B") and the phone's folded line ("2,048 tokens · micro-batch 1 · 20 M
// tokens").
std::string scenario_name(const Input& in);
std::string summary_line(const Input& in);
std::string model_name(const ModelRef& model, const Catalog& catalog);

// The Why id behind a figure or a part ("memory", "memory/logits"), "" where the report has no Why for it.
std::string why_id(const Report& report, std::string_view figure, std::string_view part = {});

// An advice or fix in words; the effect as "−2.7 GiB at the peak, 3% faster". `base`: the scenario of the report it was
// made for.
std::string advice_label(const Input& in, const Advice& advice, const Scenario& base);
std::string advice_effect(const Input& in, const Advice& advice, Fits before);
// Of the subject: what makes it fit for certain comes first; nothing that a limit of the goal refuses.
std::vector<const Advice*> ordered_advice(const Input& in);
Action advice_action(const Input& in, const Advice& advice, const Scenario& base);

// Why a device lost, and the button that would bring it back.
std::string rejected_reason(const Input& in, const Rejected& r);
std::optional<Button> rejected_fix(const Input& in, const Rejected& r);

// The answer as a Markdown table, for the clipboard.
std::string copy_markdown_text(const Input& in, const std::string& link);

}  // namespace gpusel::view
