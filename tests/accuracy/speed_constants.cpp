#include "speed_constants.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <set>

namespace gpusel::accuracy {
namespace {

constexpr int rows_of_a_family = 3;  // fewer say nothing about it

struct Same {
  std::string_view family, as;
};
constexpr std::array<Same, 1> same_silicon{{{"Grace Hopper/datacenter", "Hopper/datacenter"}}};
constexpr std::array<std::string_view, 2> of_silicon{"train.matmul_efficiency", "train.attention_efficiency"};

std::string provenance(const FittedSpeed& f) {
  char text[200];
  std::snprintf(text, sizeof text, "fit to %d training speeds of %d source%s (tests/accuracy), from %.3g", f.rows,
                f.sources, f.sources == 1 ? "" : "s", f.prior);
  return text;
}

struct Count {
  int rows = 0;
  std::set<std::string> sources;
};

std::string counted(const Count& c) {
  return std::to_string(c.rows) + " rows of " + std::to_string(c.sources.size()) +
         (c.sources.size() == 1 ? " source" : " sources");
}

void add_seen(Calibration& calibration, const char* key, const std::map<std::string, Count>& groups) {
  for (const auto& [group, count] : groups) {
    if (count.rows < rows_of_a_family) continue;
    calibration.constants.push_back({key, group, 1, counted(count)});
    for (const Same& s : same_silicon)
      if (s.as == group) calibration.constants.push_back({key, std::string(s.family), 1, "the same silicon"});
  }
}

}  // namespace

double FreeSpeed::to_value(double x) const { return share ? 1 / (1 + std::exp(-x)) : std::exp(x); }
double FreeSpeed::to_unknown(double value) const { return share ? std::log(value / (1 - value)) : std::log(value); }

double FreeSpeed::slope(double x) const { return share ? 1 - to_value(x) : 1; }

const std::vector<FreeSpeed>& free_speeds() {
  static const std::vector<FreeSpeed> all{
      {"train.ceiling_share", "", 0.74, 0.10},
      {"train.half_rate_ceiling", "", 0.95, 1.0, true},
      {"train.tpu_ceiling", "", 0.78, 1.0, true},
      {"train.matmul_efficiency", "Ampere/datacenter", 0, 0.15},
      {"train.matmul_efficiency", "Hopper/datacenter", 0, 0.15},
      {"train.matmul_efficiency", "Volta/datacenter", 0, 0.15},
      {"train.matmul_efficiency", "Ada Lovelace/consumer", 0, 0.15},
      {"train.matmul_efficiency", "TPU/tpu", 0, 0.15},
      {"train.attention_efficiency", "", 0.45, 0.2},
      // Flash attention 2, forward and backward together, causal, head size 128: Dao 2023 (2307.08691), figures 4 to 7.
      {"train.attention_efficiency", "Ampere/datacenter", 0.55, 0.15},
      {"train.attention_efficiency", "Hopper/datacenter", 0.32, 0.15},
      {"train.attention_efficiency", "TPU/tpu", 0, 0.25},
      {"train.width_tokens", "", 181, 0.3},
      {"train.token_overhead", "", 0.25, 0.3},
      {"train.tensor_overlap", "", 0.5, 0.7, true},
      {"train.eight_bit", "", 0.79, 0.1},
      {"train.framework_factor", "megatron", 1.0, 0.06},
      {"train.recompute_share", "", 0.87, 0.5, true},
      {"train.elementwise_eager", "", 1.0, 0.2},
      {"train.elementwise_fused", "", 0.5, 0.2},
      {"train.elementwise_fp32", "", 1.8, 0.2},
      {"train.lora_bytes", "", 1.0, 0.3},
      {"train.lora_fused", "", 0.5, 0.3},
      {"train.first_flash", "", 0.61, 0.2},
      {"train.data_overlap", "", 0.8, 0.5, true},
      {"train.overlap_slowdown", "", 0.11, 0.4},
      {"train.pipeline_exposed", "", 0.9, 0.7, true},
      {"train.expert_factor", "", 1.16, 0.15},
      {"train.loss_bytes", "", 20, 0.2},
      {"train.dequantise_bandwidth", "", 0.7, 0.4, true},
      {"train.contention_per_doubling", "", 0.005, 0.7},
  };
  return all;
}

std::string_view general_of(const FreeSpeed& f) {
  if (f.prior > 0) return {};
  return f.key == "train.matmul_efficiency" ? "train.ceiling_share" : f.key;
}

std::string_view class_of(const FreeSpeed& f) {
  if (f.key != "train.matmul_efficiency") return {};
  if (f.group == "TPU/tpu") return "train.tpu_ceiling";
  return f.group == "Ada Lovelace/consumer" ? "train.half_rate_ceiling" : std::string_view{};
}

double ceiling_of(const FreeSpeed& f, const std::vector<SpeedRow>& rows) {
  if (f.key == "train.matmul_efficiency" && class_of(f).empty())
    for (const SpeedRow& r : rows)
      if (r.family == f.group) return product_ceiling(r.c.accelerator(), {});
  return 1;
}

bool is_fitted_speed(std::string_view key, std::string_view group) {
  if (key == "train.family_seen" || key == "train.framework_seen" || key == "train.widen_known_framework") return true;
  for (const FreeSpeed& f : free_speeds())
    if (f.key == key && f.group == group) return true;
  for (const Same& s : same_silicon)
    if (group == s.family) return std::find(of_silicon.begin(), of_silicon.end(), key) != of_silicon.end();
  return false;
}

void store(Calibration& calibration, const std::vector<FittedSpeed>& fitted, const std::vector<SpeedRow>& rows,
           const std::vector<char>& used) {
  std::vector<Constant>& all = calibration.constants;
  std::erase_if(
      all, [](const Constant& c) { return is_fitted_speed(c.key, c.group) && c.key != "train.widen_known_framework"; });
  for (const FittedSpeed& f : fitted) {
    all.push_back({std::string(f.free->key), std::string(f.free->group), f.value, provenance(f)});
    const bool copied = std::find(of_silicon.begin(), of_silicon.end(), f.free->key) != of_silicon.end();
    for (const Same& s : same_silicon)
      if (copied && s.as == f.free->group)
        all.push_back({std::string(f.free->key), std::string(s.family), f.value, "the same silicon"});
  }
  std::map<std::string, Count> families, frameworks;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!used[i]) continue;
    std::vector<Count*> counts{&families[rows[i].family]};
    if (rows[i].framework != "generic") counts.push_back(&frameworks[rows[i].framework]);  // generic: not said which
    for (Count* c : counts) ++c->rows, c->sources.insert(rows[i].source);
  }
  add_seen(calibration, "train.family_seen", families);
  add_seen(calibration, "train.framework_seen", frameworks);
  calibration.sort();
}

}  // namespace gpusel::accuracy
