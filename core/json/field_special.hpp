// Access to the members that are more than one value: models and devices (a name or the object itself), LoRA's targets
// (a set or a list), prices of one's own, arrival (a word or a rate), concurrency (a number or "max"), unequal devices.
#pragma once

#include "core/domain/scenario.hpp"
#include "core/domain/value.hpp"

namespace gpusel::special {

Value get_model(const Scenario& s);
bool set_model(Scenario& s, const Value& v);
Value get_accelerator(const Scenario& s);
bool set_accelerator(Scenario& s, const Value& v);
Value get_groups(const Scenario& s);
bool set_groups(Scenario& s, const Value& v);
Value get_prices(const Scenario& s);
bool set_prices(Scenario& s, const Value& v);
Value get_targets(const Scenario& s);
bool set_targets(Scenario& s, const Value& v);
Value get_arrival(const Scenario& s);
bool set_arrival(Scenario& s, const Value& v);
Value get_concurrency(const Scenario& s);
bool set_concurrency(Scenario& s, const Value& v);
Value get_draft(const Scenario& s);
bool set_draft(Scenario& s, const Value& v);

}  // namespace gpusel::special
