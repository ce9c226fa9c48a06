// The terms of a serving step, for a person to open: which read, which product, which message takes how long.
#pragma once

#include "core/time/serve_result.hpp"

namespace gpusel {

Why tpot_why(const ServeWork& w, const ServeConstants& k, const ServeRates& r);
Why ttft_why(const ServeWork& w, const ServeConstants& k, const ServeRates& r);

}  // namespace gpusel
