#include "serve_loso.hpp"

#include <algorithm>
#include <cmath>

#include "core/memory/memory.hpp"
#include "core/time/serve_spread.hpp"
#include "core/time/time.hpp"
#include "energy_fit.hpp"

namespace gpusel::accuracy {
namespace {

struct Answer {
  MemoryReport memory;
  ServeTiming timing;
  EnergyReport energy;
  ServeValues naive;
};

// A roofline as a data sheet gives it: full bandwidth and peak, no overhead, uniform routing.
ServeConstants perfect() {
  ServeConstants k;
  k.weight_efficiency = k.expert_efficiency = k.cache_efficiency = 1;
  k.compute_efficiency = k.attention_efficiency = k.link_efficiency = k.coverage_exponent = 1;
  k.half_tokens = k.expert_half_tokens = k.layer_seconds = k.step_seconds = k.sequence_seconds = 0;
  k.density_exponent = k.balance_exponent = 0;
  k.reduce_seconds = k.request_seconds = k.boundary_seconds = k.pipeline_loss = 0;
  return k;
}

Answer answer(const Case& c, const ServeRow& row) {
  Answer a;
  a.memory = serve_memory(c, row.concurrency);
  a.timing = serve_time(c, a.memory, row.concurrency, row.most);
  a.energy = serve_energy(c, a.timing);
  const ServeConstants ideal = perfect();
  ServeWork plain = serve_work(c, &a.memory);
  plain.fused_attention = true;
  for (CachedLayers& l : plain.cached) l.passes = 1;
  a.naive = serve_values(ideal, serve_rates(c, plain, ideal, row.concurrency, row.most));
  return a;
}

template <class T>
double estimate_of(const Quantity<T>& q) {
  return static_cast<double>(q.estimate.value);
}

struct Rate {
  std::string_view path, key;
  double ServeValues::*naive;
  bool reciprocal;
};
constexpr Rate rates[] = {
    {"serve.decode_tokens_per_second", "serve.decode_tokens_per_second", &ServeValues::decode, false},
    {"serve.decode_tokens_per_second_per_request", "serve.decode_tokens_per_second", &ServeValues::decode_per_request,
     false},
    {"serve.output_tokens_per_second", "serve.output_tokens_per_second", &ServeValues::output, false},
    {"serve.prefill_tokens_per_second", "serve.prefill_tokens_per_second", &ServeValues::prefill, false},
    {"serve.tpot_seconds", "serve.tpot", &ServeValues::tpot, true},
    {"serve.ttft_seconds", "serve.ttft", &ServeValues::ttft, true}};

double reported(const ServeReport& r, std::string_view path) {
  if (path == "serve.decode_tokens_per_second") return estimate_of(r.decode);
  if (path == "serve.decode_tokens_per_second_per_request") return estimate_of(r.decode_per_request);
  if (path == "serve.output_tokens_per_second") return estimate_of(r.output);
  if (path == "serve.prefill_tokens_per_second") return estimate_of(r.prefill);
  return path == "serve.tpot_seconds" ? estimate_of(r.tpot) : estimate_of(r.ttft);
}

// Estimate, naive estimate and the interval's name of one quantity; false where the report has none.
bool fill(const Case& c, const Answer& a, ServeScore& s) {
  const EngineFacts& engine = c.engine();
  s.fold = s.row->source;
  if (s.quantity.rfind("memory.", 0) == 0) {
    const bool allocated = s.quantity == "memory.allocated_bytes";
    s.estimate = allocated ? estimate_of(a.memory.allocated) : estimate_of(a.memory.device);
    s.key = allocated             ? "serve.memory.allocated_bytes"
            : engine.preallocates ? "serve.memory.occupied_bytes"
                                  : "serve.memory.device_bytes";
    s.condition = to_string(c.engine().id);
    return true;
  }
  if (s.quantity.rfind("energy.", 0) == 0) {
    if (!a.energy.joules_per_token) return false;
    s.estimate = s.quantity == "energy.watts" ? estimate_of(a.energy.watts) : estimate_of(*a.energy.joules_per_token);
    s.key = s.quantity;
    s.condition = "device";
    s.fold = c.shape->id;
    return true;
  }
  for (const Rate& rate : rates) {
    if (rate.path != s.quantity) continue;
    s.estimate = reported(a.timing.report, s.quantity);
    s.naive = a.naive.*rate.naive;
    s.key = rate.key;
    s.reciprocal = rate.reciprocal;
    const bool waits = s.row->concurrency > 1 && (rate.key != "serve.ttft" || !engine.static_batch);
    const ServeConstants k = serve_constants(c);
    s.condition = serve_stratum(k, waits);
    s.unmeasured = k.unmeasured;
    return s.estimate > 0;
  }
  return false;
}

// The row's build of its engine with these constants.
class Builds {
 public:
  explicit Builds(const Catalog& catalog) : catalog_(catalog) {}
  const Catalog& of(const ServeRow& row) {
    if (!row.catalog) return catalog_;
    const auto [at, added] = made_.try_emplace(row.catalog.get());
    if (added) {
      at->second = std::make_unique<Catalog>(catalog_);
      at->second->engines = row.catalog->engines;
    }
    return *at->second;
  }

 private:
  const Catalog& catalog_;
  std::map<const Catalog*, std::unique_ptr<Catalog>> made_;
};

void score_row(Builds& builds, const ServeRow& row, std::vector<ServeScore>& all) {
  const Catalog& catalog = builds.of(row);
  Case c = row.c;
  c.catalog = &catalog;
  const Answer a = answer(c, row);
  ServeScore plain;
  plain.row = &row;
  plain.fits = a.memory.fits;
  for (const auto& [path, measured] : row.measured) {
    ServeScore s = plain;
    s.quantity = path;
    s.measured = measured;
    if (measured > 0 && fill(c, a, s)) all.push_back(std::move(s));
  }
  if (!row.ran) return;
  plain.quantity = "fits";
  plain.fold = row.source;
  all.push_back(std::move(plain));
}

// Rows with energy: besides their source's speeds, their model's power is left out.
void score_energy(const Catalog& without, const std::vector<ServeRow>& rows, std::string_view source,
                  std::vector<ServeScore>& all) {
  std::set<std::string> models;
  for (const ServeRow& r : rows)
    if (r.source == source && measures_power(r)) models.insert(r.c.shape->id);
  for (const std::string& model : models) {
    const Catalog catalog = with_constants(without, fit_energy(without, rows, model));
    Builds builds(catalog);
    for (const ServeRow& r : rows)
      if (r.source == source && r.c.shape->id == model) score_row(builds, r, all);
  }
}

}  // namespace

Catalog with_constants(const Catalog& catalog, const std::vector<Constant>& constants) {
  Catalog changed = catalog;
  std::vector<Constant>& all = changed.calibration.constants;
  const auto replaced = [&](const Constant& c) {
    return std::any_of(constants.begin(), constants.end(), [&](const Constant& fitted) { return fitted.key == c.key; });
  };
  all.erase(std::remove_if(all.begin(), all.end(), replaced), all.end());
  all.insert(all.end(), constants.begin(), constants.end());
  changed.calibration.sort();
  return changed;
}

std::vector<ServeScore> score(const Catalog& catalog, const std::vector<ServeRow>& rows, const KeepServe& which) {
  std::vector<ServeScore> all;
  Builds builds(catalog);
  for (const ServeRow& row : rows)
    if (which(row)) score_row(builds, row, all);
  return all;
}

std::vector<ServeScore> leave_one_out(const Catalog& catalog, const std::vector<ServeRow>& rows, ServeFit& fit) {
  std::vector<ServeScore> all;
  std::set<std::string> sources;
  for (const ServeRow& r : rows) sources.insert(r.source);
  for (const std::string& source : sources) {
    const auto own = [&](const ServeRow& r) { return r.source == source; };
    const auto others = [&](const ServeRow& r) { return r.source != source; };
    fit.refit(others);
    const Catalog without = with_constants(catalog, constants_of(fit.effects(), rows, others));
    const bool power = std::any_of(rows.begin(), rows.end(),
                                   [&](const ServeRow& r) { return r.source == source && measures_power(r); });
    if (power) {
      score_energy(without, rows, source, all);
      continue;
    }
    const std::vector<ServeScore> one = score(without, rows, own);
    all.insert(all.end(), one.begin(), one.end());
  }
  return all;
}

}  // namespace gpusel::accuracy
