#include "core/time/serve_constants.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <vector>

#include "core/domain/formats.hpp"
#include "core/model/shape.hpp"
#include "core/time/serve_spread.hpp"

namespace gpusel {
namespace {

struct Key {
  std::string_view name;
  double ServeConstants::*member;
};
constexpr std::array<Key, 24> keys{{
    {"weight_efficiency", &ServeConstants::weight_efficiency},
    {"expert_efficiency", &ServeConstants::expert_efficiency},
    {"cache_efficiency", &ServeConstants::cache_efficiency},
    {"compute_efficiency", &ServeConstants::compute_efficiency},
    {"density_exponent", &ServeConstants::density_exponent},
    {"balance_exponent", &ServeConstants::balance_exponent},
    {"attention_efficiency", &ServeConstants::attention_efficiency},
    {"half_tokens", &ServeConstants::half_tokens},
    {"expert_half_tokens", &ServeConstants::expert_half_tokens},
    {"layer_seconds", &ServeConstants::layer_seconds},
    {"step_seconds", &ServeConstants::step_seconds},
    {"overlap", &ServeConstants::overlap},
    {"sequence_seconds", &ServeConstants::sequence_seconds},
    {"coverage_exponent", &ServeConstants::coverage_exponent},
    {"reduce_seconds", &ServeConstants::reduce_seconds},
    {"link_efficiency", &ServeConstants::link_efficiency},
    {"steady_share", &ServeConstants::steady_share},
    {"burst_share", &ServeConstants::burst_share},
    {"interference", &ServeConstants::interference},
    {"split_exponent", &ServeConstants::split_exponent},
    {"request_seconds", &ServeConstants::request_seconds},
    {"boundary_seconds", &ServeConstants::boundary_seconds},
    {"pipeline_loss", &ServeConstants::pipeline_loss},
    {"host_bandwidth", &ServeConstants::host_bandwidth},
}};

constexpr std::string_view prefix = "serve.", seen_key = "serve.seen", widen_prefix = "serve.widen.";

// What a constant's group may name: one of these, or two as "first/second".
struct GroupName {
  std::string_view ServeGroups::*first = nullptr;
  std::string_view ServeGroups::*second = nullptr;
};
using G = ServeGroups;
constexpr std::array<GroupName, 16> group_names{{
    {&G::engine},
    {&G::launches},
    {&G::vendor},
    {&G::family},
    {&G::kind},
    {&G::format},
    {&G::device},
    {&G::family, &G::kind},
    {&G::engine, &G::kind},
    {&G::engine, &G::format},
    {&G::engine, &G::family},
    {&G::engine, &G::vendor},
    {&G::kind, &G::format},
    {&G::vendor, &G::kind},
    {&G::engine, &G::experts},
    {&G::engine, &G::devices},
}};

// The constant of a calibration key; null: the key is another's.
double* member_for(ServeConstants& k, std::string_view key) {
  if (key.substr(0, prefix.size()) != prefix) return nullptr;
  const std::string_view name = key.substr(prefix.size());
  for (const Key& known : keys)
    if (known.name == name) return &(k.*known.member);
  return nullptr;
}

// Which of the case's traits measured rows have shown, by their group of "serve.seen".
void add_seen(ServeConstants& k, const ServeGroups& groups, std::string_view group) {
  const auto show = [&](ServeGap gap, bool shown) {
    if (shown) k.unmeasured[static_cast<std::size_t>(gap)] = false;
  };
  k.device_seen |= !groups.device.empty() && group == groups.device;
  show(ServeGap::engine, group == groups.engine);
  show(ServeGap::vendor, group == groups.vendor);
  show(ServeGap::family, is_group(group, groups.family, groups.kind));
  k.format_elsewhere |= group == groups.format;
  show(ServeGap::format, is_group(group, groups.engine, groups.format));
  show(ServeGap::experts, is_group(group, groups.engine, groups.experts));
  show(ServeGap::devices, is_group(group, groups.engine, groups.devices));
}

// An engine never measured has no formats, experts or groups of devices measured either, nor a vendor families: what it
// adds holds for them all. A format that no engine was measured with is a step further still.
void leave_to_the_wider(ServeConstants& k) {
  const auto is = [&](ServeGap gap) -> bool& { return k.unmeasured[static_cast<std::size_t>(gap)]; };
  if (is(ServeGap::vendor)) is(ServeGap::family) = false;
  if (!is(ServeGap::engine)) return;
  is(ServeGap::format) = !k.format_elsewhere;
  is(ServeGap::experts) = is(ServeGap::devices) = false;
}

// Those that hold for a case, in the order of their keys; the general ones stand apart.
std::vector<const Constant*> particular(const Calibration& calibration, const ServeGroups& groups) {
  std::vector<const Constant*> out;
  for (const GroupName& name : group_names) {
    const std::string_view first = groups.*name.first;
    if (!first.empty()) calibration.add_group(first, name.second ? groups.*name.second : "", out);
  }
  std::sort(out.begin(), out.end(), std::less<>());  // rows of one array; a group named twice stands here twice
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
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
  ServeConstants unused;
  return key == seen_key || key.substr(0, widen_prefix.size()) == widen_prefix || member_for(unused, key) != nullptr;
}

bool ServeGroups::match(std::string_view g) const {
  for (const GroupName& name : group_names)
    if (is_group(g, this->*name.first, name.second ? this->*name.second : "")) return true;
  return false;
}

ServeGroups serve_groups(const Case& c) {
  const Accelerator& a = c.accelerator();
  return {to_string(c.engine().id),
          a.vendor,
          serving_family(a),
          to_string(a.memory_kind),
          speed_class(c.serve().weights),
          a.id,
          to_string(c.engine().launches)};
}

std::size_t serve_constant_count() { return keys.size(); }
std::string_view serve_constant_name(std::size_t i) { return keys[i].name; }
double& serve_constant(ServeConstants& k, std::size_t i) { return k.*keys[i].member; }

void keep_within_roofs(ServeConstants& k) {
  // A measured rate above one means a wrong peak.
  for (double ServeConstants::*share :
       {&ServeConstants::weight_efficiency, &ServeConstants::expert_efficiency, &ServeConstants::cache_efficiency,
        &ServeConstants::compute_efficiency, &ServeConstants::attention_efficiency, &ServeConstants::link_efficiency})
    k.*share /= std::pow(1 + std::pow(k.*share, 8), 0.125);
}

ServeConstants serve_constants(const Case& c) {
  const Calibration& calibration = c.catalog->calibration;
  const ServeGroups groups = serve_groups(c);
  ServeConstants k;
  k.unmeasured = {true, true, true, true, c.shape->is_moe(), c.count > 1, c.nodes > 1};
  std::vector<const Constant*> general;
  calibration.add_group("", "", general);
  for (const Constant* constant : general)
    if (double* member = member_for(k, constant->key)) *member = constant->value;
  for (const Constant* constant : particular(calibration, groups)) {
    if (constant->key == seen_key) add_seen(k, groups, constant->group);
    if (double* member = member_for(k, constant->key)) *member *= constant->value;
  }
  keep_within_roofs(k);
  leave_to_the_wider(k);
  k.widening = serve_widening(k.unmeasured, serve_widths(calibration));
  return k;
}

}  // namespace gpusel
