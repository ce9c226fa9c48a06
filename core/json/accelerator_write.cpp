#include "core/json/objects.hpp"
#include "core/json/peak_keys.hpp"

namespace gpusel {
namespace {

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
  if (a.link) out.set("link", link_value(*a.link));
  if (!(a.pcie == Link{})) out.set("pcie", link_value(a.pcie));
  put(out, "power_watts", a.power.value, 0.0);
}

}  // namespace

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
