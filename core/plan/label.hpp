// The English name of a change ("QLoRA (nf4)", "Sequence length: 1,024"): what a terminal shows before its effect. The
// page has names of its own in both languages (assets/i18n, "adv." + code).
#pragma once

#include "core/plan/changes.hpp"

namespace gpusel {

std::string change_label(std::string_view code, const std::vector<std::pair<std::string, std::string>>& args,
                         const Scenario& after);

}  // namespace gpusel
