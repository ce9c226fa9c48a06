#include <algorithm>
#include <cmath>

#include "core/catalog/usable.hpp"
#include "core/json/object_reader.hpp"
#include "core/json/objects.hpp"
#include "core/json/peak_keys.hpp"

namespace gpusel {
namespace {

constexpr double gib_bytes = 1073741824.0;

bool on_chip(const Accelerator& a) {
  return a.memory_kind == MemoryKind::sram || a.memory_kind == MemoryKind::sram_plus_dram;
}

// The rule of the catalogue for devices of this class (core/catalog/usable).
std::string_view usual_rule(const Accelerator& a) {
  switch (a.cls) {
    case DeviceClass::consumer:
    case DeviceClass::workstation:
    case DeviceClass::datacenter:
      return "gpu";
    case DeviceClass::tpu:
      return "tpu";
    case DeviceClass::edge:
      return "shared";
    case DeviceClass::apple_soc:
      return "apple";
    case DeviceClass::inference_asic:
      break;
  }
  return on_chip(a) ? "sram" : "other";
}

// "24 GB" of DRAM on a board is 24 GiB of chips; on-chip SRAM is given in true GB.
void read_memory(ObjectReader& in, Accelerator& a) {
  double size = 0, usable = 0;
  std::string unit, rule(usual_rule(a));
  in.text("memory_unit", unit);
  in.number("memory_gb", 0.001, 1e6, on_chip(a) && unit != "GiB" ? 1e9 : gib_bytes, size);
  in.number("memory_bytes", 1e6, 1e15, 1, size);
  a.memory = bytes(size);
  if (a.memory.value == 0) in.fail("memory_gb", "missing", "given: the device's memory in GB");
  in.text("memory_type", a.memory_type);
  in.text("usable_rule", rule);
  if (const auto by_rule = usable_by_rule(rule, a.memory)) {
    a.usable = by_rule->bytes;
    a.usable_basis = by_rule->basis;
  }
  in.number("memory_gib_usable", 0.001, 1e6, gib_bytes, usable);
  in.number("usable_gib", 0.001, 1e6, gib_bytes, usable);
  in.number("memory_reported_mib", 1, 1e9, 1048576.0, usable);
  in.number("reported_mib", 1, 1e9, 1048576.0, usable);
  in.number("usable_bytes", 1e6, 1e15, 1, usable);
  if (usable > 0) {
    a.usable = bytes(usable);
    a.usable_basis = "given";
  }
  if (a.usable.value == 0)
    in.fail("usable_rule", "unknown-choice",
            "a rule of the catalogue: gpu, other, tpu, gaudi, neuron, sram, gtt, apple, shared");
  in.text("usable_basis", a.usable_basis);
}

void read_bandwidth(ObjectReader& in, Accelerator& a) {
  in.number("bandwidth_gb_s", 0.001, 1e9, 1e9, a.bandwidth.value);
  in.number("bandwidth_bytes_per_second", 1e6, 1e18, 1, a.bandwidth.value);
  if (a.bandwidth.value == 0) in.fail("bandwidth_gb_s", "missing", "given: the memory bandwidth in GB/s");
}

void read_peak_table(ObjectReader& in, std::string_view key, double scale, Accelerator& a) {
  const Value* table = in.object().find(key);
  if (!table) return;
  ObjectReader peaks(*table, in.pointer(key));
  peaks.number("fp16_tensor_fp32acc", 0, 1e21 / scale, scale, a.peak.fp16.value);
  for (const PeakKey& k : peak_keys) {
    peaks.number(k.sheet, 0, 1e21 / scale, scale, (a.peak.*k.rate).value);
    peaks.number(k.key, 0, 1e21 / scale, scale, (a.peak.*k.rate).value);
  }
  in.take(peaks);
}

void read_peaks(ObjectReader& in, Accelerator& a) {
  read_peak_table(in, "peak_tflops_dense", 1e12, a);
  read_peak_table(in, "peak_tflops", 1e12, a);
  read_peak_table(in, "peak_flops_per_second", 1, a);
  if (const Value* measured = in.object().find("measured_matmul_tflops")) {
    ObjectReader part(*measured, in.pointer("measured_matmul_tflops"));
    part.number("bf16", 0, 1e9, 1e12, a.measured_matmul_bf16);
    part.number("fp8", 0, 1e9, 1e12, a.measured_matmul_fp8);
    in.take(part);
  }
  in.number("measured_matmul_bf16_flops_per_second", 0, 1e21, 1, a.measured_matmul_bf16);
  in.number("measured_matmul_fp8_flops_per_second", 0, 1e21, 1, a.measured_matmul_fp8);
}

void read_link(ObjectReader& in, std::string_view key, Link& link) {
  const Value* v = in.object().find(key);
  if (!v) return;
  ObjectReader part(*v, in.pointer(key));
  part.text("type", link.type);
  double total = 0;
  part.number("total_gb_s", 0, 1e9, 1e9, total);
  if (total > 0) link.per_direction = BytesPerSecond(total / 2);
  part.number("per_direction_gb_s", 0, 1e9, 1e9, link.per_direction.value);
  part.number("gb_s", 0, 1e9, 1e9, link.per_direction.value);
  part.number("bytes_per_second", 0, 1e18, 1, link.per_direction.value);
  std::int64_t domain = link.domain;
  part.integer("max_domain_size", 1, 1e7, domain);
  part.integer("domain", 1, 1e7, domain);
  link.domain = static_cast<int>(domain);
  in.take(part);
}

// PCI Express, one direction: 8 GT/s a lane in generation 3, doubling since, 128b/130b line code. [5, 16] or {"gen",
// "lanes"}.
void read_pcie(ObjectReader& in, Accelerator& a) {
  const Value* v = in.object().find("pcie");
  const Value::Array* pair = v ? v->array() : nullptr;
  Value named(Value::Object{});
  if (pair && pair->size() == 2) {
    named.set("gen", (*pair)[0]);
    named.set("lanes", (*pair)[1]);
  }
  ObjectReader part(v && !pair ? *v : named, in.pointer("pcie"));
  std::int64_t generation = 0, lanes = 16;
  part.integer("gen", 1, 10, generation);
  part.integer("lanes", 1, 64, lanes);
  in.take(part);
  read_link(in, "pcie", a.pcie);
  if (generation == 0 || a.pcie.per_direction.value > 0) return;
  a.pcie.per_direction =
      BytesPerSecond(std::ldexp(1e9, static_cast<int>(generation)) * static_cast<double>(lanes) / 8 * 128 / 130);
  a.pcie.type = "PCIe " + std::to_string(generation) + " x" + std::to_string(lanes);
}

// What a device can multiply follows from its peaks, unless `supports` says otherwise.
void read_support(ObjectReader& in, Accelerator& a) {
  a.supports_bf16 = a.peak.bf16.value > 0;
  a.supports_fp8 = a.peak.fp8.value > 0;
  a.supports_fp4 = a.peak.fp4.value > 0;
  a.supports_int4 = a.peak.int4.value > 0;
  const Value* v = in.object().find("supports");
  if (!v) return;
  if (v->array()) {
    std::vector<std::string> formats;
    in.texts("supports", formats);
    const auto listed = [&formats](std::string_view f) {
      return std::find(formats.begin(), formats.end(), f) != formats.end();
    };
    a.supports_bf16 = listed("bf16");
    a.supports_fp8 = listed("fp8");
    a.supports_fp4 = listed("fp4");
    a.supports_int4 = listed("int4");
    return;
  }
  ObjectReader part(*v, in.pointer("supports"));
  part.flag("bf16", a.supports_bf16);
  part.flag("fp8", a.supports_fp8);
  part.flag("fp4", a.supports_fp4);
  part.flag("int4", a.supports_int4);
  in.take(part);
}

MemoryKind usual_memory(DeviceClass c) {
  switch (c) {
    case DeviceClass::consumer:
    case DeviceClass::workstation:
      return MemoryKind::gddr;
    case DeviceClass::edge:
    case DeviceClass::apple_soc:
      return MemoryKind::lpddr_unified;
    case DeviceClass::datacenter:
    case DeviceClass::tpu:
    case DeviceClass::inference_asic:
      break;
  }
  return MemoryKind::hbm;
}

void read_identity(ObjectReader& in, Accelerator& a) {
  in.text("id", a.id);
  in.text("name", a.name);
  if (a.id.empty()) a.id = a.name;
  in.text("vendor", a.vendor);
  in.text("family", a.family);
  const Value* cls = in.object().find("class");
  const bool integrated = cls && *cls == Value("integrated");  // data sheets: a GPU that shares the system's memory
  if (integrated)
    a.cls = DeviceClass::edge;
  else
    in.choice("class", a.cls);
  a.memory_kind = usual_memory(a.cls);
  in.choice("memory_kind", a.memory_kind);
  in.text("status", a.status);
  in.text("release", a.release);
  in.text("form_factor", a.form_factor);
  in.text("compute_capability", a.compute_capability);
  in.text("gfx_target", a.gfx_target);
  in.text("confidence", a.confidence);
  in.text("notes", a.notes);
  in.texts("aliases", a.aliases);
  in.texts("unverified_fields", a.unverified);
  in.texts("unverified", a.unverified);
  in.text("source", a.source);
  in.text("checked", a.checked);
}

}  // namespace

Result<Accelerator> read_accelerator(const Value& object, std::string_view pointer) {
  if (!object.object())
    return Error{"wrong-type",
                 std::string(pointer),
                 "accelerator must be a catalogue id or an object with a device's figures",
                 {}};
  Accelerator a;
  a.from_catalogue = false;
  ObjectReader in(object, pointer);
  read_identity(in, a);
  read_memory(in, a);
  read_bandwidth(in, a);
  read_peaks(in, a);
  for (std::string_view key : {"interconnect", "link"})
    if (in.has(key)) read_link(in, key, a.link.emplace());
  read_pcie(in, a);
  in.number("tdp_w", 0, 1e6, 1, a.power.value);
  in.number("power_w", 0, 1e6, 1, a.power.value);
  in.number("power_watts", 0, 1e6, 1, a.power.value);
  read_support(in, a);
  if (const Value* sizes = object.find("memory_options_gb"); sizes && sizes->array())
    for (const Value& gb : *sizes->array())
      if (gb.number()) a.memory_options_gb.push_back(*gb.number());
  std::int64_t minimum = 1, dies = 1;
  in.integer("minimum_count", 1, 1e6, minimum);
  in.integer("dies", 1, 1e4, dies);
  a.minimum_count = static_cast<int>(minimum);
  a.dies = static_cast<int>(dies);
  in.flag("hosted_only", a.hosted_only);
  if (in.failed()) return in.error();
  return a;
}

}  // namespace gpusel
