#include "core/memory/adapters.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "core/memory/memory.hpp"

namespace gpusel {
namespace {

using R = LinearRole;

bool is_attention(R role) {
  return role == R::q || role == R::k || role == R::v || role == R::o || role == R::qkv || role == R::q_down ||
         role == R::q_up || role == R::kv_down || role == R::kv_up;
}

bool is_query_or_value(R role) {
  return role == R::q || role == R::v || role == R::qkv || role == R::q_up || role == R::kv_up;
}

// Names that mean the same module in every decoder, whatever its checkpoint calls it.
bool canonical_name_matches(std::string_view name, R role) {
  struct Alias {
    std::string_view name;
    std::array<R, 3> roles;
  };
  static constexpr std::array<Alias, 7> aliases{{{"q_proj", {R::q, R::q_up, R::q}},
                                                 {"k_proj", {R::k, R::k, R::k}},
                                                 {"v_proj", {R::v, R::v, R::v}},
                                                 {"o_proj", {R::o, R::o, R::o}},
                                                 {"gate_proj", {R::gate, R::expert_gate, R::shared_gate}},
                                                 {"up_proj", {R::up, R::expert_up, R::shared_up}},
                                                 {"down_proj", {R::down, R::expert_down, R::shared_down}}}};
  for (const Alias& a : aliases)
    if (a.name == name) return std::find(a.roles.begin(), a.roles.end(), role) != a.roles.end();
  return false;
}

bool name_matches(std::string_view target, std::string_view name) {
  // peft: equal, or ending in "." + target.
  if (target == name) return true;
  return name.size() > target.size() && name.substr(name.size() - target.size()) == target &&
         name[name.size() - target.size() - 1] == '.';
}

}  // namespace

bool is_named(const LinearShape& linear, std::string_view target) {
  return name_matches(target, linear.name) || canonical_name_matches(target, linear.role);
}

bool is_adapted(const LinearShape& linear, const LoraSpec& lora) {
  if (linear.role == R::router) return false;
  if (lora.target_set == "all-linear") return true;
  if (lora.target_set == "attention") return is_attention(linear.role);
  if (lora.target_set == "qv") return is_query_or_value(linear.role);
  for (const std::string& target : lora.targets)
    if (is_named(linear, target)) return true;
  return false;
}

Count adapter_parameters(const LinearShape& linear, Count rank) {
  return linear.copies * rank * (linear.in + linear.out);
}

double adapter_parameters_per_device(const LinearShape& linear, Count rank, double tp, double ep) {
  const double in = static_cast<double>(linear.in), out = static_cast<double>(linear.out);
  const double copies = static_cast<double>(linear.copies) / (linear.copies > 1 ? ep : 1.0);
  const double split = linear.replicated ? 1.0 : tp;
  return copies * static_cast<double>(rank) * (linear.row_parallel ? in / split + out : in + out / split);
}

Count adapter_parameters(const ModelShape& shape, const LoraSpec& lora) {
  Count sum = 0;
  for (std::size_t k = 0; k < shape.kinds.size(); ++k) {
    Count layer = 0;
    for (const LinearShape& linear : shape.kinds[k].linears)
      if (is_adapted(linear, lora)) layer += adapter_parameters(linear, lora.rank);
    sum += layer * shape.layers_of_kind(k);
  }
  for (std::size_t l = 0; l < shape.encoder_layer_kind.size(); ++l)
    for (const LinearShape& linear : shape.encoder_kinds[shape.encoder_layer_kind[l]].linears)
      if (is_adapted(linear, lora)) sum += adapter_parameters(linear, lora.rank);
  return sum * lora.adapters;
}

}  // namespace gpusel
