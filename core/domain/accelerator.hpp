// A device as the catalogue knows it. Rates are per device and per direction; peaks are dense (no sparsity),
// FP32-accumulate. A peak of 0 means the catalogue has no figure: never computed with, always said. Facts not confirmed
// by a source are listed in `unverified` by field name and shown as such. Sources: assets/data/accelerators.json (a
// source and a date a row).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/domain/enums.hpp"
#include "core/units/units.hpp"

namespace gpusel {

enum class DeviceClass { consumer, workstation, datacenter, tpu, inference_asic, edge, apple_soc };
GPUSEL_ENUM_NAMES(DeviceClass, 7, "consumer", "workstation", "datacenter", "tpu", "inference-asic", "edge",
                  "apple-soc");

// What decides capacity and speed of a class: how memory is shared, and whether bytes/bandwidth means anything
// (estimation.md sec. 7).
enum class MemoryKind { hbm, gddr, lpddr_unified, sram, sram_plus_dram };
GPUSEL_ENUM_NAMES(MemoryKind, 5, "hbm", "gddr", "lpddr-unified", "sram", "sram-plus-dram");

struct PeakRates {  // dense FLOP/s (OP/s for integers); 0 = unknown or unsupported
  FlopsPerSecond fp32, tf32, fp16, bf16, fp8, fp4, int8, int4;
  FlopsPerSecond fp16_fp16acc;  // GeForce: FP16 products accumulated in FP16 (llama.cpp uses it)
  bool operator==(const PeakRates&) const = default;
};

struct Link {
  std::string type;              // "NVLink 4 (NVSwitch)", "PCIe 5 x16", ...
  BytesPerSecond per_direction;  // per device
  int domain = 1;                // devices that reach each other at this rate
  bool operator==(const Link&) const = default;
};

struct Accelerator {
  std::string id, name, vendor, family;
  DeviceClass cls = DeviceClass::datacenter;
  std::string status;   // "shipping", "announced", "discontinued", ...
  std::string release;  // "2022-10"
  Bytes memory;         // marketed
  Bytes usable;         // what programs can fill: reported by the driver, class rule applied
  std::string usable_basis;
  std::string memory_type;
  MemoryKind memory_kind = MemoryKind::hbm;
  std::vector<double> memory_options_gb;  // sold sizes of a unified-memory chip
  BytesPerSecond bandwidth;
  PeakRates peak;
  double measured_matmul_bf16 = 0;  // FLOP/s a large product really reaches; 0 = not measured
  double measured_matmul_fp8 = 0;
  std::optional<Link> link;  // fast domain (NVLink, ICI, Infinity Fabric ...)
  Link pcie;                 // to the host
  Watts power;               // board power limit; 0 = unknown
  std::string form_factor;
  std::string compute_capability, gfx_target;
  bool supports_bf16 = false, supports_fp8 = false, supports_fp4 = false, supports_int4 = false;
  int minimum_count = 1;     // smallest system sold or able to hold anything (SRAM chips)
  int dies = 1;              // separate memories on one board
  int cores = 1;             // that tensor parallelism counts one by one (NeuronCores)
  bool hosted_only = false;  // cannot be bought or rented by the device
  std::string confidence;    // "A", "B", "C"
  std::string notes;
  std::vector<std::string> aliases;     // nicknames for search: "4090", "小黄卡"
  std::vector<std::string> unverified;  // field names
  std::string source, checked;          // of the specification row
  bool from_catalogue = true;           // false: given inline in the scenario
  // Models live in its SRAM: spread over all chips, no engine's buffers beside them.
  bool on_chip() const { return memory_kind == MemoryKind::sram || memory_kind == MemoryKind::sram_plus_dram; }
  bool operator==(const Accelerator&) const = default;
};

enum class PriceKind { rent, spot, reserved, list, street };
GPUSEL_ENUM_NAMES(PriceKind, 5, "rent", "spot", "reserved", "list", "street");

struct Price {
  std::string accelerator;
  PriceKind kind = PriceKind::rent;
  double usd = 0;  // an hour and device for rent, spot, reserved; a device for list, street
  std::string provider, date, source, note;
  bool operator==(const Price&) const = default;
};

// What spot or reserved capacity takes off the on-demand price, where a device has no such offer of its own.
struct Discount {
  PriceKind kind = PriceKind::spot;
  double off = 0, off_low = 0, off_high = 0;  // shares of the on-demand price
  std::string date, source, note;
  bool operator==(const Discount&) const = default;
};

// A host as it is sold: how many devices stand in it, and what it adds.
struct HostShape {
  std::string id, name;
  std::vector<std::string> form_factors;  // matched against Accelerator::form_factor or family; data
  std::vector<int> counts;                // 1, 2, 4, 8
  Bytes memory;                           // host memory
  Watts power;                            // host's own draw, without devices
  std::string network;                    // id of a Network
  std::string source, checked;
  bool operator==(const HostShape&) const = default;
};

struct Network {
  std::string id, name;
  BytesPerSecond per_device;  // per direction
  Seconds latency;
  std::string source, checked;
  bool operator==(const Network&) const = default;
};

}  // namespace gpusel
