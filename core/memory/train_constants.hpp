// The fitted constants of training memory (calibration.json, keys "memory.*"), read in one pass: the group is a
// framework or a device's vendor, else the general value. What each means stands beside its key in the table.
#pragma once

#include <array>
#include <string_view>

#include "core/domain/case.hpp"

namespace gpusel {

enum class MemoryConstant {
  context_bytes,
  nccl_bytes,
  need_pool,
  need_libraries,
  lora_peak,
  lora_phases,
  full_peak,
  full_phases,
  full_overlap,
  gathered_pool,
  kbit_gathered,
  widen_experts,
  widen_fp8,
  widen_hosts,
  widen_family,
  widen_diffusion,
  widen_int8,
  widen_context,
};
inline constexpr std::size_t memory_constants_count = static_cast<std::size_t>(MemoryConstant::widen_context) + 1;

class MemoryConstants {
 public:
  MemoryConstants() = default;
  MemoryConstants(const Calibration& calibration, std::string_view framework, std::string_view vendor);
  double operator[](MemoryConstant c) const { return values_[static_cast<std::size_t>(c)]; }

 private:
  std::array<double, memory_constants_count> values_{};
};

MemoryConstants memory_constants(const Case& c);

}  // namespace gpusel
