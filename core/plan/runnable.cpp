#include "core/plan/runnable.hpp"

#include <algorithm>

#include "core/domain/order.hpp"
#include "core/plan/candidates.hpp"
#include "core/plan/compare.hpp"
#include "core/plan/hardware.hpp"
#include "core/plan/inverse.hpp"
#include "core/plan/planner.hpp"

namespace gpusel {
namespace {

// The scenario without what only another model or a shop would need.
Scenario plain_question(Scenario s) {
  s.serve.speculative.reset();
  s.serve.image_tokens = 0;
  s.train.image_tokens = 0;
  s.hardware->parallel = {};
  s.goal = without_money(s.goal);
  return s;
}

std::vector<Scenario> serving(const Scenario& s, Engine engine) {
  const bool gguf = engine == Engine::llama_cpp;
  std::vector<Scenario> out;
  for (WeightFormat w : {WeightFormat::bf16, gguf ? WeightFormat::q8_0 : WeightFormat::fp8,
                         gguf ? WeightFormat::q4_k_m : WeightFormat::awq_int4}) {
    out.push_back(s);
    out.back().serve.weights = w;
  }
  return out;
}

std::vector<Scenario> training(const Scenario& s) {
  std::vector<Scenario> out(3, s);
  out[0].train.method = Method::full;
  out[1].train.method = out[2].train.method = Method::lora;
  for (Scenario& one : out) one.train.weights = WeightFormat::bf16;
  out[2].train.weights = WeightFormat::nf4;
  return out;
}

struct Asking {
  const Catalog& catalog;
  const Accelerator& device;
  Count count;

  // The settings as this device would run them; nothing where it cannot.
  std::optional<Question> question(const Scenario& s) const {
    Result<Question> resolved = resolve(catalog, s);
    if (!resolved) return std::nullopt;
    Question q = question_for(catalog, *resolved, device);
    if (const std::optional<Unsupported> no = unsupported(q, device)) {
      if (!no->fix) return std::nullopt;
      q.scenario = *no->fix;
      if (unsupported(q, device)) return std::nullopt;
    }
    return q;
  }

  std::optional<Runnable> settle(const std::vector<Scenario>& settings) const {
    std::optional<Runnable> tight;
    for (const Scenario& s : settings) {
      const std::optional<Question> q = question(s);
      if (!q || least_bytes(*q).value / count > device.usable.value) continue;
      Report r = report_on(catalog, *q, {{&device, count}}, false);
      if (r.fits == Fits::no || broken_limit(q->scenario.goal, r)) continue;
      const bool certain = r.fits == Fits::yes;
      if (!certain && tight) continue;
      const Setting length = s.task == Task::serve ? Setting::context_length : Setting::sequence_length;
      Runnable row{std::get<std::string>(s.model), q->scenario, std::move(r), q->shape.parameters,
                   certain ? largest_that_fits(catalog, *q, {{&device, count}}, length) : 0};
      if (certain) return row;
      tight = std::move(row);
    }
    return tight;
  }
};

bool before(const Runnable& a, const Runnable& b) {
  if (a.report.fits != b.report.fits) return a.report.fits == Fits::yes;
  if (a.parameters != b.parameters) return a.parameters > b.parameters;
  const double x = speed_of(a.report), y = speed_of(b.report);
  return x != y ? x > y : a.model < b.model;
}

}  // namespace

Result<std::vector<Runnable>> runnable(const Catalog& catalog, const Scenario& scenario) {
  Result<Question> given = resolve(catalog, scenario);
  if (!given) return given.error();
  const Result<std::vector<Device>> devices = devices_of(catalog, *given);
  if (!devices) return devices.error();
  const Scenario plain = plain_question(scenario);
  const Asking asking{catalog, *devices->front().accelerator, devices->front().count};
  const Engine engine = question_for(catalog, *given, asking.device).scenario.serve.engine_or_usual();
  std::vector<Runnable> out;
  for (const Model& m : catalog.models) {
    Scenario s = plain;
    s.model = m.id;
    std::optional<Runnable> row = asking.settle(s.task == Task::serve ? serving(s, engine) : training(s));
    if (row) out.push_back(std::move(*row));
  }
  sort_stably(out.begin(), out.end(), before);
  return out;
}

}  // namespace gpusel
