#include "core/catalog/usable.hpp"

namespace gpusel {
namespace {

struct Rule {
  std::string_view name;
  double share;
  std::string_view basis;
};

constexpr Rule rules[] = {
    {"gpu", 0.995, "99.5 % of the nominal size: what drivers of this vendor report"},
    {"other", 0.98, "98 % of the nominal size: firmware and driver"},
    {"tpu", 0.93, "93 % of HBM: the runtime keeps 5 to 10 %"},
    {"gaudi", 0.94, "94 % of HBM: the runtime keeps about 6 %"},
    {"neuron", 0.95, "95 % of HBM: the Neuron runtime's share"},
    {"sram", 1 / 1.2, "on-chip memory less a sixth for program and activations"},
    {"gtt", 0.84, "84 % of unified memory: Linux GTT raised to 108 of 128 GB"},
};

}  // namespace

std::optional<Usable> usable_by_rule(std::string_view rule, Bytes memory) {
  for (const Rule& r : rules)
    if (r.name == rule) return Usable{bytes(memory.number() * r.share), r.basis};
  // macOS: recommendedMaxWorkingSetSize is two thirds up to 36 GB and three quarters above (iogpu.wired_limit_mb raises
  // it).
  if (rule == "apple" && memory <= 36_GiB)
    return Usable{bytes(memory.number() * 2 / 3), "two thirds of unified memory: macOS's default working set"};
  if (rule == "apple")
    return Usable{bytes(memory.number() * 0.75), "three quarters of unified memory: macOS's default working set"};
  // Modules that run their system from the same memory: 2 GiB at least, 8 GiB at most.
  if (rule == "shared") {
    const Bytes system = min(8_GiB, max(2_GiB, bytes(memory.number() / 16)));
    return Usable{memory - system, "unified memory less 2 to 8 GiB for the system"};
  }
  return std::nullopt;
}

}  // namespace gpusel
