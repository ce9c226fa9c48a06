// From a scenario to cases: which layouts frameworks can run on so many devices, which is best, what it costs, what to
// change.
#pragma once

#include "core/domain/case.hpp"
#include "core/gpusel.hpp"

namespace gpusel {

// A scenario with its references resolved: what every Case of it shares.
struct Question {
  Scenario scenario;  // defaults filled (hardware still as given)
  ModelShape shape;
  std::optional<ModelShape> draft;
  std::vector<Accelerator> inline_accelerators;
  std::vector<Note> assumptions;  // what was filled in that the answer has to say
};
Result<Question> resolve(const Catalog& catalog, const Scenario& scenario);

// Layouts that can run (divisibility, tp within the fast domain, what the scenario fixes), most promising first; never
// empty.
std::vector<Layout> layouts(const Catalog& catalog, const Question& q, const Accelerator& accelerator, Count count,
                            Count nodes);

// Layers over pipeline stages (virtual ones counted): evenly, or with the embedding and the head each in a layer's
// place (Megatron's --account-for-embedding-in-pipeline-split and its loss twin; Llama 3 405B: 126 layers on 16 x 8).
bool splits_evenly(Count layers, Count stages);

// One case -> a full report without advice. `layout` fixed.
Report evaluate(const Case& c);

// Changes that make it fit or go faster, best first (each re-evaluated, so the effect is true).
std::vector<Advice> advise(const Catalog& catalog, const Question& q, const Report& report);

CostReport cost_of(const Case& c, const Report& timed);

}  // namespace gpusel
