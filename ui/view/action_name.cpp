#include "ui/view/action_name.hpp"

#include <algorithm>
#include <iterator>

namespace gpusel::view {

namespace {

// In the order of the enum.
constexpr std::string_view kNames[] = {
    "none",          "set_field",     "reset_fields", "apply_patch",   "load_scenario", "import_model",
    "undo",          "redo",          "select_row",   "pin",           "unpin",         "sort",
    "filter",        "show_rejected", "toggle_more",  "open_why",      "close_why",     "search",
    "chart_tab",     "set_language",  "set_theme",    "set_phone_tab", "set_view",      "copy_link",
    "copy_markdown", "copy_json",     "set_mode",     "compare_with",  "show_option",   "replace_pin",
    "copy_csv",      "copy_launch",   "set_columns",  "my_card",       "set_saved",     "ask_page"};
static_assert(std::size(kNames) == static_cast<std::size_t>(Action::Kind::ask_page) + 1);

}  // namespace

std::string_view action_name(Action::Kind kind) { return kNames[static_cast<std::size_t>(kind)]; }

Action::Kind action_kind(std::string_view name) {
  const auto* const at = std::find(std::begin(kNames), std::end(kNames), name);
  return at == std::end(kNames) ? Action::Kind::none : static_cast<Action::Kind>(at - std::begin(kNames));
}

}  // namespace gpusel::view
