// Seconds a training step spends in communication, and how much of it computation cannot hide (estimation.md sec. 4.3):
// gradients or shards over data-parallel ranks, activations over tensor-parallel ones, boundaries and bubbles of the
// pipeline, keys and values of context parallelism, tokens of expert parallelism, weights streamed from the host.
#pragma once

#include "core/time/communication.hpp"
#include "core/time/train_compute.hpp"

namespace gpusel {

struct TrainTraffic {
  // In every micro-step.
  Seconds tensor, pipeline, context, expert, shards, host;  // transfer times
  Seconds exposed;                                          // what computation does not hide, of all of them
  Seconds slowdown;                                         // overlapped kernels slow compute
  // Once a step.
  Seconds gradients;  // transfer
  Seconds gradients_exposed;
  double bubble = 0;  // share of the step's micro-steps that stages wait
};

TrainTraffic train_traffic(const TrainSetup& s, const TrainConstants& k, const TrainWork& w,
                           const TrainCompute& compute);

// 1F1B: (p-1)/m, interleaved (p-1)/(m*v) (Narayanan et al. 2021).
double pipeline_bubble(Count stages, Count micro_batches, Count virtual_stages);
// Jitter of the slowest rank and contention between hosts: 1 on few hosts.
double straggler_factor(const Case& c, const TrainConstants& k);

}  // namespace gpusel
