#include "serve_fit.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/memory/memory.hpp"
#include "normal_equations.hpp"

namespace gpusel::accuracy {
namespace {

constexpr double sigma = 0.15;  // expected log error of a good row
constexpr double knee = 1.2;    // of Huber's loss, in sigmas
constexpr double tiny_step = 1e-3;

struct Named {
  std::string_view path;
  double ServeValues::*quantity;
};
constexpr std::array<Named, 6> rates{{
    {"serve.decode_tokens_per_second", &ServeValues::decode},
    {"serve.decode_tokens_per_second_per_request", &ServeValues::decode_per_request},
    {"serve.output_tokens_per_second", &ServeValues::output},
    {"serve.prefill_tokens_per_second", &ServeValues::prefill},
    {"serve.tpot_seconds", &ServeValues::tpot},
    {"serve.ttft_seconds", &ServeValues::ttft},
}};

// A sweep of 600 rows says less than 600 sources: sources count like min(n, 4 sqrt(n)) rows of a quantity.
double row_weight(const ServeRow& r, std::string_view path, double rows_of_source) {
  double w = std::min(rows_of_source, 4 * std::sqrt(rows_of_source)) / rows_of_source;
  w *= r.trust == 'A' ? 1 : r.trust == 'B' ? 0.5 : 0.15;
  if (path == "serve.ttft_seconds" && r.concurrency > 1) w *= 0.3;  // the arrival is rarely stated
  // A stated number of requests that the cache cannot hold: how they queued is not known.
  if (r.unknown_concurrency && r.c.serve().concurrency) w *= 0.2;
  const bool starved = r.running > 0 && r.running < 0.8 * static_cast<double>(r.concurrency);
  return starved ? 0.2 * w : w;
}

double huber(double z) { return z <= knee ? 0.5 * z * z : knee * (z - 0.5 * knee); }

}  // namespace

ServeFit::ServeFit(const std::vector<ServeRow>& rows) : rows_(rows), effects_(serve_effects(rows)) {
  std::map<std::string, double> count;
  for (const ServeRow& r : rows)
    for (const auto& m : r.measured) count[r.source + m.first] += 1;
  observations_of_row_.resize(rows.size());
  effects_of_row_.resize(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const ServeRow& r = rows[i];
    const MemoryReport memory = serve_memory(r.c, r.concurrency);
    work_.push_back(serve_work(r.c, &memory));
    for (const auto& [path, value] : r.measured)
      for (const Named& rate : rates) {
        if (rate.path != path) continue;
        observations_of_row_[i].push_back(observations_.size());
        observations_.push_back({i, rate.quantity, value, row_weight(r, path, count[r.source + path])});
      }
    for (std::size_t e = 0; e < effects_.size(); ++e)
      if (effects_[e].reaches[i]) effects_of_row_[i].push_back(e);
  }
  used_.assign(rows.size(), 1);
}

ServeConstants ServeFit::constants(std::size_t row) const {
  ServeConstants k;
  std::vector<double> sum(serve_constant_count(), 0);
  std::vector<char> fitted(serve_constant_count(), 0);
  for (std::size_t e : effects_of_row_[row]) {
    sum[effects_[e].constant] += effects_[e].value;
    fitted[effects_[e].constant] = 1;
  }
  for (std::size_t i = 0; i < sum.size(); ++i)
    if (fitted[i]) serve_constant(k, i) = std::exp(sum[i]);
  return k;
}

void ServeFit::residuals_of(std::size_t row, const ServeConstants& k, std::vector<double>& out) const {
  ServeConstants within = k;
  keep_within_roofs(within);
  const ServeRow& r = rows_[row];
  const ServeValues v = serve_values(within, serve_rates(r.c, work_[row], within, r.concurrency, r.most));
  for (std::size_t o : observations_of_row_[row])
    out[o] = std::log(v.*observations_[o].quantity / observations_[o].measured);
}

void ServeFit::residuals(std::vector<double>& out) const {
  out.resize(observations_.size());
  for (std::size_t i = 0; i < rows_.size(); ++i)
    if (used_[i] && !observations_of_row_[i].empty()) residuals_of(i, constants(i), out);
}

ServeFit::Slopes ServeFit::slopes(const std::vector<double>& at) const {
  Slopes slopes(observations_.size(), std::vector<double>(serve_constant_count(), 0));
  std::vector<double> moved(observations_.size());
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (!used_[i] || observations_of_row_[i].empty()) continue;
    const ServeConstants k = constants(i);
    for (std::size_t n = 0; n < serve_constant_count(); ++n) {
      ServeConstants nudged = k;
      serve_constant(nudged, n) *= std::exp(tiny_step);
      residuals_of(i, nudged, moved);
      for (std::size_t o : observations_of_row_[i]) slopes[o][n] = (moved[o] - at[o]) / tiny_step;
    }
  }
  return slopes;
}

double ServeFit::cost_of(const std::vector<double>& residuals) const {
  double cost = 0;
  for (std::size_t o = 0; o < residuals.size(); ++o)
    if (used_[observations_[o].row]) cost += observations_[o].weight * huber(std::fabs(residuals[o]) / sigma);
  for (const Effect& e : effects_) {
    const double z = (e.value - e.mean) / e.deviation;
    cost += 0.5 * z * z;
  }
  return cost;
}

std::vector<double> ServeFit::step(const Slopes& slopes, const std::vector<double>& residuals, double damping) const {
  NormalEquations equations(effects_.size());
  std::vector<std::pair<std::size_t, double>> gradient;
  for (std::size_t o = 0; o < observations_.size(); ++o) {
    const Observation& seen = observations_[o];
    if (!used_[seen.row]) continue;
    const double z = std::fabs(residuals[o]) / sigma;
    const double weight = seen.weight * (z <= knee ? 1 : knee / z) / (sigma * sigma);
    gradient.clear();
    for (std::size_t e : effects_of_row_[seen.row])
      if (const double g = slopes[o][effects_[e].constant]; g != 0) gradient.emplace_back(e, g);
    equations.add(gradient, residuals[o], weight);
  }
  for (std::size_t e = 0; e < effects_.size(); ++e)
    equations.hold(e, effects_[e].value - effects_[e].mean, 1 / (effects_[e].deviation * effects_[e].deviation));
  return equations.solve(damping);
}

// One accepted step; false where no shorter step helps.
bool ServeFit::improve(const Slopes& slopes, std::vector<double>& residuals, double& damping) {
  const std::vector<Effect> before = effects_;
  for (int attempt = 0; attempt < 6; ++attempt) {
    const std::vector<double> move = step(slopes, residuals, damping);
    for (std::size_t e = 0; e < effects_.size(); ++e) effects_[e].value += std::clamp(move[e], -1.0, 1.0);
    std::vector<double> trial = residuals;
    this->residuals(trial);
    const double cost = cost_of(trial);
    if (cost < cost_) {
      const bool worthwhile = cost_ - cost > 2e-5 * cost_;
      cost_ = cost;
      residuals = std::move(trial);
      damping = std::max(damping / 5, 1e-6);
      return worthwhile;
    }
    effects_ = before;
    damping *= 10;
  }
  return false;
}

void ServeFit::solve() {
  used_.assign(rows_.size(), 1);
  std::vector<double> at(observations_.size(), 0);
  residuals(at);
  cost_ = cost_of(at);
  double damping = 1e-3;
  for (int i = 0; i < 40; ++i)
    if (!improve(slopes(at), at, damping)) break;
  whole_ = effects_;
}

void ServeFit::refit(const KeepServe& keep) {
  effects_ = whole_;
  for (std::size_t i = 0; i < rows_.size(); ++i) used_[i] = keep(rows_[i]);
  // What only the others told goes back to what was believed before.
  for (Effect& e : effects_) {
    bool told = false;
    for (std::size_t i = 0; i < rows_.size(); ++i) told |= used_[i] && e.reaches[i] && !observations_of_row_[i].empty();
    if (!told) e.value = e.mean;
  }
  std::vector<double> at(observations_.size(), 0);
  residuals(at);
  cost_ = cost_of(at);
  double damping = 1e-3;
  for (int i = 0; i < 4; ++i)
    if (!improve(slopes(at), at, damping)) break;
}

}  // namespace gpusel::accuracy
