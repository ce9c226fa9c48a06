// What a Session holds, and the steps between an Action and the next ViewModel: take a scenario (ask the core), choose
// whom the answer is about, look up what is pinned. Nothing outside ui/view/session*.cpp sees it.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "ui/view/history.hpp"
#include "ui/view/reduce.hpp"
#include "ui/view/session.hpp"

namespace gpusel::view {

struct Session::State {
  const Catalog& catalog;
  Lang lang;
  Scenario scenario;
  Selection selection;
  ViewState state;
  History history;
  Subject subject;
  bool linked = false;                   // the first question came from a link
  std::optional<Report> full;            // of the subject: with Why and advice
  std::string full_key;                  // row key it belongs to; "" = out of date
  std::optional<Report> own;             // of the device the scenario itself names
  std::optional<Rejected> own_rejected;  // set where it does not fit or breaks a limit
  struct Judged {
    Report report;
    std::optional<Rejected> rejected;
  };
  std::map<std::string, Judged> others;  // pinned rows that the selection does not have
  std::optional<Sweep> sweep;            // computed when a face first shows it
  std::vector<Note> reasons;             // why the first leads the next device, or the subject
  std::string reasons_of;                // row key of that other device, "" = not asked yet
  std::optional<std::vector<Runnable>> runnable;
  std::optional<Largest> largest;  // of the subject that `largest_of` names
  std::string largest_of;
  ViewModel view;
  std::string clipboard;
  std::uint64_t revision = 0;

  State(const Catalog& c, Lang l) : catalog(c), lang(l) {}
  const Strings& strings() const { return Strings::of(lang); }
  Input input() const;

  void build();
  // Only what depends on the charts' size.
  void lay_out_charts();
  // Takes a scenario the core can answer; an Error leaves everything as it is.
  std::optional<Error> take(Scenario next);
  void change(const Action& action);
  // In the mode "runnable": takes the row's model and settings. False where it is no such row.
  bool choose_model(const std::string& id);
  void travel(bool back);
  void speak(Lang now);
  void copy(Action::Kind kind);

 private:
  void choose_subject();
  bool choose_row(const std::string& key);
  void explain(const Report& row, const std::string& key);
  void look_up_pins();
  void compare_with_first();
  void look_up_largest();
  void sweep_if_shown();
  std::optional<Error> judge_own();
  void refuse(const Action& action, const std::string& message);
  void forget_error(const std::string& path);
  void arrive(std::string_view link);
  void look(std::string_view link);
};

}  // namespace gpusel::view
