// How much of a device's memory programs can fill: what its driver reports, where that is known, else a rule by class
// (estimation.md sec. 7). Never the marketed figure. The rules are starting assumptions until measured rows of a class
// replace them.
#pragma once

#include <optional>
#include <string_view>

#include "core/units/units.hpp"

namespace gpusel {

struct Usable {
  Bytes bytes;
  std::string_view basis;  // one English phrase
};

// `rule` is the row's usable_rule; nullopt when there is no such rule.
std::optional<Usable> usable_by_rule(std::string_view rule, Bytes memory);

}  // namespace gpusel
