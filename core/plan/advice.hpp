// Advice is a change with its measured effect: the scenario before and after, both evaluated, and the merge patch
// between them.
#pragma once

#include "core/plan/changes.hpp"

namespace gpusel {

// The report of a change's scenario (not explained), its own scenario filled; an empty report where its device is
// unknown.
Report apply_change(const Catalog& catalog, const Question& q, const Change& change);
// Several changes of settings at once, where no single one makes it fit: those that save most, one after another.
// Another method (adapters for full training) is an advice of its own, part of a bundle only where any method will do.
enum class Methods { same, any };
std::optional<Change> combined_change(const Catalog& catalog, const Question& q, const Report& before,
                                      Methods methods = Methods::same);
Advice advice_of(const Change& change, const Report& before, const Report& after);

}  // namespace gpusel
