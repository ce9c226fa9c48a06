// What failures leave of a run's clock: a job on many devices stops with the first that fails (or the first spot host
// that is taken away), loses the work since its last checkpoint, and starts again. Checkpoints at Daly's interval
// (J. T. Daly 2006, doi 10.1016/j.future.2004.11.016; Young 1974: sqrt(2*delta*M)). Seconds; M is the mean time
// between failures of the whole job, delta the time to write a checkpoint, R to restart.
#pragma once

#include "core/memory/train_setup.hpp"

namespace gpusel {

struct FaultyJob {
  double devices = 1, hosts = 1;
  double checkpoint_bytes = 0;
  double host_taken_every = 0;  // seconds, spot; 0: never
};
Goodput goodput_of(const FaultyJob& job);

// Of a training case; `spot`: on hosts that are taken away as the goal says.
Goodput train_goodput(const TrainSetup& setup, bool spot);

// Is the case itself run on spot hosts? Only where it must be rented, and so.
bool runs_on_spot(const GoalSpec& goal);

}  // namespace gpusel
