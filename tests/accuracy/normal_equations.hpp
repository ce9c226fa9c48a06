// Weighted linear least squares by its normal equations, with Cholesky's decomposition: sum of w (r + g.x)^2 is made
// least over x.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace gpusel::accuracy {

class NormalEquations {
 public:
  explicit NormalEquations(std::size_t unknowns) : n_(unknowns), matrix_(n_ * n_, 0), right_(n_, 0) {}
  void add(const std::vector<std::pair<std::size_t, double>>& gradient, double residual, double weight);
  // A residual of one unknown alone.
  void hold(std::size_t unknown, double residual, double weight);
  // Each diagonal element is enlarged by its share `damping` (Levenberg, Marquardt).
  std::vector<double> solve(double damping) const;

 private:
  std::size_t n_;
  std::vector<double> matrix_, right_;
};

}  // namespace gpusel::accuracy
