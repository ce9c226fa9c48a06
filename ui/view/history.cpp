#include "ui/view/history.hpp"

#include <utility>

namespace gpusel::view {

void History::push(const Scenario& before, const std::string& drag) {
  future_.clear();
  const bool same_drag = !drag.empty() && drag == drag_ && !past_.empty();
  drag_ = drag;
  if (same_drag) return;
  if (past_.size() == kMost) past_.erase(past_.begin());
  past_.push_back(before);
}

Scenario History::undo(const Scenario& present) {
  settle();
  Scenario back = std::move(past_.back());
  past_.pop_back();
  future_.push_back(present);
  return back;
}

Scenario History::redo(const Scenario& present) {
  settle();
  Scenario forth = std::move(future_.back());
  future_.pop_back();
  past_.push_back(present);
  return forth;
}

}  // namespace gpusel::view
