// Every measured serving value beside what the product answers with constants fitted to all sources but the row's own.
// The answer is the core's whole report (memory, speed, energy), so what is scored is what a user sees.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "serve_fit.hpp"

namespace gpusel::accuracy {

struct ServeScore {
  const ServeRow* row = nullptr;
  std::string quantity;  // report path; "fits": the verdict alone
  double measured = 0, estimate = 0;
  double naive = 0;            // rates: the data sheet's roofline, nothing lost; 0: none
  std::string key, condition;  // the interval it gets
  ServeGaps unmeasured{};      // what widens it
  bool reciprocal = false;     // a time: its interval is of the rate
  std::string fold;            // what is left out together: the source; energy, where only one is known, the model
  Fits fits = Fits::no;
};

// The catalogue with other constants of the same keys.
Catalog with_constants(const Catalog& catalog, const std::vector<Constant>& constants);
std::vector<ServeScore> score(const Catalog& catalog, const std::vector<ServeRow>& rows, const KeepServe& which);
// Each source answered by constants fitted to the others. `fit` holds the fit to all rows.
std::vector<ServeScore> leave_one_out(const Catalog& catalog, const std::vector<ServeRow>& rows, ServeFit& fit);

}  // namespace gpusel::accuracy
