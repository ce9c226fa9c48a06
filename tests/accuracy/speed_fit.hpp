// Penalised least squares of training speed's constants: Huber's loss on log(step estimated / measured), the rows of
// one source counting less the more there are, each constant held to its prior by its own spread. Gauss-Newton with
// Levenberg's damping; leave-outs start from the whole fit. Deterministic.
#pragma once

#include <functional>

#include "speed_constants.hpp"

namespace gpusel::accuracy {

using KeepSpeed = std::function<bool(const SpeedRow&)>;

class SpeedFit {
 public:
  SpeedFit(const Catalog& catalog, const std::vector<SpeedRow>& rows);
  // Fits to all rows.
  void solve();
  // After solve(): constants of the rows that `keep` leaves.
  Catalog without(const KeepSpeed& keep);
  const Catalog& catalog() const { return work_; }
  const std::vector<FittedSpeed>& fitted() const { return fitted_; }

 private:
  using Slopes = std::vector<std::vector<double>>;  // by row, by constant
  void use(const KeepSpeed& keep);
  void put(const std::vector<double>& unknowns);
  std::vector<double> errors();
  Slopes slopes(const std::vector<double>& at);
  double held(std::size_t i) const;  // distance from what the constant is held to
  double cost_of(const std::vector<double>& errors) const;
  std::vector<double> step(const Slopes& slopes, const std::vector<double>& errors, double damping) const;
  void descend();
  bool improve(const Slopes& slopes, std::vector<double>& at, double& damping);

  const std::vector<SpeedRow>& rows_;
  Catalog work_;
  std::vector<double> row_weight_, x_, whole_;
  std::vector<char> used_, active_;                // by row, by constant
  std::vector<std::vector<std::size_t>> parents_;  // a constant is held to their product
  std::vector<FittedSpeed> fitted_;
  double cost_ = 0;
};

}  // namespace gpusel::accuracy
