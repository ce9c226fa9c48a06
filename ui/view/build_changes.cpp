#include "ui/view/build.hpp"
#include "ui/view/device_name.hpp"

namespace gpusel::view {

namespace {

std::string_view argument(const Note& note, std::string_view name) {
  for (const auto& [key, value] : note.args)
    if (key == name) return value;
  return {};
}

// The place is small: devices by their shortest names that still differ.
std::string turn_text(const Input& in, const Note& turn) {
  const auto shortest = [&](std::string_view name) {
    return with_short_names(in.catalog, argument(turn, name), chart_name);
  };
  if (shortest("a") == shortest("b")) return note_line(in, turn);
  return with_short_names(in.catalog, note_text(in.strings, turn), chart_name);
}

// "From concurrency 26 on, H100 is cheaper", and the button that goes there. A rent cannot be tried.
ChangeView turn_view(const Input& in, const Note& turn, std::size_t place) {
  ChangeView out{{}, turn_text(in, turn), {}};
  constexpr std::string_view prefix = "@turn.";
  const std::string_view unit = argument(turn, "unit");
  if (unit.substr(0, prefix.size()) != prefix) return out;
  Action go;
  go.kind = Action::Kind::set_field;
  go.path = std::string(unit.substr(prefix.size()));
  go.value = std::string(argument(turn, "x"));
  out.button = {"turn-" + std::to_string(place), in.strings.text("act.try"), go, false};
  return out;
}

// No change is enough: what stands there brings it nearer only.
bool nothing_fits(const Report& r) { return !r.advice.empty() && r.advice.front().fits_after == Fits::no; }

}  // namespace

bool is_turn(const Note& reason) { return reason.code.rfind("turn-", 0) == 0; }

ChangesView build_changes(const Input& in) {
  constexpr std::size_t shown = 3;
  ChangesView out;
  const Report* r = in.subject.report;
  const Fits fits = r ? r->fits : Fits::yes;
  std::vector<ChangeView> possible = other_possible(in);
  const bool nearer_only = possible.empty() && r && nothing_fits(*r);
  out.title = in.strings.text(fits == Fits::yes     ? "adv.title"
                              : fits == Fits::tight ? "adv.title_tight"
                              : nearer_only         ? "adv.title_nearer"
                                                    : "adv.title_no");
  if (!in.state.tried.empty()) {
    Action undo;
    undo.kind = Action::Kind::undo;
    out.items.push_back(
        {in.state.tried, in.strings.text("adv.applied"), {"change-undo", in.strings.text("top.undo"), undo, false}});
  }
  for (ChangeView& plan : possible) out.items.push_back(std::move(plan));
  if (r)
    for (const Advice* a : ordered_advice(in)) {
      if (out.items.size() >= shown) break;
      const std::string id = "change-" + std::to_string(out.items.size());
      const bool primary = fits != Fits::yes && out.items.empty();
      out.items.push_back({advice_label(in, *a, r->scenario),
                           advice_effect(in, *a, fits),
                           {id, in.strings.text("act.try"), advice_action(in, *a, r->scenario), primary}});
    }
  if (in.reasons && !in.subject.rejected) {
    std::size_t place = 0;
    for (const Note& n : *in.reasons)
      if (is_turn(n)) out.items.push_back(turn_view(in, n, place++));
  }
  if (out.items.empty()) out.empty = possible_instead(in);
  if (out.items.empty() && out.empty.empty()) out.empty = in.strings.text("adv.none");
  return out;
}

}  // namespace gpusel::view
