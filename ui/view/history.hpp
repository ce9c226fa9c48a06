// Undo and redo: Scenarios before and after the present one, at most 200 steps back. Changes that name the same slider
// in a row are one step (a drag), because undoing a drag pixel by pixel helps nobody.
#pragma once

#include <string>
#include <vector>

#include "core/domain/scenario.hpp"

namespace gpusel::view {

class History {
 public:
  static constexpr std::size_t kMost = 200;
  // `before` becomes the step to go back to. `drag`: the slider's path, "" for a change that stands alone.
  void push(const Scenario& before, const std::string& drag = {});
  // Ends a drag: the next change of the same slider is a step of its own.
  void settle() { drag_.clear(); }
  bool can_undo() const { return !past_.empty(); }
  bool can_redo() const { return !future_.empty(); }
  Scenario undo(const Scenario& present);  // needs can_undo()
  Scenario redo(const Scenario& present);  // needs can_redo()

 private:
  std::vector<Scenario> past_, future_;
  std::string drag_;
};

}  // namespace gpusel::view
