#include "core/time/train_optimizer.hpp"

#include <algorithm>

#include "core/memory/memory.hpp"

namespace gpusel {
namespace {

// States read and written, in copies of the state dtype.
double state_bytes(const TrainSetup& s) {
  const double state = s.weights.state;
  switch (s.t->optimizer) {
    case Optimizer::adamw:
    case Optimizer::paged_adamw:
      return 2 * state;
    case Optimizer::adamw_8bit:
    case Optimizer::paged_adamw_8bit:
      return 2.03;
    case Optimizer::adafactor:
    case Optimizer::sgd:
      return 0;
    case Optimizer::sgd_momentum:
    case Optimizer::lion:
      return state;
    case Optimizer::muon:
      return state;
    case Optimizer::galore_adamw:
      return 0.5 * state;
  }
  return 0;
}

bool runs_foreach(const TrainSetup& s) {
  const bool small = s.t->optimizer == Optimizer::adamw_8bit || s.t->optimizer == Optimizer::paged_adamw_8bit ||
                     s.t->optimizer == Optimizer::paged_adamw;
  return s.f->foreach_optimizer && !small;
}

double bytes_a_parameter(const TrainSetup& s) {
  const double master = s.weights.master;
  // Read weight (or master), gradient, states; write weight, master, states.
  return s.weights.gradient + 2 * state_bytes(s) + 2 * std::max(s.weights.weight, master) +
         (master > 0 ? s.weights.weight : 0);
}

// Newton-Schulz: five iterations of three products on each matrix, about 2*3*5*min(rows, columns) FLOPs a parameter.
double muon_seconds(const TrainSetup& s, double parameters) {
  if (s.t->optimizer != Optimizer::muon) return 0;
  const double flops = 30.0 * static_cast<double>(s.m->hidden) * parameters;
  return flops / (0.5 * compute_peak(s.c->accelerator(), Compute::bf16).value);
}

// Streaming bandwidth of a two-socket server's memory, shared by the devices of the host.
constexpr double host_bandwidth = 150e9;

double offloaded_parameters(const TrainSetup& s) { return trainable_parameters(s) / s.shards; }

}  // namespace

double trainable_parameters(const TrainSetup& s) {
  const double split = s.tp * static_cast<double>(s.c->layout.pp);
  if (s.lora) return static_cast<double>(adapter_parameters(*s.m, s.t->lora)) / split;
  return static_cast<double>(s.m->parameters) / split / (s.m->is_moe() ? 1.0 + (s.ep - 1) * 0.9 : 1.0);
}

double checkpoint_bytes_a_parameter(const TrainSetup& s) {
  return s.weights.weight + s.weights.master + state_bytes(s);
}

double updated_parameters(const TrainSetup& s) { return trainable_parameters(s) / s.shard_if(s.zero() >= 1); }

Seconds optimizer_time(const TrainSetup& s, const TrainConstants& k) {
  const double parameters = updated_parameters(s);
  if (s.c->scenario->hardware && s.c->scenario->hardware->offload != Offload::none) return offload_time(s);
  const double bytes = parameters * bytes_a_parameter(s) * (runs_foreach(s) ? 2 : 1);
  return Seconds(bytes / (k.bandwidth_share * s.c->accelerator().bandwidth.value) + muon_seconds(s, parameters));
}

Seconds offload_time(const TrainSetup& s) {
  const Accelerator& a = s.c->accelerator();
  const double parameters = offloaded_parameters(s);
  const double pcie = a.pcie.per_direction.value > 0 ? 0.8 * a.pcie.per_direction.value : 12e9;
  const double copies = parameters * (s.weights.gradient + s.weights.weight) / pcie;
  const double local = static_cast<double>(ceil_div(s.c->count, std::max<Count>(1, s.c->nodes)));
  const double on_host = parameters * bytes_a_parameter(s) * local / host_bandwidth;
  return Seconds(copies + on_host);
}

}  // namespace gpusel
