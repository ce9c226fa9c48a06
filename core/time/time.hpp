// Speed and energy of a Case: rooflines, communication, overheads (estimation.md sec. 4, 6, 8). Seconds, tokens a
// second, watts. The memory report is an input because occupancy (concurrency, offload, paging) decides speed too.
#pragma once

#include "core/domain/case.hpp"

namespace gpusel {

struct TrainTiming {
  TrainReport report;
  std::vector<PhaseBound> bounds;
  double compute_utilization = 0;  // share of the step the matrix units work: drives power
  std::vector<Note> assumptions, warnings;
};
TrainTiming train_time(const Case& c, const MemoryReport& memory);

struct ServeTiming {
  ServeReport report;
  std::vector<PhaseBound> bounds;
  double compute_utilization = 0;
  double weight_bytes_per_step = 0;  // read per decode step and device: drives power
  double memory_utilization = 0;     // share of the time spent reading weights and cache: drives power
  std::vector<Note> assumptions, warnings;
};
ServeTiming serve_time(const Case& c, const MemoryReport& memory, Count concurrency, Count max_concurrency);

EnergyReport train_energy(const Case& c, const TrainTiming& timing);
EnergyReport serve_energy(const Case& c, const ServeTiming& timing);

}  // namespace gpusel
