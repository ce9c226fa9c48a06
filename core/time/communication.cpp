#include "core/time/communication.hpp"

#include <algorithm>
#include <cmath>

namespace gpusel {
namespace {

double share(Count ranks) { return static_cast<double>(ranks - 1) / static_cast<double>(ranks); }
// Latency of a ring grows with every rank; libraries change to trees for large groups (NCCL: about log2), so hops are
// capped there.
double hops(Count ranks) {
  return std::min(static_cast<double>(ranks - 1), 2.0 * std::log2(static_cast<double>(ranks)) + 6.0);
}

}  // namespace

Seconds ring_all_reduce(Bytes size, Count ranks, const Channel& channel) {
  if (ranks <= 1) return Seconds(0);
  return (size / channel.rate) * (2 * share(ranks)) + channel.alpha * (2 * hops(ranks));
}

Seconds all_gather(Bytes size, Count ranks, const Channel& channel) {
  if (ranks <= 1) return Seconds(0);
  return (size / channel.rate) * share(ranks) + channel.alpha * hops(ranks);
}

Seconds all_to_all(Bytes size, Count ranks, const Channel& channel) { return all_gather(size, ranks, channel); }

Seconds point_to_point(Bytes size, const Channel& channel) { return size / channel.rate + channel.alpha; }

Channel effective_channel(const Fabric& f) {
  if (!f.spans_hosts()) return f.link;
  const BytesPerSecond outward = f.network.rate * static_cast<double>(f.local);
  return {std::min(f.link.rate, outward), f.network.alpha};
}

Seconds hierarchical_all_reduce(Bytes size, const Fabric& f) {
  return ring_all_reduce(size, f.ranks, effective_channel(f));
}
Seconds hierarchical_all_gather(Bytes size, const Fabric& f) { return all_gather(size, f.ranks, effective_channel(f)); }

Seconds hierarchical_all_to_all(Bytes size, const Fabric& f, double crossing) {
  if (!f.spans_hosts()) return all_to_all(size, f.ranks, f.link);
  // Every rank sends its own (n - local)/n share over its own network card: no parallel rings to gain here.
  const double outside = static_cast<double>(f.ranks - f.local) / static_cast<double>(f.ranks);
  const Seconds network = (size / f.network.rate) * (outside * crossing) + f.network.alpha * hops(f.ranks);
  return max(network, all_to_all(size, f.local, f.link));
}

Count fast_domain(const Accelerator& accelerator) {
  return accelerator.link ? std::max<Count>(1, accelerator.link->domain) : 1;
}

Channel pcie_channel(const Accelerator& accelerator, const Calibration& calibration) {
  const double efficiency = calibration.constant("train.link_efficiency", {"pcie"}, 0.8);
  const double alpha = calibration.constant("train.link_alpha_seconds", {"pcie"}, 15e-6);
  const bool peer = accelerator.cls == DeviceClass::datacenter || accelerator.cls == DeviceClass::tpu;
  // Consumer and workstation cards without peer access copy through host memory: twice over the same lanes.
  const double rate = accelerator.pcie.per_direction.value > 0 ? accelerator.pcie.per_direction.value : 16e9;
  return {BytesPerSecond(rate * efficiency * (peer ? 1.0 : 0.5)), Seconds(alpha)};
}

Channel link_channel(const Accelerator& accelerator, const Calibration& calibration) {
  if (!accelerator.link || !(accelerator.link->per_direction.value > 0)) return pcie_channel(accelerator, calibration);
  const double efficiency = calibration.constant("train.link_efficiency", {"link"}, 0.8);
  const double alpha = calibration.constant("train.link_alpha_seconds", {"link"}, 8e-6);
  return {accelerator.link->per_direction * efficiency, Seconds(alpha)};
}

Channel network_channel(const Case& c) {
  const double efficiency = c.catalog->calibration.constant("train.network_efficiency", {}, 0.8);
  const double rate = c.network.value > 0 ? c.network.value : 12.5e9;
  const double alpha = c.network_latency.value > 0 ? c.network_latency.value : 20e-6;
  return {BytesPerSecond(rate * efficiency), Seconds(alpha)};
}

Fabric group_fabric(const Case& c, Count ranks, Count stride) {
  const Count domain = std::max(fast_domain(c.accelerator()), ceil_div(c.count, std::max<Count>(1, c.nodes)));
  Fabric f;
  f.link = link_channel(c.accelerator(), c.catalog->calibration);
  f.network = network_channel(c);
  f.ranks = ranks;
  f.local = std::clamp<Count>(domain / std::max<Count>(1, stride), 1, ranks);
  // A bridge that joins fewer cards than the host holds (NVLink pairs) leaves the rest to PCIe.
  const Count linked = fast_domain(c.accelerator());
  if (linked > 1 && linked < std::min(ranks * stride, domain))
    f.link = pcie_channel(c.accelerator(), c.catalog->calibration);
  return f;
}

}  // namespace gpusel
