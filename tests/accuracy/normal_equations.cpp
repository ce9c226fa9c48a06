#include "normal_equations.hpp"

#include <algorithm>
#include <cmath>

namespace gpusel::accuracy {
namespace {

// Four sums at once: the processor need not wait for one addition to start the next.
double dot(const double* a, const double* b, std::size_t n) {
  double s0 = 0, s1 = 0, s2 = 0, s3 = 0;
  std::size_t i = 0;
  for (; i + 4 <= n; i += 4)
    s0 += a[i] * b[i], s1 += a[i + 1] * b[i + 1], s2 += a[i + 2] * b[i + 2], s3 += a[i + 3] * b[i + 3];
  for (; i < n; ++i) s0 += a[i] * b[i];
  return (s0 + s1) + (s2 + s3);
}

}  // namespace

void NormalEquations::add(const std::vector<std::pair<std::size_t, double>>& gradient, double residual, double weight) {
  for (const auto& [i, g] : gradient) {
    right_[i] -= weight * g * residual;
    for (const auto& [j, h] : gradient) matrix_[i * n_ + j] += weight * g * h;
  }
}

void NormalEquations::hold(std::size_t unknown, double residual, double weight) {
  matrix_[unknown * n_ + unknown] += weight;
  right_[unknown] -= weight * residual;
}

std::vector<double> NormalEquations::solve(double damping) const {
  std::vector<double> l = matrix_, x = right_;
  for (std::size_t j = 0; j < n_; ++j) {
    l[j * n_ + j] *= 1 + damping;
    for (std::size_t k = 0; k <= j; ++k) {
      const double v = l[j * n_ + k] - dot(&l[j * n_], &l[k * n_], k);
      l[j * n_ + k] = k < j ? v / l[k * n_ + k] : std::sqrt(std::max(v, 1e-12));
    }
  }
  for (std::size_t j = 0; j < n_; ++j) {
    for (std::size_t k = 0; k < j; ++k) x[j] -= l[j * n_ + k] * x[k];
    x[j] /= l[j * n_ + j];
  }
  for (std::size_t j = n_; j-- > 0;) {
    for (std::size_t k = j + 1; k < n_; ++k) x[j] -= l[k * n_ + j] * x[k];
    x[j] /= l[j * n_ + j];
  }
  return x;
}

}  // namespace gpusel::accuracy
