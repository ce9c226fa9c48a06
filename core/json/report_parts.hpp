// Pieces of a report as JSON: quantities, notes, Why trees, money with its source. Doubles have 9 significant digits,
// bytes are whole.
#pragma once

#include <cmath>

#include "core/domain/report.hpp"
#include "core/json/text.hpp"

namespace gpusel {

template <class U>
Value unit_value(U x) {
  return Value(round_9(x.number()));
}
inline Value unit_value(Bytes x) { return Value(x.value); }
inline Value rounded(double x) { return Value(round_9(x)); }

// null where the estimate is not known.
template <class U>
Value quantity_value(const Quantity<U>& q) {
  if (!std::isfinite(q.estimate.number())) return Value();  // a device without a speed figure
  Value out(Value::Object{});
  out.set("estimate", unit_value(q.estimate));
  out.set("low", unit_value(q.low));
  out.set("high", unit_value(q.high));
  return out;
}
template <class U>
Value quantity_value(const std::optional<Quantity<U>>& q) {
  return q ? quantity_value(*q) : Value();
}

Value args_value(const std::vector<std::pair<std::string, std::string>>& args);
Value notes_value(const std::vector<Note>& notes);
Value why_value(const Why& why);
bool is_empty(const Why& why);
Value memory_value(const MemoryReport& memory, bool with_why);
Value train_value(const TrainReport& train, bool with_why);
Value serve_value(const ServeReport& serve, bool with_why);
Value energy_value(const EnergyReport& energy, bool with_why);
Value cost_value(const CostReport& cost, bool with_why);
Value advice_value(const Advice& advice);

}  // namespace gpusel
