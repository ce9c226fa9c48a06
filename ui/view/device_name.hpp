// Devices by their display names and row keys: "rtx-4090/2" <-> "RTX 4090 24GB × 2".
#pragma once

#include <string>
#include <string_view>

#include "core/domain/catalog.hpp"
#include "core/domain/report.hpp"
#include "core/plan/hardware.hpp"

namespace gpusel::view {

Count count_of(const Scenario& scenario);
std::string row_key(const Scenario& scenario);  // "rtx-4090/1"
std::string row_key(const Rejected& rejected);
std::string device_of_key(const std::string& key);  // "rtx-4090"

std::string full_name(const Accelerator& a);   // "GeForce RTX 5090 32GB"
std::string short_name(const Accelerator& a);  // "RTX 5090 32GB"
std::string chart_name(const Accelerator& a);  // "RTX 5090"
// Devices named in full inside a sentence, by a shorter name of theirs.
using NameOf = std::string (*)(const Accelerator&);
std::string with_short_names(const Catalog& catalog, std::string_view text, NameOf name = short_name);
std::string times(const std::string& name, Count count);  // " × 2" from two on
std::string device_name(const Scenario& scenario, const Catalog& catalog, bool full);

}  // namespace gpusel::view
