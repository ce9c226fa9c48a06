// Why a device lost: the one reason with its numbers, as data (code, args) and as an English sentence.
#pragma once

#include "core/plan/candidates.hpp"
#include "core/plan/compare.hpp"

namespace gpusel {

Rejected reject_unsupported(const Accelerator& a, Count count, const Unsupported& why);
Rejected reject_memory(const Accelerator& a, const Report& report);
Rejected reject_limit(const Accelerator& a, const Report& report, const BrokenLimit& broken);

}  // namespace gpusel
