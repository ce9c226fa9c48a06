#include "ui/view/history.hpp"

#include <utility>

namespace gpusel::view {

void History::push(Step before, const std::string& drag) {
  future_.clear();
  const bool same_drag = !drag.empty() && drag == drag_ && !past_.empty();
  drag_ = drag;
  if (same_drag) return;
  if (past_.size() == kMost) past_.erase(past_.begin());
  past_.push_back(std::move(before));
}

namespace {

// The present becomes a step the other way; it remembers its look where the step taken changes it.
Step taken(std::vector<Step>& from, std::vector<Step>& to, Step present) {
  Step step = std::move(from.back());
  from.pop_back();
  if (!step.look) present.look.reset();
  to.push_back(std::move(present));
  return step;
}

}  // namespace

Step History::undo(Step present) {
  settle();
  return taken(past_, future_, std::move(present));
}

Step History::redo(Step present) {
  settle();
  return taken(future_, past_, std::move(present));
}

}  // namespace gpusel::view
