// Undo and redo: Scenarios before and after the present one, at most 200 steps back. Changes that name the same slider
// in a row are one step (a drag), because undoing a drag pixel by pixel helps nobody.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/domain/scenario.hpp"

namespace gpusel::view {

// What a step goes back to: a scenario, and how it was shown where the step changed that too (a starting point).
struct Step {
  Scenario scenario;
  std::optional<std::string> look;  // link_state()
};

class History {
 public:
  static constexpr std::size_t kMost = 200;
  // `before` becomes the step to go back to. `drag`: the slider's path, "" for a change that stands alone.
  void push(Step before, const std::string& drag = {});
  // Ends a drag: the next change of the same slider is a step of its own.
  void settle() { drag_.clear(); }
  bool can_undo() const { return !past_.empty(); }
  bool can_redo() const { return !future_.empty(); }
  Step undo(Step present);  // needs can_undo()
  Step redo(Step present);  // needs can_redo()

 private:
  std::vector<Step> past_, future_;
  std::string drag_;
};

}  // namespace gpusel::view
