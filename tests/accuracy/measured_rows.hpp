// The published measurements in train_rows.jsonl beside what the core answers to the same scenario.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/gpusel.hpp"

namespace gpusel::accuracy {

inline constexpr std::array<std::string_view, 3> quantities{"allocated_bytes", "reserved_bytes", "device_bytes"};

struct MeasuredRow {
  std::string id, source;
  double weight = 0;
  std::optional<bool> oom;
  Scenario scenario;
  std::array<double, 3> measured{};  // 0: not measured; order of `quantities`
  std::array<double, 3> estimate{};
  Fits fits = Fits::no;
  std::string error;
};

// Reads the rows (the text of train_rows.jsonl) and estimates each.
void estimate_row(const Catalog& catalog, MeasuredRow& row);
Result<std::vector<MeasuredRow>> evaluate_rows(const Catalog& catalog, std::string_view text);

}  // namespace gpusel::accuracy
