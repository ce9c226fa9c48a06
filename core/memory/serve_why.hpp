// The terms of a serving memory estimate, for a person to open. Built only where an explanation is asked for.
#pragma once

#include "core/memory/serve_setup.hpp"

namespace gpusel {

Why serve_memory_why(const Case& c, const ServeSetup& s, const Stage& stage, const StageNeed& need, Count requests);
Why serve_device_why(const ServeSetup& s, const MemoryReport& report);

}  // namespace gpusel
