#include "speed_fit.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "normal_equations.hpp"

namespace gpusel::accuracy {
namespace {

constexpr double sigma = 0.08;  // expected log error of a good row
constexpr double knee = 1.2;    // of Huber's loss, in sigmas
constexpr double tiny_step = 1e-3;
constexpr int most_steps = 30;

double huber(double z) { return z <= knee ? 0.5 * z * z : knee * (z - 0.5 * knee); }

// A sweep of 600 rows says less than 600 sources: a source counts like min(n, 4 sqrt(n)) rows.
std::vector<double> weights(const std::vector<SpeedRow>& rows) {
  std::map<std::string, std::pair<double, double>> of_source;  // rows, weight
  for (const SpeedRow& r : rows) of_source[r.source].first += 1, of_source[r.source].second += r.weight;
  std::vector<double> all;
  for (const SpeedRow& r : rows) {
    const auto [n, total] = of_source[r.source];
    all.push_back(std::min(n, 4 * std::sqrt(n)) * r.weight / total);
  }
  return all;
}

}  // namespace

SpeedFit::SpeedFit(const Catalog& catalog, const std::vector<SpeedRow>& rows)
    : rows_(rows), work_(catalog), row_weight_(weights(rows)), used_(rows.size(), 1) {
  // Serving's constants are many and read by none of these rows.
  std::erase_if(work_.calibration.constants, [](const Constant& c) { return c.key.rfind("serve.", 0) == 0; });
  work_.calibration.sort();
  const std::vector<FreeSpeed>& free = free_speeds();
  for (const FreeSpeed& f : free) {
    parents_.emplace_back();
    for (std::size_t j = 0; j < free.size(); ++j)
      if (free[j].group.empty() && (free[j].key == general_of(f) || free[j].key == class_of(f)))
        parents_.back().push_back(j);
    x_.push_back(f.prior > 0 ? f.to_unknown(f.prior) : 0);
  }
}

double SpeedFit::held(std::size_t i) const {
  const FreeSpeed& f = free_speeds()[i];
  if (parents_[i].empty()) return x_[i] - f.to_unknown(f.prior);
  double from = x_[i] - std::log(ceiling_of(f, rows_));
  for (std::size_t p : parents_[i]) from -= std::log(free_speeds()[p].to_value(x_[p]));
  return from;
}

void SpeedFit::use(const KeepSpeed& keep) {
  const std::vector<FreeSpeed>& free = free_speeds();
  active_.assign(free.size(), 0);
  for (std::size_t r = 0; r < rows_.size(); ++r) used_[r] = keep(rows_[r]);
  for (std::size_t i = 0; i < free.size(); ++i) {
    active_[i] = free[i].group.empty();
    for (std::size_t r = 0; r < rows_.size(); ++r) active_[i] |= used_[r] && rows_[r].stands_for(free[i].group);
  }
}

void SpeedFit::put(const std::vector<double>& unknowns) {
  x_ = unknowns;
  fitted_.clear();
  const std::vector<FreeSpeed>& free = free_speeds();
  for (std::size_t i = 0; i < free.size(); ++i) {
    if (!active_[i]) continue;
    FittedSpeed f{&free[i], free[i].to_value(x_[i]), free[i].prior, 0, 0};
    if (!parents_[i].empty()) f.prior = std::exp(x_[i] - held(i));
    std::set<std::string> sources;
    for (std::size_t r = 0; r < rows_.size(); ++r)
      if (used_[r] && rows_[r].stands_for(free[i].group)) ++f.rows, sources.insert(rows_[r].source);
    f.sources = static_cast<int>(sources.size());
    fitted_.push_back(f);
  }
  store(work_.calibration, fitted_, rows_, used_);
}

std::vector<double> SpeedFit::errors() {
  std::vector<double> all;
  for (const SpeedRow& r : rows_) all.push_back(log_error(r, speed_of(r, work_)));
  return all;
}

SpeedFit::Slopes SpeedFit::slopes(const std::vector<double>& at) {
  const std::vector<FreeSpeed>& free = free_speeds();
  Slopes all(rows_.size(), std::vector<double>(free.size(), 0));
  const std::vector<double> x = x_;
  for (std::size_t i = 0; i < free.size(); ++i) {
    if (!active_[i]) continue;
    std::vector<double> nudged = x;
    nudged[i] += tiny_step;
    put(nudged);
    for (std::size_t r = 0; r < rows_.size(); ++r)
      if (rows_[r].stands_for(free[i].group))
        all[r][i] = (log_error(rows_[r], speed_of(rows_[r], work_)) - at[r]) / tiny_step;
  }
  put(x);
  return all;
}

double SpeedFit::cost_of(const std::vector<double>& errors) const {
  double cost = 0;
  for (std::size_t r = 0; r < rows_.size(); ++r)
    if (used_[r]) cost += row_weight_[r] * huber(std::fabs(errors[r]) / sigma);
  for (std::size_t i = 0; i < x_.size(); ++i)
    if (active_[i]) cost += 0.5 * std::pow(held(i) / free_speeds()[i].spread, 2);
  return cost;
}

std::vector<double> SpeedFit::step(const Slopes& slopes, const std::vector<double>& errors, double damping) const {
  const std::vector<FreeSpeed>& free = free_speeds();
  NormalEquations equations(free.size());
  std::vector<std::pair<std::size_t, double>> gradient;
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    if (!used_[r]) continue;
    const double z = std::fabs(errors[r]) / sigma;
    gradient.clear();
    for (std::size_t i = 0; i < free.size(); ++i)
      if (active_[i] && slopes[r][i] != 0) gradient.emplace_back(i, slopes[r][i]);
    equations.add(gradient, errors[r], row_weight_[r] * (z <= knee ? 1 : knee / z) / (sigma * sigma));
  }
  for (std::size_t i = 0; i < free.size(); ++i) {
    const double weight = 1 / (free[i].spread * free[i].spread);
    gradient = {{i, 1.0}};
    for (std::size_t p : parents_[i]) gradient.emplace_back(p, -free[p].slope(x_[p]));
    if (active_[i])
      equations.add(gradient, held(i), weight);
    else
      equations.hold(i, 0, 1);
  }
  return equations.solve(damping);
}

// One accepted step; false where no shorter step helps.
bool SpeedFit::improve(const Slopes& slopes, std::vector<double>& at, double& damping) {
  const std::vector<double> before = x_;
  for (int attempt = 0; attempt < 6; ++attempt) {
    const std::vector<double> move = step(slopes, at, damping);
    std::vector<double> to = before;
    for (std::size_t i = 0; i < to.size(); ++i) to[i] += std::clamp(move[i], -0.7, 0.7);
    put(to);
    std::vector<double> trial = errors();
    if (const double cost = cost_of(trial); cost < cost_) {
      const bool worthwhile = cost_ - cost > 1e-5 * cost_;
      cost_ = cost;
      at = std::move(trial);
      damping = std::max(damping / 5, 1e-6);
      return worthwhile;
    }
    put(before);
    damping *= 10;
  }
  return false;
}

void SpeedFit::descend() {
  std::vector<double> at = errors();
  cost_ = cost_of(at);
  double damping = 1e-3;
  for (int i = 0; i < most_steps; ++i)
    if (!improve(slopes(at), at, damping)) break;
}

void SpeedFit::solve() {
  use([](const SpeedRow&) { return true; });
  for (std::size_t i = 0; i < x_.size(); ++i)
    if (!parents_[i].empty()) x_[i] -= held(i);  // families start where they are held
  put(x_);
  descend();
  whole_ = x_;
}

Catalog SpeedFit::without(const KeepSpeed& keep) {
  use(keep);
  put(whole_);
  descend();
  Catalog left = work_;
  use([](const SpeedRow&) { return true; });
  put(whole_);
  return left;
}

}  // namespace gpusel::accuracy
