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
constexpr std::array<General, 21> general{{{{"weight_efficiency", 0.1}, 0.70},
                                           {{"expert_efficiency", 0.2}, 0.70},
                                           {{"cache_efficiency", 0.2}, 0.80},
                                           {{"compute_efficiency", 0.2}, 0.40},
                                           {{"attention_efficiency", 0.4}, 0.20},
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
constexpr std::array<Reach, 9> by_engine{{{"weight_efficiency", 0.12},
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
constexpr std::array<Reach, 2> by_device{{{"weight_efficiency", 0.12}, {"compute_efficiency", 0.12}}};
constexpr std::array<Reach, 6> by_source{{{"weight_efficiency", 0.13},
                                          {"compute_efficiency", 0.2},
                                          {"attention_efficiency", 0.8},
                                          {"layer_seconds", 0.24},
                                          {"cache_efficiency", 0.2},
                                          {"half_tokens", 0.5}}};

// Where an engine is known beforehand to differ: eager Python queues its kernels ahead of the device and is ten times
// slower at it; compiled engines launch whole graphs (estimation.md sec. 6.2).
double mean_of(std::string_view constant, std::string_view engine) {
  if (constant == "layer_seconds")
    return engine == "transformers" ? 10 : engine == "tensorrt-llm" || engine == "generic" ? 0.6 : 1;
  // Schedulers in C++ spend less on a sequence than Python's.
  if (constant == "sequence_seconds")
    return engine == "tensorrt-llm" || engine == "llama.cpp" || engine == "lmdeploy" || engine == "generic" ? 0.3 : 1;
  // Fused attention reaches 0.5 to 0.75 of the peak on long prompts (Dao 2023, 2307.08691; Shah et al. 2024,
  // 2407.08608); Neuron is taken as unfused (SDK 2.18 alone is measured; not confirmed).
  if (constant == "attention_efficiency") {
    constexpr std::array<std::string_view, 7> fused{"vllm",         "sglang",  "tensorrt-llm", "lmdeploy",
                                                    "transformers", "exllama", "maxtext"};
    if (engine == "neuron") return 0.3;
    return std::find(fused.begin(), fused.end(), engine) != fused.end() ? 2 : 1;
  }
  if (constant == "overlap") return engine == "transformers" ? 5 : 1;
  return 1;
}

std::size_t position(std::string_view constant) {
  std::size_t i = 0;
  while (serve_constant_name(i) != constant) ++i;
  return i;
}

struct Groups {
  std::set<std::string> engine, kind, format, family, engine_format, engine_family, backend, vendor_kind, device,
      source;
};

Groups groups_of(const std::vector<ServeRow>& rows) {
  Groups g;
  for (const ServeRow& r : rows) {
    const ServeGroups s = serve_groups(r.c);
    const std::string engine(s.engine), kind(s.kind), format(s.format), family(s.family);
    g.engine.insert(engine);
    g.kind.insert(kind);
    g.format.insert(format);
    g.engine_format.insert(engine + "/" + format);
    g.source.insert(r.source);
    g.vendor_kind.insert(std::string(s.vendor) + "/" + kind);
    g.backend.insert(engine + "/" + std::string(s.vendor));
    if (!family.empty()) g.family.insert(family + "/" + kind), g.engine_family.insert(engine + "/" + family);
    if (r.c.accelerator().from_catalogue) g.device.insert(std::string(s.device));
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
  b.add_all(by_device, g.device);
  for (const std::string& source : g.source)
    for (const Reach& reach : by_source) b.add(reach, "", 1, source);
  return b.effects;
}

std::vector<Constant> constants_of(const std::vector<Effect>& effects, const std::vector<ServeRow>& rows,
                                   std::string_view left_out) {
  std::vector<Constant> constants;
  for (const Effect& e : effects) {
    if (!e.source.empty() || (!e.group.empty() && std::fabs(e.value) < 0.02)) continue;
    constants.push_back({"serve." + std::string(serve_constant_name(e.constant)), e.group,
                         four_digits(std::exp(e.value)), rounded_source()});
  }
  std::map<std::string, int> seen;
  for (const ServeRow& r : rows) {
    if (r.source == left_out || r.trust == 'C') continue;
    const ServeGroups g = serve_groups(r.c);
    const int values = static_cast<int>(r.measured.size());
    seen[std::string(g.engine)] += values;
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
