#include "core/memory/train_constants.hpp"

namespace gpusel {
namespace {

struct Entry {
  std::string_view key;
  double fallback;
};

// Order of MemoryConstant. Fallbacks hold where a calibration lacks the key.
constexpr std::array<Entry, memory_constants_count> table{{
    {"memory.context_bytes", 0.6e9},  // a driver context with its kernels
    {"memory.nccl_bytes", 0.6e9},     // communicators' buffers, 2 or more devices
    {"memory.need.pool", 1.02},       // allocator pool a run cannot do without, of the live tensors
    {"memory.need.libraries", 0.6e9},
    {"memory.reserved.lora_peak", 1.05},  // the law: core/memory/train_pool
    {"memory.reserved.lora_phases", 0.4},
    {"memory.reserved.full_peak", 1.02},
    {"memory.reserved.full_phases", 0.8},
    {"memory.reserved.full_overlap", 0.1},
    {"memory.reserved.gathered", 0.1},
    {"memory.reserved.kbit_gathered", 1e9},
    {"memory.widen.experts", 1.5},  // exponents on intervals: distance from what was measured
    {"memory.widen.fp8", 1.5},
    {"memory.widen.hosts", 1.2},
    {"memory.widen.family", 2.0},
    {"memory.widen.diffusion", 2.0},
    {"memory.widen.int8", 1.5},
    {"memory.widen.context", 1.3},
}};

}  // namespace

MemoryConstants::MemoryConstants(const Calibration& calibration, std::string_view framework, std::string_view vendor) {
  std::array<bool, memory_constants_count> specific{};
  for (std::size_t i = 0; i < table.size(); ++i) {
    values_[i] = table[i].fallback;
    for (const Constant& c : calibration.with(table[i].key)) {
      const bool own = c.group == framework || c.group == vendor;
      if ((!own && !c.group.empty()) || (specific[i] && !own)) continue;
      values_[i] = c.value;
      specific[i] = own;
    }
  }
}

MemoryConstants memory_constants(const Case& c) {
  return {c.catalog->calibration, to_string(c.train().framework), c.accelerator().vendor};
}

}  // namespace gpusel
