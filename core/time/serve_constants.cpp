#include "core/time/serve_constants.hpp"

#include <algorithm>
#include <array>

#include "core/domain/formats.hpp"

namespace gpusel {
namespace {

struct Key {
  std::string_view name;
  double ServeConstants::*member;
};
constexpr std::array<Key, 19> keys{{
    {"weight_efficiency", &ServeConstants::weight_efficiency},
    {"expert_efficiency", &ServeConstants::expert_efficiency},
    {"cache_efficiency", &ServeConstants::cache_efficiency},
    {"compute_efficiency", &ServeConstants::compute_efficiency},
    {"attention_efficiency", &ServeConstants::attention_efficiency},
    {"half_tokens", &ServeConstants::half_tokens},
    {"layer_seconds", &ServeConstants::layer_seconds},
    {"step_seconds", &ServeConstants::step_seconds},
    {"overlap_exponent", &ServeConstants::overlap_exponent},
    {"sequence_seconds", &ServeConstants::sequence_seconds},
    {"coverage_exponent", &ServeConstants::coverage_exponent},
    {"reduce_seconds", &ServeConstants::reduce_seconds},
    {"link_efficiency", &ServeConstants::link_efficiency},
    {"steady_share", &ServeConstants::steady_share},
    {"burst_share", &ServeConstants::burst_share},
    {"interference", &ServeConstants::interference},
    {"split_exponent", &ServeConstants::split_exponent},
    {"request_seconds", &ServeConstants::request_seconds},
    {"host_bandwidth", &ServeConstants::host_bandwidth},
}};

// What a constant's group is matched against.
struct Groups {
  std::string_view engine, family, kind, format, device;
  bool pair(std::string_view group, std::string_view a, std::string_view b) const {
    return group.size() == a.size() + b.size() + 1 && group[a.size()] == '/' && group.substr(0, a.size()) == a &&
           group.substr(a.size() + 1) == b;
  }
  bool match(std::string_view g) const {
    return g == engine || g == family || g == kind || g == format || g == device || pair(g, family, kind) ||
           pair(g, engine, kind) || pair(g, engine, format) || pair(g, engine, family) || pair(g, kind, format);
  }
};

constexpr std::string_view prefix = "serve.";

double* member_of(ServeConstants& k, std::string_view name) {
  for (const Key& key : keys)
    if (key.name == name) return &(k.*key.member);
  return nullptr;
}

}  // namespace

std::string_view speed_class(WeightFormat format) {
  switch (format_info(format).cls) {
    case FormatClass::plain:
      return "16-bit";
    case FormatClass::scaled8:
      return format == WeightFormat::fp8 ? "fp8" : "int8";
    case FormatClass::group4:
      return "int4";
    case FormatClass::group8:
      return "w8";
    case FormatClass::bitsandbytes4:
      return "bnb4";
    case FormatClass::microscaling:
      return to_string(format);
    case FormatClass::gguf:
      break;
  }
  if (format == WeightFormat::q8_0) return "q8";
  switch (format) {
    case WeightFormat::q4_0:
    case WeightFormat::q4_1:
    case WeightFormat::q5_0:
    case WeightFormat::q5_1:
      return "q4-legacy";
    case WeightFormat::iq4_nl:
    case WeightFormat::iq4_xs:
    case WeightFormat::iq3_m:
    case WeightFormat::iq3_s:
    case WeightFormat::iq3_xs:
    case WeightFormat::iq3_xxs:
    case WeightFormat::iq2_m:
    case WeightFormat::iq2_s:
    case WeightFormat::iq2_xs:
    case WeightFormat::iq2_xxs:
    case WeightFormat::iq1_m:
    case WeightFormat::iq1_s:
      return "iq";
    default:
      return "k-quant";
  }
}

// Families of one generation's serving kernels count as one.
std::string_view serving_family(const Accelerator& a) {
  if (a.family == "Grace Hopper") return "Hopper";
  if (a.family == "Blackwell Ultra") return "Blackwell";
  return a.family;
}

bool is_serve_constant(std::string_view key) {
  if (key.substr(0, prefix.size()) != prefix) return false;
  ServeConstants unused;
  const std::string_view name = key.substr(prefix.size());
  return name == "seen" || member_of(unused, name) != nullptr;
}

ServeConstants serve_constants(const Case& c) {
  ServeConstants k;
  const Accelerator& a = c.accelerator();
  const Groups groups{to_string(c.serve().engine), serving_family(a), to_string(a.memory_kind),
                      speed_class(c.serve().weights), a.id};
  bool device_seen = false, family_seen = false;
  for (const Constant& constant : c.catalog->calibration.constants) {
    const std::string_view key = constant.key;
    if (key.substr(0, prefix.size()) != prefix) continue;
    const std::string_view name = key.substr(prefix.size());
    if (name == "seen") {
      device_seen |= !a.id.empty() && constant.group == a.id;
      family_seen |= groups.pair(constant.group, groups.family, groups.kind);
      k.engine_seen |= constant.group == groups.engine;
      continue;
    }
    double* member = member_of(k, name);
    if (!member) continue;
    if (constant.group.empty()) *member = constant.value;
  }
  for (const Constant& constant : c.catalog->calibration.constants) {
    const std::string_view key = constant.key;
    if (constant.group.empty() || key.substr(0, prefix.size()) != prefix || !groups.match(constant.group)) continue;
    if (double* member = member_of(k, key.substr(prefix.size()))) *member *= constant.value;
  }
  // A product of effects may overshoot; no device does better than its roofs (a measured rate above one means a wrong
  // peak).
  for (double ServeConstants::*share :
       {&ServeConstants::weight_efficiency, &ServeConstants::expert_efficiency, &ServeConstants::cache_efficiency,
        &ServeConstants::compute_efficiency, &ServeConstants::attention_efficiency, &ServeConstants::link_efficiency})
    k.*share = std::min(k.*share, 0.97);
  k.overlap_exponent = std::clamp(k.overlap_exponent, 1.0, 8.0);
  k.support = device_seen ? Support::device : family_seen ? Support::family : Support::unseen;
  return k;
}

}  // namespace gpusel
