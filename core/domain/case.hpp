// One concrete question, everything resolved: a filled scenario, the model's tensors, the devices and the layout.
// Memory, time, energy and cost are pure functions of a Case. core/plan builds Cases; nothing below it chooses a
// layout.
#pragma once

#include <memory>
#include <vector>

#include "core/domain/catalog.hpp"
#include "core/domain/report.hpp"
#include "core/domain/shape.hpp"

namespace gpusel {

// Degrees, all >= 1 (layer_split too); dp * tp * pp * cp == count for training; zero 0-3. ep divides dp*cp*tp.
struct Layout {
  Count dp = 1, tp = 1, pp = 1, vp = 1, cp = 1, ep = 1, zero = 0, layer_split = 1;
  Count shard = 0;  // ranks of a shard group (hybrid sharding); 0: all dp * cp
  bool operator==(const Layout&) const = default;
};

class MemoryConstants;
struct TrainConstants;
struct CaseWeights;
struct ServeConstants;

// What does not depend on a case's layout, worked out once where many layouts are compared (core/plan/planner);
// what is null is worked out when it is needed.
struct Shared {
  std::shared_ptr<const MemoryConstants> memory;
  std::shared_ptr<const TrainConstants> speed;
  std::shared_ptr<const CaseWeights> weights;
  std::shared_ptr<const ServeConstants> serving;
};

struct Device {
  const Accelerator* accelerator = nullptr;
  Count count = 1;
};

struct Case {
  const Catalog* catalog = nullptr;
  const Scenario* scenario = nullptr;  // defaults filled
  const ModelShape* shape = nullptr;
  const ModelShape* draft = nullptr;  // speculative decoding's draft model
  std::vector<Device> devices;        // one entry unless unequal devices stand side by side
  Count count = 1;                    // all devices
  Count nodes = 1;
  Layout layout;
  BytesPerSecond network;  // between hosts, per device and direction
  Seconds network_latency;
  Bytes host_memory;  // of one host
  Watts power_limit;  // per device
  Shared shared;
  bool explain = false;  // fill Why trees and Notes (off in the inner loop of select)

  const Accelerator& accelerator() const {
    return *devices.front().accelerator;
  }  // the first (for unequal devices: see devices)
  const TrainSpec& train() const { return scenario->train; }
  const ServeSpec& serve() const { return scenario->serve; }
  const EngineFacts& engine() const { return catalog->engine(serve().engine_or_usual()); }
};

}  // namespace gpusel
