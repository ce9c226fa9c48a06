// How long a collective takes: alpha-beta cost, S bytes of the full tensor, n ranks, B bytes/s per rank and direction,
// alpha seconds a hop. Ring formulas and bus-bandwidth factors: NVIDIA nccl-tests doc/PERFORMANCE.md (checked 2026-11);
// estimation.md sec. 4.3. `Fabric` is what one group of ranks runs over: the link inside a host, the network between
// hosts, and how its ranks are spread.
#pragma once

#include "core/domain/case.hpp"

namespace gpusel {

struct Channel {
  BytesPerSecond rate;  // per rank and direction, already at its large-message efficiency
  Seconds alpha;        // a hop
};

Seconds ring_all_reduce(Bytes size, Count ranks, const Channel& channel);  // 2(n-1)/n * S/B + 2(n-1)*alpha
Seconds all_gather(Bytes size, Count ranks,
                   const Channel& channel);  // (n-1)/n * S/B + (n-1)*alpha; reduce-scatter alike
Seconds all_to_all(Bytes size, Count ranks, const Channel& channel);  // the same form
Seconds point_to_point(Bytes size, const Channel& channel);           // S/B + alpha

// Ranks of one group stand `local` to a host; the other hosts' ranks are reached over the network.
struct Fabric {
  Channel link;     // inside a host
  Channel network;  // between hosts, per device (one network card a device)
  Count ranks = 1;
  Count local = 1;
  bool spans_hosts() const { return local < ranks; }
};

// The channel a one-level ring of the group runs at: min(link, network * local ranks), as many parallel rings as
// network cards.
Channel effective_channel(const Fabric& fabric);
// Reduce-scatter inside, all-reduce of 1/local between, all-gather inside: the slower level with its own bytes decides.
Seconds hierarchical_all_reduce(Bytes size, const Fabric& fabric);
Seconds hierarchical_all_gather(Bytes size, const Fabric& fabric);
// `crossing`: of the bytes for other hosts, the share that is sent over the network; below 1 where what several ranks
// of a host need goes there once and on over the link.
Seconds hierarchical_all_to_all(Bytes size, const Fabric& fabric, double crossing = 1);

// Devices that reach each other at the link's rate: one host's, or the fast domain where that is larger (NVL72, TPU
// slices).
Count fast_domain(const Accelerator& accelerator);
// The link between devices of one host: NVLink and its kin, else PCIe (half the rate where cards have no peer access).
Channel pcie_channel(const Accelerator& accelerator, const Calibration& calibration);
Channel link_channel(const Accelerator& accelerator, const Calibration& calibration);
Channel network_channel(const Case& c);
// A group of `ranks` that are `stride` devices apart (tp is innermost, then cp, dp, pp).
Fabric group_fabric(const Case& c, Count ranks, Count stride);

}  // namespace gpusel
