// The peak rates of an accelerator by their names in our catalogue and on data sheets.
#pragma once

#include <array>
#include <string_view>

#include "core/domain/accelerator.hpp"

namespace gpusel {

struct PeakKey {
  std::string_view key, sheet;  // ours, the data sheets'
  FlopsPerSecond PeakRates::*rate;
};
inline constexpr std::array<PeakKey, 9> peak_keys{{{"fp32", "fp32", &PeakRates::fp32},
                                                   {"tf32", "tf32", &PeakRates::tf32},
                                                   {"fp16", "fp16_tensor", &PeakRates::fp16},
                                                   {"bf16", "bf16", &PeakRates::bf16},
                                                   {"fp8", "fp8", &PeakRates::fp8},
                                                   {"fp4", "fp4", &PeakRates::fp4},
                                                   {"int8", "int8", &PeakRates::int8},
                                                   {"int4", "int4", &PeakRates::int4},
                                                   {"fp16_fp16acc", "fp16_tensor_fp16acc", &PeakRates::fp16_fp16acc}}};

}  // namespace gpusel
