#include "energy_fit.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/memory/memory.hpp"
#include "core/time/time.hpp"
#include "normal_equations.hpp"

namespace gpusel::accuracy {
namespace {

struct Load {
  std::array<double, 3> terms{};  // 1, ln GB, sqrt of the compute share
  double share = 0;               // of the board's power, measured
};

double watts_of(const ServeRow& r) {
  for (const auto& [path, value] : r.measured)
    if (path == "energy.watts") return value;
  return 0;
}

double tpot_of(const ServeRow& r) {
  for (const auto& [path, value] : r.measured)
    if (path == "serve.tpot_seconds") return value;
  return 0;
}

// A step far slower than estimated at low power is a host that does not keep up.
bool starved(const ServeRow& r, const ServeTiming& t) {
  const double measured = tpot_of(r), expected = static_cast<double>(t.report.tpot.estimate.value);
  const bool few = r.running > 0 && r.running < 0.8 * static_cast<double>(r.concurrency);
  return few || measured > 1.5 * expected;
}

}  // namespace

bool measures_power(const ServeRow& row) { return watts_of(row) > 0; }

std::vector<Constant> fit_energy(const Catalog& catalog, const std::vector<ServeRow>& rows,
                                 std::string_view left_out_model) {
  std::vector<Load> loads;
  for (const ServeRow& r : rows) {
    if (!measures_power(r) || r.c.shape->id == left_out_model) continue;
    Case c = r.c;
    c.catalog = &catalog;
    const MemoryReport memory = serve_memory(c, r.concurrency);
    const ServeTiming t = serve_time(c, memory, r.concurrency, r.most);
    if (starved(r, t)) continue;
    const double board = c.accelerator().power.value * static_cast<double>(c.count);
    loads.push_back({{1, std::log(std::max(1.0, t.weight_bytes_per_step / 1e9)), std::sqrt(t.compute_utilization)},
                     watts_of(r) / board});
  }
  std::array<double, 3> x{0.09, 0.11, 0.76};
  for (int iteration = 0; iteration < 8; ++iteration) {
    NormalEquations equations(3);
    for (const Load& l : loads) {
      const double share = std::clamp(x[0] * l.terms[0] + x[1] * l.terms[1] + x[2] * l.terms[2], 0.2, 1.0);
      std::vector<std::pair<std::size_t, double>> gradient;
      for (std::size_t i = 0; i < 3; ++i) gradient.emplace_back(i, l.terms[i] / share);
      equations.add(gradient, std::log(share / l.share), 1);
    }
    const std::vector<double> step = equations.solve(1e-6);
    for (std::size_t i = 0; i < 3; ++i) x[i] += step[i];
  }
  const char* source = "ml-energy v3: vLLM on H100 and B200, watts of the GPUs (tests/accuracy)";
  return {{"energy.serve_base", "", x[0], source},
          {"energy.serve_log_gigabytes", "", x[1], source},
          {"energy.serve_sqrt_compute", "", x[2], source}};
}

}  // namespace gpusel::accuracy
