// The published measurements in train_rows.jsonl beside what the core answers to the same scenario.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/gpusel.hpp"
#include "core/memory/train_pool.hpp"

namespace gpusel::accuracy {

inline constexpr std::array<std::string_view, 3> quantities{"allocated_bytes", "reserved_bytes", "device_bytes"};

inline constexpr std::array<std::string_view, 3> speed_quantities{"tokens_per_second", "step_seconds",
                                                                  "model_flops_utilization"};

struct MeasuredRow {
  std::string id, source;
  double weight = 0;
  std::optional<bool> oom;
  Scenario scenario;
  std::array<double, 3> measured{};  // 0: not measured; order of `quantities`
  std::array<double, 3> speed{};     // 0: not measured; order of `speed_quantities`
  std::string framework, vendor, family;
  bool moe = false, several_hosts = false, several_devices = false;
  PoolTerms pool;  // the live tensors, independent of every fitted constant
  double usable = 0;
  double widening = 1;  // exponent on its interval: distance from what was measured (core/memory/train_intervals)
  std::string error;
  bool has_reading() const { return error.empty() && (measured[0] > 0 || measured[1] > 0 || measured[2] > 0); }
};

// What the catalogue's constants and intervals say about a row.
struct Answer {
  std::array<Quantity<Bytes>, 3> memory;
  Fits fits = Fits::no;
};

std::string method_of(const TrainSpec& t);  // "full", "lora" or "qlora"
Result<std::vector<MeasuredRow>> read_rows(const Catalog& catalog, std::string_view text);
Answer answer(const Catalog& catalog, const MeasuredRow& row);

}  // namespace gpusel::accuracy
