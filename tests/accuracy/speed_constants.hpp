// The constants of training speed that no formula gives (core/time/train_constants), as unknowns of the fit: what was
// believed of each before these rows and how far off that may well be. A device family's own value is held to the
// general one, so that a family without rows falls back to it. Links' efficiencies are not among them: serving reads
// those too.
#pragma once

#include "core/domain/calibration.hpp"
#include "speed_rows.hpp"

namespace gpusel::accuracy {

struct FreeSpeed {
  std::string_view key, group;
  double prior = 1;    // of a family's constant: unused, the general value times its `ceiling`
  double spread = 1;   // of the logarithm, or of the logit where `share`
  bool share = false;  // between 0 and 1
  double to_value(double x) const;
  double to_unknown(double value) const;
  double slope(double x) const;  // of the value's logarithm
};
// "" where a constant is held to its prior, else the key whose general value it is held to.
std::string_view general_of(const FreeSpeed& f);
const std::vector<FreeSpeed>& free_speeds();

// A family's efficiency is the general share times its ceiling: a constant of its class ("" where there is none), or
// its own as measured.
std::string_view class_of(const FreeSpeed& f);
double ceiling_of(const FreeSpeed& f, const std::vector<SpeedRow>& rows);

// A fitted constant of those rows that were used.
struct FittedSpeed {
  const FreeSpeed* free = nullptr;
  double value = 0, prior = 0;
  int rows = 0, sources = 0;
};
// Constants, which families and frameworks were seen, and families that are the same silicon; in place of the old.
void store(Calibration& calibration, const std::vector<FittedSpeed>& fitted, const std::vector<SpeedRow>& rows,
           const std::vector<char>& used);
// Whether a constant of the file is one of these.
bool is_fitted_speed(std::string_view key, std::string_view group);

}  // namespace gpusel::accuracy
