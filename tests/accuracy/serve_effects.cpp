#include "serve_effects.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <map>
#include <set>

#include "core/time/serve_constants.hpp"

namespace gpusel::accuracy {
namespace {

struct Reach {
  std::string_view constant;
  double deviation;
};

struct General {
  Reach reach;
  double mean;
};
// General values start where estimation.md sec. 6 read them off single tables.
constexpr std::array<General, 23> general{{{{"weight_efficiency", 0.1}, 0.70},
                                           {{"density_exponent", 0.1}, 0.3},
                                           {{"balance_exponent", 0.3}, 0.2},
                                           {{"expert_efficiency", 0.2}, 0.70},
                                           {{"cache_efficiency", 0.2}, 0.80},
                                           {{"compute_efficiency", 0.2}, 0.40},
                                           {{"attention_efficiency", 0.4}, 0.35},
                                           {{"half_tokens", 0.3}, 70},
                                           {{"expert_half_tokens", 0.5}, 35},
                                           {{"layer_seconds", 0.3}, 70e-6},
                                           {{"step_seconds", 0.4}, 0.4e-3},
                                           {{"sequence_seconds", 0.7}, 8e-6},
                                           {{"overlap", 0.5}, 0.2},
                                           {{"coverage_exponent", 0.08}, 0.75},
                                           {{"reduce_seconds", 0.3}, 5e-6},
                                           {{"link_efficiency", 0.12}, 0.7},
                                           {{"steady_share", 0.4}, 0.12},
                                           {{"burst_share", 0.4}, 0.7},
                                           {{"interference", 0.3}, 0.4},
                                           {{"split_exponent", 0.15}, 0.66},
                                           {{"request_seconds", 0.4}, 10e-3},
                                           {{"boundary_seconds", 0.7}, 0.1e-3},
                                           {{"pipeline_loss", 0.7}, 0.05}}};
constexpr std::array<Reach, 10> by_engine{{{"weight_efficiency", 0.12},
                                           {"step_seconds", 0.7},
                                           {"cache_efficiency", 0.12},
                                           {"compute_efficiency", 0.3},
                                           {"attention_efficiency", 0.4},
                                           {"layer_seconds", 0.2},
                                           {"overlap", 0.5},
                                           {"half_tokens", 0.3},
                                           {"sequence_seconds", 0.5},
                                           {"expert_efficiency", 0.15}}};
constexpr std::array<Reach, 4> by_kind{
    {{"weight_efficiency", 0.1}, {"compute_efficiency", 0.3}, {"cache_efficiency", 0.15}, {"layer_seconds", 0.25}}};
constexpr std::array<Reach, 2> by_format{{{"weight_efficiency", 0.24}, {"compute_efficiency", 0.48}}};
constexpr std::array<Reach, 5> by_family{{{"weight_efficiency", 0.1},
                                          {"compute_efficiency", 0.45},
                                          {"cache_efficiency", 0.2},
                                          {"layer_seconds", 0.2},
                                          {"attention_efficiency", 0.2}}};
constexpr std::array<Reach, 3> by_engine_format{
    {{"weight_efficiency", 0.12}, {"compute_efficiency", 0.2}, {"layer_seconds", 0.25}}};
constexpr std::array<Reach, 2> by_engine_family{{{"compute_efficiency", 0.2}, {"weight_efficiency", 0.08}}};
constexpr std::array<Reach, 4> by_backend{
    {{"weight_efficiency", 0.1}, {"compute_efficiency", 0.3}, {"layer_seconds", 0.2}, {"expert_efficiency", 0.3}}};
constexpr std::array<Reach, 2> by_vendor_kind{{{"weight_efficiency", 0.15}, {"compute_efficiency", 0.2}}};
constexpr std::array<Reach, 2> by_engine_kind{{{"weight_efficiency", 0.15}, {"layer_seconds", 0.3}}};
constexpr std::array<Reach, 2> by_launches{{{"layer_seconds", 0.3}, {"step_seconds", 0.5}}};
constexpr std::array<Reach, 2> by_device{{{"weight_efficiency", 0.12}, {"compute_efficiency", 0.12}}};
constexpr std::array<Reach, 6> by_source{{{"weight_efficiency", 0.13},
                                          {"compute_efficiency", 0.2},
                                          {"attention_efficiency", 0.8},
                                          {"layer_seconds", 0.24},
                                          {"cache_efficiency", 0.2},
                                          {"half_tokens", 0.5}}};

// Where an engine is known beforehand to differ: eager Python is ten times slower at launching kernels; captured graphs
// launch whole steps (estimation.md sec. 6.2).
double mean_of(std::string_view constant, std::string_view engine) {
  if (constant == "layer_seconds") return engine == "eager" ? 10 : engine == "graphs" ? 0.6 : 1;
  // Weights unpacked before they are multiplied.
  if (constant == "compute_efficiency") {
    constexpr std::array<std::string_view, 5> unpacked{"int4", "bnb4", "k-quant", "q4-legacy", "iq"};
    return std::find(unpacked.begin(), unpacked.end(), engine) != unpacked.end() ? 0.8 : 1;
  }
  // Schedulers in C++ spend less on a sequence than Python's.
  if (constant == "sequence_seconds")
    return engine == "tensorrt-llm" || engine == "llama.cpp" || engine == "lmdeploy" || engine == "generic" ? 0.3 : 1;
  if (constant == "step_seconds") return engine == "vllm" || engine == "sglang" ? 5 : 1;
  if (constant == "overlap") return engine == "transformers" ? 5 : 1;
  return 1;
}

std::size_t position(std::string_view constant) {
  std::size_t i = 0;
  while (serve_constant_name(i) != constant) ++i;
  return i;
}

struct Groups {
  std::set<std::string> engine, kind, format, family, engine_format, engine_family, backend, vendor_kind, engine_kind,
      launches, device, source;
};

Groups groups_of(const std::vector<ServeRow>& rows) {
  Groups g;
  for (const ServeRow& r : rows) {
    const ServeGroups s = serve_groups(r.c);
    const std::string engine(s.engine), kind(s.kind), format(s.format), family(s.family);
    g.kind.insert(kind);
    g.format.insert(format);
    g.source.insert(r.source);
    g.launches.insert(std::string(s.launches));
    g.vendor_kind.insert(std::string(s.vendor) + "/" + kind);
    if (!family.empty()) g.family.insert(family + "/" + kind);
    if (r.c.accelerator().from_catalogue) g.device.insert(std::string(s.device));
    g.engine.insert(engine);
    g.engine_format.insert(engine + "/" + format);
    g.engine_kind.insert(engine + "/" + kind);
    g.backend.insert(engine + "/" + std::string(s.vendor));
    if (!family.empty()) g.engine_family.insert(engine + "/" + family);
  }
  return g;
}

class Builder {
 public:
  explicit Builder(const std::vector<ServeRow>& rows) : rows_(rows) {}

  void add(Reach reach, const std::string& group, double mean, const std::string& source = {}) {
    Effect e;
    e.constant = position(reach.constant);
    e.group = group;
    e.source = source;
    e.mean = e.value = std::log(mean);
    e.deviation = reach.deviation;
    for (const ServeRow& r : rows_)
      e.reaches.push_back(source.empty() ? group.empty() || serve_groups(r.c).match(group) : r.source == source);
    effects.push_back(std::move(e));
  }
  template <std::size_t N>
  void add_all(const std::array<Reach, N>& reaches, const std::set<std::string>& groups) {
    for (const std::string& group : groups)
      for (const Reach& reach : reaches) add(reach, group, mean_of(reach.constant, group));
  }
  std::vector<Effect> effects;

 private:
  const std::vector<ServeRow>& rows_;
};

std::string rounded_source() { return "fit to the measured serving rows (tests/accuracy)"; }

double four_digits(double x) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4g", x);
  double value = 0;
  std::sscanf(text, "%lf", &value);
  return value;
}

}  // namespace

std::vector<Effect> serve_effects(const std::vector<ServeRow>& rows) {
  Builder b(rows);
  for (const General& g : general) b.add(g.reach, "", g.mean);
  const Groups g = groups_of(rows);
  b.add_all(by_engine, g.engine);
  b.add_all(by_kind, g.kind);
  b.add_all(by_format, g.format);
  b.add_all(by_family, g.family);
  b.add_all(by_engine_format, g.engine_format);
  b.add_all(by_engine_family, g.engine_family);
  b.add_all(by_backend, g.backend);
  b.add_all(by_vendor_kind, g.vendor_kind);
  b.add_all(by_engine_kind, g.engine_kind);
  b.add_all(by_launches, g.launches);
  b.add_all(by_device, g.device);
  for (const std::string& source : g.source)
    for (const Reach& reach : by_source) b.add(reach, "", 1, source);
  return b.effects;
}

std::vector<Constant> constants_of(const std::vector<Effect>& effects, const std::vector<ServeRow>& rows,
                                   const KeepServe& keep) {
  std::vector<Constant> constants;
  for (const Effect& e : effects) {
    if (!e.source.empty() || (!e.group.empty() && std::fabs(e.value) < 0.02)) continue;
    constants.push_back({"serve." + std::string(serve_constant_name(e.constant)), e.group,
                         four_digits(std::exp(e.value)), rounded_source()});
  }
  std::map<std::string, int> seen;
  for (const ServeRow& r : rows) {
    if (!keep(r) || r.trust == 'C') continue;
    const ServeGroups g = serve_groups(r.c);
    const int values = static_cast<int>(r.measured.size());
    seen[std::string(g.engine)] += values;
    seen[std::string(g.vendor)] += values;
    seen[std::string(g.format)] += values;
    if (r.c.shape->is_moe()) seen[std::string(g.engine) + "/" + std::string(serve_experts)] += values;
    if (r.c.count > 1) seen[std::string(g.engine) + "/" + std::string(serve_devices)] += values;
    seen[std::string(g.engine) + "/" + std::string(g.format)] += values;
    if (!g.family.empty()) seen[std::string(g.family) + "/" + std::string(g.kind)] += values;
    if (r.c.accelerator().from_catalogue) seen[std::string(g.device)] += values;
  }
  for (const auto& [group, values] : seen)
    constants.push_back({"serve.seen", group, static_cast<double>(values), "measured serving values of trust A and B"});
  std::stable_sort(constants.begin(), constants.end(), [](const Constant& a, const Constant& b) {
    return a.key != b.key ? a.key < b.key : a.group < b.group;
  });
  return constants;
}

}  // namespace gpusel::accuracy
