// What can this device run? The question turned round: every model of the catalogue on one given device (or several of
// it), with the settings that ask least of quality and still fit: serving in 16 bit, else 8, else 4; training in full,
// else LoRA, else QLoRA. Lengths, requests and batch are the scenario's. Limits on time count, limits on price do not:
// the device is there already.
#pragma once

#include "core/plan/plan.hpp"

namespace gpusel {

struct Runnable {
  std::string model;  // catalogue id
  Scenario scenario;  // the question of this row: model and settings replaced, layout open
  Report report;
  Count parameters = 0;
  Count longest = 0;  // context (serving) or sequence (training) that still fits with its high end
};

// Needs hardware.accelerator. What fits for certain first, larger models before smaller ones, then the faster.
Result<std::vector<Runnable>> runnable(const Catalog& catalog, const Scenario& scenario);

}  // namespace gpusel
