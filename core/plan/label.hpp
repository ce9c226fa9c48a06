// The name of a change as data and in English: its code and arguments ("micro-batch-one", micro_batch 1, accumulation
// 8) say it in any language (assets/i18n, "change." + code); the English name is what a terminal shows before its
// effect.
#pragma once

#include "core/plan/changes.hpp"

namespace gpusel {

using LabelArgs = std::vector<std::pair<std::string, std::string>>;

// An argument's value; "" where it has none of that name.
std::string argument(const LabelArgs& args, std::string_view name);
// The arguments a change's name needs, read from the scenario after it, beside those the change has.
LabelArgs label_args(std::string_view code, LabelArgs args, const Scenario& after);
// Whether a change is several at once: their codes stand in its argument "codes".
bool is_several(std::string_view code);
// Whether a change is of limits alone: they are moved to what the plan has, or dropped where that is not known.
bool lifts_limits(std::string_view code);
// The codes of such a change: "loss-fused, qlora".
std::vector<std::string> split_codes(std::string_view codes);
std::string change_label(std::string_view code, const LabelArgs& args, const Scenario& after);

}  // namespace gpusel
