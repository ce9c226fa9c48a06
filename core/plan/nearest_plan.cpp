#include "core/plan/nearest_plan.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/domain/order.hpp"
#include "core/plan/attempt.hpp"
#include "core/plan/candidates.hpp"
#include "core/plan/label.hpp"
#include "core/plan/limits.hpp"
#include "core/plan/metrics.hpp"
#include "core/plan/past_count.hpp"
#include "core/plan/patch.hpp"
#include "core/plan/prices.hpp"
#include "core/plan/reach.hpp"

namespace gpusel {
namespace {

constexpr std::size_t most_plans = 3;
constexpr std::size_t devices_tried = 8;  // past the count, of each: asked for, and others
constexpr std::size_t bundles_tried = 4;  // of settings
constexpr double dropped = 1e6;           // a limit on what is not known
constexpr double other_hardware = 10;
constexpr double same_distance = 1.05;
constexpr double as_near = 1.25;  // and one: what is further than the nearest is no help beside it

double factor_of(Burden b) {
  constexpr double factors[] = {1.1, 1.5, 2, 8, 2, 1};  // free, time, numerics, task, offload, hardware
  return factors[static_cast<std::size_t>(b)];
}

enum Kind : unsigned { settings = 1, devices = 2, limits = 4, hardware = 8 };

struct Candidate {
  const Accelerator* device = nullptr;
  const Question* asked = nullptr;  // as it is asked of this device
  Scenario scenario;                // that with the change
  std::string codes;                // of its settings
  Burden burden = Burden::free;
  bool other = false;
  Report report;
  unsigned kinds = 0;
  double distance = 0;
};

std::vector<Move> moves_between(const Scenario& from, const Scenario& to) {
  std::vector<Move> out;
  const auto count = [&](const char* field, Count was, Count is) {
    if (was != is) out.push_back({field, static_cast<double>(was), static_cast<double>(is)});
  };
  if (from.hardware && to.hardware) count("hardware.count", from.hardware->count, to.hardware->count);
  count("goal.max_count", from.goal.max_count, to.goal.max_count);
  for (const Limit* l : different_limits(from.goal, to.goal))
    out.push_back({"goal." + std::string(l->code), from.goal.*l->member, to.goal.*l->member});
  return out;
}

bool counts_devices(const Move& m) { return m.field == "hardware.count" || m.field == "goal.max_count"; }

// Of its label (core/plan/label.hpp).
std::string code_of(const Move& m) {
  if (m.field == "goal.max_count") return "max-count";
  if (m.field == "hardware.count") return "device-count";
  return "limit-" + m.field.substr(std::string_view("goal.").size());
}

void measure_distance(Candidate& c) {
  double sum = 0;
  const auto add = [&](double factor, Kind kind) {
    sum += std::log(factor) * std::log(factor);
    c.kinds |= kind;
  };
  for (const Move& m : moves_between(c.asked->scenario, c.scenario))
    add(m.to ? m.factor() : dropped, counts_devices(m) ? devices : limits);
  if (!c.codes.empty()) add(factor_of(c.burden), settings);
  if (c.other) add(other_hardware, hardware);
  c.distance = std::sqrt(sum);
}

Candidate fixed(const Failed& f, const Fix& fix) {
  Candidate c{f.device, f.asked, f.asked->scenario, fix.settings, fix.burden, false, fix.report};
  const Scenario& with = fix.scenario;
  c.scenario.train = with.train;
  c.scenario.serve = with.serve;
  c.scenario.hardware->offload = with.hardware->offload;
  c.scenario.hardware->power_limit = with.hardware->power_limit;
  c.scenario.hardware->parallel = with.hardware->parallel;
  c.scenario.goal = with.goal;
  const Count count = fix.report.scenario.hardware->count;
  if (count > asked_count(c.scenario)) c.scenario = with_count(std::move(c.scenario), count);
  return c;
}

// The questions of the devices that are asked for, or of others.
struct Asked {
  const Accelerator* device = nullptr;
  Question question;
  double likely = 0;
  double price = 0;  // of one, infinite where none is known
};

bool can_be_had(const Accelerator& a) { return a.status == "shipping" && !a.hosted_only; }

void admit(std::vector<std::string>& list, std::string_view name) {
  if (!among(list, name)) list.emplace_back(name);
}

class Neighbours {
 public:
  Neighbours(const Catalog& catalog, const Question& q) : catalog_(catalog), q_(q) {}

  std::vector<NearestPlan> run(const std::vector<Failed>& failed) {
    for (const Failed& f : failed)
      if (f.fix && (failed.size() <= devices_tried || can_be_had(*f.device))) keep(fixed(f, *f.fix));
    bundle(failed);
    for (const Accelerator* a : admitted(catalog_, q_)) asked_.push_back({a, question_for(catalog_, q_, *a)});
    find_others();
    widen(asked_, asked_count(q_.scenario), false);
    widen(others_, 0, true);
    return best();
  }

 private:
  void keep(Candidate c) {
    measure_distance(c);
    candidates_.push_back(std::move(c));
  }

  // Of the devices that lack least, those that no single change admits.
  void bundle(const std::vector<Failed>& failed) {
    std::vector<const Failed*> short_of;
    for (const Failed& f : failed)
      if (!f.fix && f.rejected->code == "memory") short_of.push_back(&f);
    sort_stably(short_of.begin(), short_of.end(),
                [](const Failed* x, const Failed* y) { return x->rejected->shortfall < y->rejected->shortfall; });
    for (std::size_t i = 0; i < std::min(short_of.size(), bundles_tried); ++i)
      if (const std::optional<Fix> fix = bundled_fix(catalog_, *short_of[i]->asked, *short_of[i]->rejected))
        keep(fixed(*short_of[i], *fix));
  }

  double price_of(const Accelerator& a) const {
    const GoalSpec& goal = q_.scenario.goal;
    const std::optional<Offers> offers = goal.acquire == Acquire::buy ? purchase_offers(catalog_, goal, a.id)
                                                                      : rent_offers(catalog_, goal, a.id, goal.rent);
    return offers ? offers->median.usd : std::numeric_limits<double>::infinity();
  }

  void find_others() {
    Question open = q_;
    GoalSpec& goal = open.scenario.goal;
    goal.accelerators.clear();
    goal.classes.clear();
    goal.vendors.clear();
    if (open.scenario.hardware) {
      if (!open.scenario.hardware->accelerators.empty() || !q_.inline_accelerators.empty()) return;
      open.scenario.hardware->accelerator.reset();
    }
    for (const Accelerator* a : admitted(catalog_, open)) {
      const bool known = std::any_of(asked_.begin(), asked_.end(), [&](const Asked& x) { return x.device == a; });
      if (!known && can_be_had(*a)) others_.push_back({a, question_for(catalog_, q_, *a)});
    }
  }

  void widen(std::vector<Asked>& list, Count above, bool other) {
    const bool few = list.size() <= devices_tried;
    for (Asked& one : list) {
      one.likely = likely_distance(one.question, *one.device);
      one.price = price_of(*one.device);
    }
    sort_stably(list.begin(), list.end(), [](const Asked& x, const Asked& y) {
      return x.likely != y.likely ? x.likely < y.likely : x.price < y.price;
    });
    std::size_t tried = 0;
    for (const Asked& one : list) {
      if (tried == devices_tried) break;
      if ((!few && !can_be_had(*one.device)) || unsupported(one.question, *one.device)) continue;
      ++tried;
      for (Wider& w : past_count(catalog_, one.question, *one.device, above))
        keep({one.device, &one.question, std::move(w.scenario), "", Burden::free, other, std::move(w.report)});
    }
  }

  // Nearest first; where two ask for the same and are as far, the better by the goal.
  bool before(const Candidate& x, const Candidate& y) const {
    if (x.kinds != y.kinds || std::max(x.distance, y.distance) > same_distance * std::min(x.distance, y.distance))
      return x.distance < y.distance;
    return lead_of(q_.scenario.goal, x.report, y.report).value_or(1) > 1;
  }

  std::vector<NearestPlan> best() {
    std::vector<NearestPlan> out;
    std::vector<unsigned> told;
    while (!candidates_.empty() && out.size() < most_plans) {
      auto first = candidates_.begin();
      for (auto c = first; c != candidates_.end(); ++c)
        if (before(*c, *first)) first = c;
      Candidate nearest = std::move(*first);
      candidates_.erase(first);
      const auto covers = [&](unsigned kinds) { return (kinds & nearest.kinds) == kinds; };
      if (!out.empty() && nearest.distance > as_near * out.front().distance + 1) break;
      if (std::any_of(told.begin(), told.end(), covers) || !verify(nearest)) continue;
      told.push_back(nearest.kinds);
      out.push_back(plan_of(std::move(nearest)));
    }
    return out;
  }

  // Asked with its change, its device is ranked; the report is the one that select() gives then.
  bool verify(Candidate& c) const {
    Question at = *c.asked;
    at.scenario = c.scenario;
    Attempt answer = try_device(catalog_, at, *c.device);
    if (answer.passed.empty()) return false;
    const Count wanted = c.report.scenario.hardware->count;
    auto found = std::find_if(answer.passed.begin(), answer.passed.end(),
                              [&](const Report& r) { return r.scenario.hardware->count == wanted; });
    if (found == answer.passed.end()) found = answer.passed.begin();
    c.report = std::move(*found);
    c.scenario.goal.max_count = std::max(c.asked->scenario.goal.max_count, c.report.scenario.hardware->count);
    measure_distance(c);
    return true;
  }

  NearestPlan plan_of(Candidate c) const {
    Scenario before = c.asked->scenario;
    NearestPlan out;
    out.moves = moves_between(before, c.scenario);
    out.other_device = c.other;
    out.distance = c.distance;
    if (c.other) {
      if (before.hardware && q_.scenario.hardware) before.hardware->accelerator = q_.scenario.hardware->accelerator;
      GoalSpec& goal = c.scenario.goal;
      admit(goal.accelerators, c.device->id);
      admit(goal.vendors, c.device->vendor);
      admit(goal.classes, to_string(c.device->cls));
    }
    out.change = advice_on(c, before, out.moves);
    out.report = std::move(c.report);
    return out;
  }

  static Advice advice_on(const Candidate& c, const Scenario& before, const std::vector<Move>& moves) {
    Advice a;
    a.code = "nearest";
    std::string codes = c.codes;
    const auto add = [&](const std::string& code) { codes += (codes.empty() ? "" : ", ") + code; };
    if (c.other) add("other-device");
    for (const Move& m : moves) add(code_of(m));
    a.args = {{"codes", codes}};
    a.args = label_args(a.code, std::move(a.args), c.scenario);
    a.change = merge_diff(before, c.scenario);
    a.effect = "It passes with " + change_label(a.code, a.args, c.scenario) + ".";
    a.why = "Nothing that meets the question as it stands is nearer to it.";
    a.fits_after = c.report.fits;
    a.device_after = c.report.memory.device;
    return a;
  }

  const Catalog& catalog_;
  const Question& q_;
  std::vector<Asked> asked_, others_;
  std::vector<Candidate> candidates_;
};

}  // namespace

std::vector<NearestPlan> nearest_plans(const Catalog& catalog, const Question& q, const std::vector<Failed>& failed) {
  return Neighbours(catalog, q).run(failed);
}

}  // namespace gpusel
