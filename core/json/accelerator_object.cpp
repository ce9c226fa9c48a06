#include <array>

#include "core/json/object_reader.hpp"
#include "core/json/objects.hpp"

namespace gpusel {
namespace {

constexpr double gib_bytes = 1073741824.0;

struct PeakKey {
  std::string_view key, sheet;  // ours, the data sheets'
  FlopsPerSecond PeakRates::*rate;
};
constexpr std::array<PeakKey, 9> peak_keys{{{"fp32", "fp32", &PeakRates::fp32},
                                            {"tf32", "tf32", &PeakRates::tf32},
                                            {"fp16", "fp16_tensor", &PeakRates::fp16},
                                            {"bf16", "bf16", &PeakRates::bf16},
                                            {"fp8", "fp8", &PeakRates::fp8},
                                            {"fp4", "fp4", &PeakRates::fp4},
                                            {"int8", "int8", &PeakRates::int8},
                                            {"int4", "int4", &PeakRates::int4},
                                            {"fp16_fp16acc", "fp16_tensor_fp16acc", &PeakRates::fp16_fp16acc}}};

// Marketed sizes: GB is 1e9. What programs can fill is given, or the chip's nominal size (the marketed figure in GiB, which is what
// 24 GB of GDDR or HBM really are) less the driver's part; unified memory shares with the system, hence three quarters.
void read_memory(ObjectReader& in, Accelerator& a) {
  double marketed = 0, nominal = 0;
  std::string unit = "GB";
  in.text("memory_unit", unit);
  in.number("memory_gb", 0.001, 1e6, 1, marketed);
  nominal = marketed * gib_bytes;
  marketed *= unit == "GiB" ? gib_bytes : 1e9;
  in.number("memory_bytes", 1e6, 1e15, 1, marketed);
  if (nominal == 0) nominal = marketed;
  a.memory = bytes(marketed);
  const bool unified = a.memory_kind == MemoryKind::lpddr_unified;
  double usable = nominal * (unified ? 0.75 : 0.98);
  a.usable_basis = unified ? "three quarters of unified memory" : "nominal size less 2 % for the driver";
  if (in.has("memory_gib_usable") || in.has("usable_bytes")) a.usable_basis = "given";
  in.number("memory_gib_usable", 0.001, 1e6, gib_bytes, usable);
  in.number("usable_bytes", 1e6, 1e15, 1, usable);
  in.text("usable_basis", a.usable_basis);
  in.text("memory_type", a.memory_type);
  a.usable = bytes(usable);
  if (a.memory.value == 0) in.fail("memory_gb", "missing", "given: the device's memory in GB");
}

void read_bandwidth(ObjectReader& in, Accelerator& a) {
  in.number("bandwidth_gb_s", 0.001, 1e9, 1e9, a.bandwidth.value);
  in.number("bandwidth_bytes_per_second", 1e6, 1e18, 1, a.bandwidth.value);
  if (a.bandwidth.value == 0) in.fail("bandwidth_gb_s", "missing", "given: the memory bandwidth in GB/s");
}

void read_peaks(ObjectReader& in, Accelerator& a) {
  if (const Value* sheet = in.object().find("peak_tflops_dense")) {
    ObjectReader peaks(*sheet, in.pointer("peak_tflops_dense"));
    for (const PeakKey& k : peak_keys) {
      peaks.number(k.key, 0, 1e9, 1e12, (a.peak.*k.rate).value);
      peaks.number(k.sheet, 0, 1e9, 1e12, (a.peak.*k.rate).value);
    }
    peaks.number("fp16_tensor_fp32acc", 0, 1e9, 1e12, a.peak.fp16.value);
    in.take(peaks);
  }
  if (const Value* own = in.object().find("peak_flops_per_second")) {
    ObjectReader peaks(*own, in.pointer("peak_flops_per_second"));
    for (const PeakKey& k : peak_keys) peaks.number(k.key, 0, 1e21, 1, (a.peak.*k.rate).value);
    in.take(peaks);
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
  part.number("bytes_per_second", 0, 1e18, 1, link.per_direction.value);
  std::int64_t domain = link.domain;
  part.integer("max_domain_size", 1, 1e7, domain);
  part.integer("domain", 1, 1e7, domain);
  link.domain = static_cast<int>(domain);
  // PCIe: 1 GB/s a lane and direction for generation 3, doubling each generation (128b/130b line code left out).
  std::int64_t generation = 0, lanes = 16;
  part.integer("gen", 1, 10, generation);
  part.integer("lanes", 1, 64, lanes);
  if (generation > 0 && link.per_direction.value == 0) {
    link.per_direction = BytesPerSecond(static_cast<double>(lanes * (std::int64_t{1} << generation)) / 8 * 1e9);
    link.type = "PCIe " + std::to_string(generation) + " x" + std::to_string(lanes);
  }
  in.take(part);
}

// What a device can multiply follows from its peaks, unless `supports` says otherwise.
void read_support(ObjectReader& in, Accelerator& a) {
  a.supports_bf16 = a.peak.bf16.value > 0;
  a.supports_fp8 = a.peak.fp8.value > 0;
  a.supports_fp4 = a.peak.fp4.value > 0;
  a.supports_int4 = a.peak.int4.value > 0;
  const Value* v = in.object().find("supports");
  if (!v) return;
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
    case DeviceClass::workstation: return MemoryKind::gddr;
    case DeviceClass::edge:
    case DeviceClass::apple_soc: return MemoryKind::lpddr_unified;
    case DeviceClass::datacenter:
    case DeviceClass::tpu:
    case DeviceClass::inference_asic: break;
  }
  return MemoryKind::hbm;
}

void read_identity(ObjectReader& in, Accelerator& a) {
  in.text("id", a.id);
  in.text("name", a.name);
  if (a.id.empty()) a.id = a.name;
  in.text("vendor", a.vendor);
  in.text("family", a.family);
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

template <class T>
void put(Value& out, std::string_view key, const T& x, const T& absent) {
  if (!(x == absent)) out.set(key, Value(x));
}
void put_all(Value& out, std::string_view key, const std::vector<std::string>& texts) {
  Value::Array array;
  for (const std::string& t : texts) array.emplace_back(t);
  if (!array.empty()) out.set(key, std::move(array));
}
Value link_value(const Link& link) {
  Value out(Value::Object{});
  put(out, "type", link.type, std::string());
  put(out, "bytes_per_second", link.per_direction.value, 0.0);
  put(out, "domain", link.domain, 1);
  return out;
}

void write_identity(Value& out, const Accelerator& a) {
  const std::string nothing;
  put(out, "id", a.id, nothing);
  put(out, "name", a.name, nothing);
  put(out, "vendor", a.vendor, nothing);
  put(out, "family", a.family, nothing);
  out.set("class", to_string(a.cls));
  put(out, "status", a.status, nothing);
  put(out, "release", a.release, nothing);
}

void write_rates(Value& out, const Accelerator& a) {
  out.set("memory_bytes", a.memory.value);
  out.set("usable_bytes", a.usable.value);
  put(out, "usable_basis", a.usable_basis, std::string());
  put(out, "memory_type", a.memory_type, std::string());
  out.set("memory_kind", to_string(a.memory_kind));
  Value::Array sizes;
  for (double gb : a.memory_options_gb) sizes.emplace_back(gb);
  if (!sizes.empty()) out.set("memory_options_gb", std::move(sizes));
  out.set("bandwidth_bytes_per_second", a.bandwidth.value);
  Value peaks(Value::Object{});
  for (const PeakKey& k : peak_keys) put(peaks, k.key, (a.peak.*k.rate).value, 0.0);
  out.set("peak_flops_per_second", std::move(peaks));
  put(out, "measured_matmul_bf16_flops_per_second", a.measured_matmul_bf16, 0.0);
  put(out, "measured_matmul_fp8_flops_per_second", a.measured_matmul_fp8, 0.0);
  if (a.link) out.set("interconnect", link_value(*a.link));
  if (!(a.pcie == Link{})) out.set("pcie", link_value(a.pcie));
  put(out, "power_watts", a.power.value, 0.0);
}

}  // namespace

Result<Accelerator> read_accelerator(const Value& object, std::string_view pointer) {
  if (!object.object())
    return Error{"wrong-type", std::string(pointer), "accelerator must be a catalogue id or an object with a device's figures", {}};
  Accelerator a;
  a.from_catalogue = false;
  ObjectReader in(object, pointer);
  read_identity(in, a);
  read_memory(in, a);
  read_bandwidth(in, a);
  read_peaks(in, a);
  if (in.has("interconnect")) read_link(in, "interconnect", a.link.emplace());
  read_link(in, "pcie", a.pcie);
  in.number("tdp_w", 0, 1e6, 1, a.power.value);
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

Value accelerator_value(const Accelerator& a) {
  Value out(Value::Object{});
  write_identity(out, a);
  write_rates(out, a);
  const std::string nothing;
  put(out, "form_factor", a.form_factor, nothing);
  put(out, "compute_capability", a.compute_capability, nothing);
  put(out, "gfx_target", a.gfx_target, nothing);
  Value supports(Value::Object{});
  supports.set("bf16", a.supports_bf16);
  supports.set("fp8", a.supports_fp8);
  supports.set("fp4", a.supports_fp4);
  supports.set("int4", a.supports_int4);
  out.set("supports", std::move(supports));
  put(out, "minimum_count", a.minimum_count, 1);
  put(out, "dies", a.dies, 1);
  put(out, "hosted_only", a.hosted_only, false);
  put(out, "confidence", a.confidence, nothing);
  put(out, "notes", a.notes, nothing);
  put_all(out, "aliases", a.aliases);
  put_all(out, "unverified", a.unverified);
  put(out, "source", a.source, nothing);
  put(out, "checked", a.checked, nothing);
  return out;
}

}  // namespace gpusel
