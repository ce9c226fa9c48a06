#include <algorithm>

#include "core/memory/memory.hpp"
#include "core/memory/serve_setup.hpp"
#include "core/plan/hardware.hpp"
#include "core/plan/planner.hpp"
#include "core/time/communication.hpp"
#include "core/time/time.hpp"

namespace gpusel {
namespace {

bool has_speed_data(const Case& c) {
  const Accelerator& a = c.accelerator();
  const double peak =
      std::max({a.peak.bf16.value, a.peak.fp16.value, a.peak.fp32.value, a.peak.fp8.value, a.peak.int8.value});
  return a.bandwidth.value > 0 && peak > 0;
}

// A diffusion model's denoiser is counted as a whole, without layers whose work could be timed.
bool has_timed_layers(const ModelShape& shape) { return !shape.kinds.empty() || !shape.encoder_kinds.empty(); }

bool is_timed(const Case& c, Timing timing, const Report& r) {
  return has_speed_data(c) && (timing != Timing::when_it_fits || r.memory.fits != Fits::no);
}

void append(std::vector<Note>& to, const std::vector<Note>& from) { to.insert(to.end(), from.begin(), from.end()); }

void train(const Case& c, Timing timing, Report& r) {
  if (timing != Timing::only) r.memory = train_memory(c);
  append(r.assumptions, r.memory.assumptions);
  append(r.warnings, r.memory.warnings);
  if (!is_timed(c, timing, r)) return;
  if (!has_timed_layers(*c.shape)) {
    if (c.explain)
      r.warnings.push_back({"speed-not-modelled",
                            "How long a training step of this kind of model takes is not modelled: memory only.",
                            "/model",
                            {}});
    return;
  }
  TrainTiming t = train_time(c, r.memory);
  r.energy = train_energy(c, t);
  r.train = std::move(t.report);
  r.bound_by = std::move(t.bounds);
  append(r.assumptions, t.assumptions);
  append(r.warnings, t.warnings);
}

void serve(const Case& c, Timing timing, Report& r) {
  const ServeSetup setup = serve_setup(c);
  const Count most = max_concurrency(c, setup);
  const Count concurrency = requests_in_force(c, most);
  r.memory = serve_memory(c, setup, concurrency);
  if (!is_timed(c, timing, r)) return;
  ServeTiming t = serve_time(c, r.memory, concurrency, most);
  append(r.warnings, t.warnings);
  if (!(t.report.output.estimate.value > 0)) return;  // no rate is known for this device: said in the warnings
  r.energy = serve_energy(c, t);
  r.serve = std::move(t.report);
  r.bound_by = std::move(t.bounds);
  append(r.assumptions, t.assumptions);
}

// Without a speed the devices are taken at their power limit: an upper bound, said as such by its interval.
void bound_power(const Case& c, Report& r) {
  if (r.train || r.serve || !(c.power_limit.value > 0)) return;
  const Watts most = c.power_limit * static_cast<double>(c.count);
  constexpr double idle_share = 0.2;
  r.energy.watts = {most, most * idle_share, most};
}

// What a buyer must know about the device and its price.
void note_market(const Case& c, Report& r) {
  const Accelerator& a = c.accelerator();
  auto warn = [&](const char* code, std::string message) {
    r.warnings.push_back({code, std::move(message), "/hardware/accelerator", {{"device", a.name}}});
  };
  if (a.hosted_only) warn("hosted-only", not_sold(a));
  if (a.status == "announced")
    warn("not-shipping", a.name + " is announced, not yet shipping; its figures are the vendor's.");
  if (!r.cost.usd_per_hour && !r.cost.purchase) warn("no-price", "The catalogue has no price for " + a.name + ".");
  if ((r.cost.usd_per_hour && r.cost.usd_per_hour->stale) || (r.cost.purchase && r.cost.purchase->stale))
    warn("price-stale", "A price of " + a.name + " is more than 180 days older than the catalogue's newest.");
}

// What the layout leaves idle or sends the long way, whether it was asked for or the best there is.
void note_layout(const Case& c, Report& r) {
  const Layout& l = c.layout;
  auto warn = [&](const char* code, std::string message, const char* pointer,
                  std::vector<std::pair<std::string, std::string>> args) {
    r.warnings.push_back({code, std::move(message), pointer, std::move(args)});
  };
  const Count micro = c.train().gradient_accumulation;
  const std::string stages = std::to_string(l.pp), tp = std::to_string(l.tp), enough = std::to_string(4 * l.pp);
  if (c.scenario->task == Task::train && micro < l.pp)
    warn("pipeline-starved",
         "Fewer micro-batches a step (" + std::to_string(micro) + ") than pipeline stages (" + stages +
             ") leave stages idle; gradient_accumulation of " + enough + " or more fills them.",
         "/train/gradient_accumulation", {{"micro", std::to_string(micro)}, {"pp", stages}, {"enough", enough}});
  const Accelerator& a = c.accelerator();
  const Count reached = std::max(fast_domain(a), c.count / std::max<Count>(1, c.nodes));
  const std::string near = std::to_string(reached);
  if (l.tp > reached)
    warn("tp-beyond-host",
         "Tensor parallelism of " + tp + " reaches over the network between hosts: " + near + " x " + a.name +
             " stand together.",
         "/hardware/parallel/tp", {{"tp", tp}, {"near", near}, {"device", a.name}});
}

}  // namespace

Count requests_in_force(const Case& c, Count most) {
  const Count limit = c.engine().max_sequences * std::max<Count>(1, c.layout.dp);
  return std::max<Count>(1, c.serve().concurrency.value_or(std::min(most, limit)));
}

Fits fits_in_memory(const Case& c) {
  if (c.scenario->task == Task::train) return train_memory(c).fits;
  return serve_memory(c, std::max<Count>(1, c.serve().concurrency.value_or(1))).fits;
}

Report measure(const Case& c, Timing timing) {
  Report r;
  if (c.explain) {
    append(r.warnings, c.scenario->notes);
    append(r.warnings, c.shape->notes);
  }
  if (c.scenario->task == Task::train) {
    train(c, timing, r);
  } else {
    serve(c, timing, r);
  }
  if (c.explain && !has_speed_data(c))
    r.warnings.push_back({"no-speed-data",
                          "The catalogue has no peak rate or bandwidth for this device: memory only.",
                          "/hardware/accelerator",
                          {}});
  r.fits = r.memory.fits;
  return r;
}

Report evaluate(const Case& c) {
  Report r = measure(c, Timing::always);
  bound_power(c, r);
  r.cost = cost_of(c, r);
  if (c.explain) {
    note_market(c, r);
    note_layout(c, r);
  }
  return r;
}

}  // namespace gpusel
