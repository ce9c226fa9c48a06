#include "core/plan/search.hpp"

#include <algorithm>

#include "core/domain/order.hpp"
#include "core/plan/compare.hpp"
#include "core/plan/planner.hpp"

namespace gpusel {
namespace {

constexpr std::size_t shortlist = 6;
constexpr Count largest_micro_batch = 16;
constexpr double faster = 1.002;  // below it the setting that was tried first stays

struct Setting {
  Layout layout;
  Count micro_batch = 1;
  Checkpointing checkpointing = Checkpointing::full;
};

struct Outcome {
  Setting setting;
  PlanClass cls = PlanClass::too_big;
  double speed = 0, need = 0;
  bool better_than(const Outcome& o) const {
    if (cls != o.cls) return cls < o.cls;
    return cls == PlanClass::too_big ? need < o.need : speed > o.speed * faster;
  }
};

class Search {
 public:
  Search(Case c, Scenario& scenario) : c_(std::move(c)), s_(scenario), global_(*scenario.train.global_batch) {
    c_.scenario = &s_;
    c_.explain = false;
    goal_ = without_money(s_.goal);  // prices depend on no setting, and measure() asks for none
  }

  Layout run(const std::vector<Layout>& choices) {
    std::vector<Outcome> first = smallest_forms(choices);
    Outcome best = first.front();
    if (best.cls != PlanClass::too_big)
      for (std::size_t i = 0; i < first.size() && i < shortlist; ++i) refine(first[i].setting.layout, best);
    apply(best.setting);
    return best.setting.layout;
  }

 private:
  void apply(const Setting& s) {
    s_.train.micro_batch = s.micro_batch;
    s_.train.gradient_accumulation = std::max<Count>(1, ceil_div(global_, s.layout.dp * s.micro_batch));
    s_.train.checkpointing = s.checkpointing;
    c_.layout = s.layout;
  }

  Outcome outcome(const Setting& s) {
    apply(s);
    const Report r = measure(c_, Timing::when_it_fits);
    return {s, plan_class(goal_, r), speed_of(r), r.memory.need.estimate.number()};
  }

  // Best first. Layouts with more replicas than the step has sequences would only repeat work.
  std::vector<Outcome> smallest_forms(const std::vector<Layout>& choices) {
    std::vector<Outcome> out;
    for (int pass = 0; out.empty() && pass < 2; ++pass)
      for (const Layout& l : choices)
        if (pass == 1 || l.dp <= global_) out.push_back(outcome({l, 1, Checkpointing::full}));
    sort_stably(out.begin(), out.end(), [](const Outcome& a, const Outcome& b) {
      if (a.cls != b.cls) return a.cls < b.cls;
      return a.cls == PlanClass::too_big ? a.need < b.need : a.speed > b.speed;
    });
    return out;
  }

  void refine(const Layout& layout, Outcome& best) {
    for (Count vp : virtual_stages(layout))
      for (Checkpointing checkpointing : {Checkpointing::none, Checkpointing::selective, Checkpointing::full})
        for (Count micro = 1; micro <= largest_micro_batch; micro *= 2) {
          Setting s{layout, micro, checkpointing};
          s.layout.vp = vp;
          if (micro > 1 && global_ % (layout.dp * micro) != 0) break;
          // Interleaved stages take micro-batches in rounds of the pipeline's length (Megatron's schedule).
          if (vp > 1 && ceil_div(global_, layout.dp * micro) % layout.pp != 0) continue;
          const Outcome o = outcome(s);
          if (o.better_than(best)) best = o;
          if (o.cls == PlanClass::too_big) break;
        }
  }

  std::vector<Count> virtual_stages(const Layout& layout) const {
    const bool fixed = s_.hardware && s_.hardware->parallel.vp;
    const FrameworkReach& reach = c_.catalog->framework(s_.train.framework).reach;
    if (fixed || layout.pp == 1 || !reach.interleaves) return {layout.vp};
    std::vector<Count> out;
    for (Count vp : {1, 2, 4, 8})
      if (vp == 1 || splits_evenly(c_.shape->layers, layout.pp * vp)) out.push_back(vp);
    return out;
  }

  Case c_;
  Scenario& s_;
  Count global_;
  GoalSpec goal_;
};

}  // namespace

bool leaves_step_open(const Scenario& scenario) {
  return scenario.task == Task::train && scenario.train.global_batch.has_value();
}

Layout search_step(Case c, Scenario& scenario, const std::vector<Layout>& choices) {
  return Search(std::move(c), scenario).run(choices);
}

}  // namespace gpusel
