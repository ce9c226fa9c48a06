// The published serving measurements of serve_rows.jsonl as cases the core can answer: scenario read, model, devices
// and layout resolved.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/plan/plan.hpp"

namespace gpusel::accuracy {

struct ServeRow {
  std::string id, source;
  char trust = 'C';    // A: raw results with the method stated; B: some settings unstated; C: a single report
  double running = 0;  // mean batch the source reports; 0: not reported
  bool unknown_concurrency = false;
  std::optional<bool> ran;
  std::vector<std::pair<std::string, double>> measured;  // report path, SI units
  std::shared_ptr<const Catalog> catalog;  // with the measured build of the engine, where it is not the catalogue's
  std::unique_ptr<Question> question;
  Case c;
  Count concurrency = 1, most = 0;  // as asked for (or "max" resolved), and what fits
};

using KeepServe = std::function<bool(const ServeRow&)>;

Result<std::vector<ServeRow>> read_serve_rows(const Catalog& catalog, std::string_view text);

}  // namespace gpusel::accuracy
