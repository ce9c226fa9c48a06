#include "ui/view/build.hpp"

namespace gpusel::view {

ChangesView build_changes(const Input& in) {
  constexpr std::size_t shown = 3;
  ChangesView out;
  const Report* r = in.subject.report;
  const Fits fits = r ? r->fits : Fits::yes;
  out.title = in.strings.text(fits == Fits::yes     ? "adv.title"
                              : fits == Fits::tight ? "adv.title_tight"
                                                    : "adv.title_no");
  if (!in.state.tried.empty()) {
    Action undo;
    undo.kind = Action::Kind::undo;
    out.items.push_back(
        {in.state.tried, in.strings.text("adv.applied"), {"change-undo", in.strings.text("top.undo"), undo, false}});
  }
  if (r)
    for (const Advice* a : ordered_advice(in)) {
      if (out.items.size() == shown) break;
      const std::string id = "change-" + std::to_string(out.items.size());
      const bool primary = fits != Fits::yes && out.items.empty();
      out.items.push_back({advice_label(in, *a, r->scenario),
                           advice_effect(in, *a, fits),
                           {id, in.strings.text("act.try"), advice_action(in, *a, r->scenario), primary}});
    }
  if (out.items.empty()) out.empty = in.strings.text("adv.none");
  return out;
}

}  // namespace gpusel::view
