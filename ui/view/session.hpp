// One open product: a Scenario with its history, what the person selected, and the ViewModel made of both. The canvas,
// the text view and the tests all drive this class and nothing else: dispatch(Action), then read view(). No clock, no
// I/O, no browser, no ImGui. An invalid input keeps the last valid answer, the typed text and an error message (never a
// blank, never a clamp).
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "core/domain/catalog.hpp"
#include "core/domain/report.hpp"
#include "ui/view/view_model.hpp"

namespace gpusel::view {

class Session {
 public:
  // `language` "en" or "zh" (English where Strings does not know it); starts with the default scenario (LoRA, Llama 3
  // 8B), or the permalink's.
  Session(const Catalog& catalog, std::string_view language, std::string_view permalink = {});
  ~Session();
  Session(Session&&) noexcept;

  void dispatch(const Action& action);
  const ViewModel& view() const;
  bool linked() const;  // it began with a question from a link
  // Charts are laid out for this card size (CSS pixels); view() changes only if the size does. `all`: every chart is
  // drawn (the text view); else the one whose tab is open, the others have a name alone.
  void set_chart_size(double width, double height, bool all = true);

  const Scenario& scenario() const;
  const Selection& selection() const;
  const Report* selected_report() const;         // full report (Why, advice) of the subject of the answer
  std::string text(std::string_view key) const;  // interface string of the current language
  // What copy_link / copy_markdown / copy_json put there; the platform moves it to the real clipboard.
  std::string take_clipboard();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// The ViewModel as JSON for the page's text view: same ids, same order, same texts.
std::string view_json(const Session& session);

}  // namespace gpusel::view
