#include "constants.hpp"

#include <cmath>
#include <cstdio>
#include <map>
#include <set>

#include "statistics.hpp"

namespace gpusel::accuracy {
namespace {

constexpr std::array<std::string_view, 6> keys{"memory.reserved.lora_peak", "memory.reserved.lora_phases",
                                               "memory.reserved.full_peak", "memory.reserved.full_phases",
                                               "memory.reserved.gathered",  "memory.context_bytes"};

Constant* find(Catalog& catalog, std::string_view key) {
  for (Constant& c : catalog.calibration.constants)
    if (c.key == key && c.group.empty()) return &c;
  return nullptr;
}

// Median absolute log error of reserved and device readings.
double cost(const Catalog& catalog, std::vector<MeasuredRow>& rows) {
  std::map<std::string, double> total;
  for (const MeasuredRow& r : rows) total[r.source] += r.weight;
  Weighted errors;
  for (MeasuredRow& r : rows) {
    estimate_row(catalog, r);
    if (!r.error.empty()) continue;
    const std::size_t q = r.measured[2] > 0 ? 2 : 1;
    errors.emplace_back(std::fabs(std::log(r.estimate[q] / r.measured[q])), r.weight / total[r.source]);
  }
  return quantile(errors, 0.5) + 0.25 * quantile(errors, 0.9);  // the tail counts too
}

std::vector<MeasuredRow> with_readings(const std::vector<MeasuredRow>& rows, std::string_view left_out) {
  std::vector<MeasuredRow> kept;
  for (const MeasuredRow& r : rows)
    if (r.source != left_out && r.error.empty() && (r.measured[1] > 0 || r.measured[2] > 0)) kept.push_back(r);
  return kept;
}

}  // namespace

std::vector<FittedConstant> fit_constants(const Catalog& catalog, const std::vector<MeasuredRow>& rows,
                                          std::string_view left_out) {
  Catalog trial = catalog;
  std::vector<MeasuredRow> kept = with_readings(rows, left_out);
  std::vector<FittedConstant> fitted;
  for (std::string_view key : keys)
    if (const Constant* c = find(trial, key)) fitted.push_back({std::string(key), c->value, c->value});
  double best = cost(trial, kept);
  for (double step : {0.2, 0.08, 0.03}) {
    for (FittedConstant& f : fitted) {
      // A peak's factor moves by a tenth of the others' steps: 1.02 to 1.06 is already much.
      const double by = f.value > 1 && f.value < 2 ? step / 8 : step;
      for (double direction : {1 + by, 1 - by}) {
        const double value = f.value * direction;
        if (f.value > 1 && f.value < 2 && value < 1) continue;
        find(trial, f.key)->value = value;
        const double now = cost(trial, kept);
        if (now < best) best = now, f.value = value;
        find(trial, f.key)->value = f.value;
      }
    }
  }
  return fitted;
}

std::string constants_table(const Catalog& catalog, const std::vector<MeasuredRow>& rows) {
  std::set<std::string> sources{""};
  for (const MeasuredRow& r : with_readings(rows, {})) sources.insert(r.source);
  std::string text = "\nConstants: in the file, fitted to all rows and with a source left out\n";
  for (const std::string& source : sources) {
    text += source.empty() ? "  all rows\n" : "  without " + source + "\n";
    for (const FittedConstant& f : fit_constants(catalog, rows, source)) {
      char line[128];
      std::snprintf(line, sizeof line, "    %-30s %12.4g -> %12.4g\n", f.key.c_str(), f.before, f.value);
      text += line;
    }
  }
  return text;
}

}  // namespace gpusel::accuracy
