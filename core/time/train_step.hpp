// One optimizer step put together: t = (m * (compute + exposed) * (1 + bubble) + gradients + optimizer) * stragglers
// (estimation.md sec. 4.2-4.4), and the terms a person can open.
#pragma once

#include "core/time/train_traffic.hpp"

namespace gpusel {

struct TrainStep {
  TrainConstants constants;
  TrainWork work;
  TrainCompute compute;
  TrainTraffic traffic;
  Seconds optimizer;
  double micro_steps = 1, stragglers = 1;
  double step_tokens = 0;  // of all devices
  Seconds micro;           // one micro-step, exposed communication included
  Seconds total;
  TrainPhases phases;
};

TrainStep train_step(const TrainSetup& s);
Why explain_step(const TrainSetup& s, const TrainStep& step);
std::vector<PhaseBound> step_bounds(const TrainSetup& s, const TrainStep& step);

}  // namespace gpusel
