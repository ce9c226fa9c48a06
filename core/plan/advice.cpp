#include "core/plan/plan.hpp"

namespace gpusel {

std::vector<Advice> advise(const Catalog&, const Question&, const Report&) { return {}; }

}  // namespace gpusel
