// Penalised least squares of the serving constants on the measured rates: Huber's loss on log(estimate / measured),
// rows of one source counting less the more there are, each effect held to its mean by its own deviation.
// Gauss-Newton with Levenberg's damping; deterministic.
#pragma once

#include <map>
#include <set>

#include "core/time/serve_result.hpp"
#include "serve_effects.hpp"

namespace gpusel::accuracy {

// A measured rate or latency of a row.
struct Observation {
  std::size_t row = 0;
  double ServeValues::*quantity = nullptr;
  double measured = 0, weight = 1;
};

class ServeFit {
 public:
  explicit ServeFit(const std::vector<ServeRow>& rows);
  // Fits to all rows. Starts from the effects as they are.
  void solve();
  // After solve(): the same with some of the rows, from the whole fit.
  void refit(const KeepServe& keep);
  const std::vector<Effect>& effects() const { return effects_; }

 private:
  using Slopes = std::vector<std::vector<double>>;  // by observation, by constant
  ServeConstants constants(std::size_t row) const;
  void residuals_of(std::size_t row, const ServeConstants& k, std::vector<double>& out) const;
  void residuals(std::vector<double>& out) const;
  Slopes slopes(const std::vector<double>& at) const;
  double cost_of(const std::vector<double>& residuals) const;
  std::vector<double> step(const Slopes& slopes, const std::vector<double>& residuals, double damping) const;
  bool improve(const Slopes& slopes, std::vector<double>& residuals, double& damping);

  const std::vector<ServeRow>& rows_;
  std::vector<ServeWork> work_;
  std::vector<Effect> effects_;
  std::vector<std::vector<std::size_t>> effects_of_row_;
  std::vector<Observation> observations_;
  std::vector<std::vector<std::size_t>> observations_of_row_;
  std::vector<char> used_;  // by row
  std::vector<Effect> whole_;
  double cost_ = 0;
};

}  // namespace gpusel::accuracy
