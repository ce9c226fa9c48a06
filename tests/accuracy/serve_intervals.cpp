#include "serve_intervals.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "statistics.hpp"

namespace gpusel::accuracy {
namespace {

// Exponents on the quantiles, by quantity and regime (see the header).
struct Widening {
  std::string_view key;
  double single, batched;
};
constexpr std::array<Widening, 9> widenings{{{"serve.decode_tokens_per_second", 1.1, 1.35},
                                             {"serve.output_tokens_per_second", 1.1, 1.35},
                                             {"serve.prefill_tokens_per_second", 1.25, 1.25},
                                             {"serve.tpot", 1.1, 1.3},
                                             {"serve.ttft", 0.7, 1.3},
                                             {"serve.memory.allocated_bytes", 1.8, 1.8},
                                             {"serve.memory.device_bytes", 1.5, 1.5},
                                             {"energy.watts", 1.1, 1.1},
                                             {"energy.joules_per_token", 1.1, 1.1}}};
constexpr std::array<std::string_view, 2> distances{"device", "family"};
constexpr std::array<double, 2> reach{0.9, 1.0};  // of the regime's quantiles, where a stratum has no rows
constexpr double shrink_sources = 3;              // sources that weigh as much as the regime's quantiles

bool is_memory(std::string_view key) {
  return key == "serve.memory.allocated_bytes" || key == "serve.memory.device_bytes";
}

double log_ratio(const ServeScore& s) { return std::log(s.measured / s.estimate) * (s.reciprocal ? -1 : 1); }

// A score and how much wider than the measured's its interval is.
struct Widened {
  const ServeScore* score = nullptr;
  double exponent = 1;
  const ServeScore* operator->() const { return score; }
};
using Scores = std::vector<Widened>;

int sources_of(const Scores& scores) {
  std::set<std::string> names;
  for (const Widened& s : scores) names.insert(s->fold);
  return static_cast<int>(names.size());
}

LogSpread quantiles(const Scores& scores) {
  std::map<std::string, double> count;
  for (const Widened& s : scores) count[s->fold] += 1;
  Weighted values;
  for (const Widened& s : scores) values.emplace_back(log_ratio(*s.score) / s.exponent, 1 / count[s->fold]);
  return central_90(values, 0.02);
}

Interval interval(std::string_view key, std::string condition, const LogSpread& s, const Scores& from) {
  Interval i;
  i.quantity = key;
  i.condition = std::move(condition);
  i.spread = {std::exp(s.low), std::exp(s.high)};
  i.rows = static_cast<int>(from.size());
  i.sources = sources_of(from);
  i.source = "residuals of left-out sources, 5 % and 95 %, widened for sources not seen (tests/accuracy)";
  return i;
}

Scores with(const Scores& all, std::string_view condition) {
  Scores some;
  for (const Widened& s : all)
    if (s->condition.find(condition) != std::string::npos) some.push_back(s);
  return some;
}

void add_rate(const Widening& w, const Scores& all, std::vector<Interval>& out) {
  LogSpread widest;
  for (const bool batched : {false, true}) {
    const char* regime = batched ? "batched" : "single";
    // A regime with too few sources of its own speaks for both.
    Scores own = with(all, regime);
    if (sources_of(own) < 3) own = all;
    const LogSpread pooled = quantiles(own);
    LogSpread nearer;
    for (std::size_t d = 0; d < distances.size(); ++d) {
      const Scores here = with(own, "/" + std::string(distances[d]));
      const double n = sources_of(here), share = n / (n + shrink_sources);
      LogSpread s = mixed(here.empty() ? pooled : quantiles(here), pooled.scaled(reach[d]), share)
                        .scaled(batched ? w.batched : w.single);
      s = {std::min(s.low, nearer.low), std::max(s.high, nearer.high)};
      nearer = s;
      out.push_back(interval(w.key, std::string(regime) + "/" + std::string(distances[d]), s, here));
    }
    widest = {std::min(widest.low, nearer.low), std::max(widest.high, nearer.high)};
  }
  out.push_back(interval(w.key, "", widest, all));
}

// A handful of engines has been measured, and all of them err to one side.
void add_memory(const Widening& w, const Scores& all, std::vector<Interval>& out) {
  const LogSpread pooled = two_sided(quantiles(all).scaled(w.single));
  std::set<std::string> engines;
  for (const Widened& s : all) engines.insert(s->condition);
  for (const std::string& engine : engines) {
    Scores own;
    for (const Widened& s : all)
      if (s->condition == engine) own.push_back(s);
    const double n = sources_of(own);
    out.push_back(interval(w.key, engine, mixed(quantiles(own), pooled, n / (n + 2)), own));
  }
  out.push_back(interval(w.key, "", pooled, all));
}

// One source alone: what it has not seen (another engine, memory, power management) gets twice its width.
void add_energy(const Widening& w, const Scores& all, std::vector<Interval>& out) {
  const LogSpread s = quantiles(all).scaled(w.single);
  out.push_back(interval(w.key, "device", s, all));
  out.push_back(interval(w.key, "", s.scaled(2), all));
}

}  // namespace

std::vector<Interval> fit_serve_intervals(const std::vector<ServeScore>& scores, const ServeWidths& widths,
                                          const KeepScore& keep) {
  std::vector<Interval> out;
  for (const Widening& w : widenings) {
    Scores all;
    for (const ServeScore& s : scores) {
      // A prompt alone is answered at its prefill rate; the time of an output token is a decode rate's reciprocal: both
      // speak for it. What torch counts speaks for the driver's count too, where nothing is preallocated.
      const bool same = s.key == w.key || (w.key == "serve.tpot" && s.key == "serve.decode_tokens_per_second") ||
                        (w.key == "serve.ttft" && s.key == "serve.prefill_tokens_per_second" &&
                         s.condition.rfind("single", 0) == 0) ||
                        (w.key == "serve.memory.device_bytes" && is_memory(s.key));
      if (same && s.quantity != "fits" && s.row->trust != 'C' && keep(s))
        all.push_back({&s, serve_widening(s.unmeasured, widths)});
    }
    if (all.empty()) continue;
    if (is_memory(w.key))
      add_memory(w, all, out);
    else if (w.key.rfind("energy.", 0) == 0)
      add_energy(w, all, out);
    else
      add_rate(w, all, out);
  }
  return out;
}

namespace {

Spread found_in(const std::vector<Interval>& intervals, const ServeScore& score) {
  Spread found{0.5, 2};
  bool exact = false;
  for (const Interval& i : intervals) {
    if (i.quantity != score.key) continue;
    if (i.condition == score.condition) found = i.spread, exact = true;
    if (i.condition.empty() && !exact) found = i.spread;
  }
  return found;
}

}  // namespace

double distance(const std::vector<Interval>& intervals, const ServeScore& score) {
  const Spread s = found_in(intervals, score);
  const double off = log_ratio(score);
  return off / std::log(off > 0 ? s.high : s.low);
}

Bounds bounds_of(const std::vector<Interval>& intervals, const ServeWidths& widths, const ServeScore& score) {
  const Spread measured = found_in(intervals, score);
  const double exponent = serve_widening(score.unmeasured, widths);
  const Spread found{std::pow(measured.low, exponent), std::pow(measured.high, exponent)};
  if (score.reciprocal) return {score.estimate / found.high, score.estimate / found.low};
  return {score.estimate * found.low, score.estimate * found.high};
}

bool is_rate(const ServeScore& s) { return s.quantity != "fits" && s.quantity.rfind("serve.", 0) == 0; }

bool is_serve_interval(std::string_view quantity, std::string_view condition) {
  if (quantity.rfind("energy.", 0) == 0 && condition == "train") return false;
  // Engines whose allocations their own code documents, but that nobody measured, keep the interval set for them.
  if (quantity.rfind("serve.memory.", 0) == 0 && !condition.empty() && condition != "transformers" &&
      condition != "generic")
    return false;
  return std::any_of(widenings.begin(), widenings.end(), [&](const Widening& w) { return w.key == quantity; });
}

}  // namespace gpusel::accuracy
