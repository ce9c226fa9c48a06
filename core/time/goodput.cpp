#include "core/time/goodput.hpp"

#include <algorithm>
#include <cmath>

#include "core/time/train_optimizer.hpp"

namespace gpusel {
namespace {

// 419 unexpected interruptions in 54 days on 16,384 H100 (The Llama 3 Herd of Models, 2407.21783, sec. 3.3.4): a host
// of eight fails every 264 days. BLOOM saw 1-2 failures a week on 48 hosts (every 224 days; bigscience chronicles);
// OPT-175B cycled over 100 of its 124 hosts in two months (2205.01068, sec. 2.4), four times as often.
constexpr double failures_a_device_second = 419 / (54.0 * 86400 * 16384);
constexpr double rarest = 0.5, commonest = 4;
// Noticing, replacing the host, loading the checkpoint: what leaves Llama 3 its "higher than 90 % effective training
// time" (same section) once checkpoints, work done again and 5 % for evaluation and planned stops are taken off.
constexpr double restart_seconds = 360;
// Sustained writes a host: 2 TB/s for 2,048 hosts (same paper, sec. 3.3.1). Ranks meet and flush: at least a second.
constexpr double checkpoint_bytes_a_second = 1e9, least_checkpoint = 1;

// Daly's eq. 37: the interval between checkpoints that loses least.
double best_interval(double delta, double m) {
  if (delta >= 2 * m) return m;
  const double x = std::sqrt(delta / (2 * m));
  return std::sqrt(2 * delta * m) * (1 + x / 3 + x * x / 9) - delta;
}

// Useful seconds a second of the clock at that interval (Daly's eq. 20: failures come as a Poisson process, during
// restarts too).
double useful_share(double delta, double m) {
  const double tau = best_interval(delta, m);
  return tau / (m * std::exp(restart_seconds / m) * std::expm1((tau + delta) / m));
}

}  // namespace

Goodput goodput_of(const FaultyJob& job) {
  const double delta = std::max(least_checkpoint, job.checkpoint_bytes / (job.hosts * checkpoint_bytes_a_second));
  const double rate =
      job.devices * failures_a_device_second + (job.host_taken_every > 0 ? job.hosts / job.host_taken_every : 0);
  Goodput g;
  g.between_failures = Seconds(1 / rate);
  g.checkpoint = Seconds(delta);
  g.interval = Seconds(best_interval(delta, 1 / rate));
  g.restart = Seconds(restart_seconds);
  g.share = useful_share(delta, 1 / rate);
  g.low = useful_share(delta, 1 / (rate * commonest));
  g.high = useful_share(delta, 1 / (rate * rarest));
  return g;
}

Goodput train_goodput(const TrainSetup& s, bool spot) {
  const double split = s.tp * static_cast<double>(s.c->layout.pp);
  FaultyJob job;
  job.devices = static_cast<double>(s.c->count);
  job.hosts = static_cast<double>(std::max<Count>(1, s.c->nodes));
  // Weights, master copies and states, once however they are sharded; of adapters alone where the base is frozen.
  job.checkpoint_bytes = trainable_parameters(s) * split * checkpoint_bytes_a_parameter(s);
  if (spot) job.host_taken_every = s.c->scenario->goal.spot_interruption_seconds;
  return goodput_of(job);
}

bool runs_on_spot(const GoalSpec& goal) { return goal.acquire == Acquire::rent && goal.rent == RentPlan::spot; }

}  // namespace gpusel
