#include "core/plan/turns.hpp"

#include <algorithm>
#include <cmath>

#include "core/domain/order.hpp"
#include "core/plan/candidates.hpp"
#include "core/plan/compare.hpp"
#include "core/plan/metrics.hpp"
#include "core/plan/planner.hpp"

namespace gpusel {
namespace {

constexpr int doublings = 6;
constexpr Count fineness = 64;  // the value found is exact to a part in so many; where memory ends, to the last unit

// Who is ahead at one value of the setting.
enum class Ahead { first, second, neither };
struct Outcome {
  Ahead ahead = Ahead::neither;
  TurnBy by = TurnBy::score;
  std::string limit;
};

class Duel {
 public:
  Duel(const Catalog& catalog, const Question& q, const Stand& first, const Stand& second)
      : catalog_(catalog),
        goal_(q.scenario.goal),
        stands_{first, second},
        questions_{question_for(catalog, q, *first.accelerator), question_for(catalog, q, *second.accelerator)} {}

  Outcome at(Setting setting, Count value) {
    const Report a = report(0, setting, value), b = report(1, setting, value);
    const bool b_runs = b.fits != Fits::no && !broken_limit(goal_, b);
    if (a.fits == Fits::no) return b_runs ? Outcome{Ahead::second, TurnBy::memory, {}} : Outcome{};
    if (const std::optional<BrokenLimit> broken = broken_limit(goal_, a))
      return b_runs ? Outcome{Ahead::second, TurnBy::limit, broken->code} : Outcome{};
    if (!b_runs) return {Ahead::first, TurnBy::score, {}};
    const std::optional<double> lead = lead_of(goal_, a, b);
    return {lead && *lead < 1 - same_score ? Ahead::second : Ahead::first, TurnBy::score, {}};
  }

  Count present(Setting setting) const { return value_of(questions_[0].scenario, setting); }

 private:
  Report report(int which, Setting setting, Count value) {
    Question& q = questions_[which];
    const Count kept = value_of(q.scenario, setting);
    set_value(q.scenario, setting, value);
    Report r = report_on(catalog_, q, {{stands_[which].accelerator, stands_[which].count}}, false);
    set_value(q.scenario, setting, kept);
    return r;
  }

  const Catalog& catalog_;
  const GoalSpec& goal_;
  Stand stands_[2];
  Question questions_[2];
};

std::optional<Turn> turn_along(Duel& duel, Setting setting, Count least, Count most, bool up) {
  const Count now = duel.present(setting);
  Count led = now;  // the first is ahead there
  for (int i = 0; i < doublings; ++i) {
    const Count next = std::clamp(up ? led * 2 : led / 2, least, most);
    if (next == led) return std::nullopt;
    Outcome turned = duel.at(setting, next);
    if (turned.ahead == Ahead::neither && !up) return std::nullopt;
    if (turned.ahead == Ahead::first) {
      led = next;
      continue;
    }
    Count beyond = next;
    const auto near = [&] { return turned.by == TurnBy::memory ? 1 : std::min(beyond, led) / fineness; };
    while (std::abs(beyond - led) > std::max<Count>(1, near())) {
      const Count middle = led + (beyond - led) / 2;
      Outcome o = duel.at(setting, middle);
      (o.ahead == Ahead::first ? led : beyond) = middle;
      if (o.ahead != Ahead::first) turned = std::move(o);
    }
    if (turned.ahead == Ahead::neither) return std::nullopt;
    return Turn{setting, now, beyond, turned.by, turned.limit};
  }
  return std::nullopt;
}

struct Range {
  Setting setting;
  Count least, most;
};

// Settings whose value the scenario leaves to the planner, or that another setting ties down, move nothing.
std::vector<Range> settings_of(const Scenario& s) {
  constexpr Count longest = 1 << 20;
  std::vector<Range> out;
  if (s.task == Task::train) {
    if (s.train.image_tokens == 0) out.push_back({Setting::sequence_length, 128, longest});
    if (!s.train.global_batch) out.push_back({Setting::micro_batch, 1, 4096});
    return out;
  }
  if (s.serve.concurrency) out.push_back({Setting::concurrency, 1, 1 << 14});
  const Count room = reserves_what_it_needs(s.serve) ? longest : *s.serve.context_length;
  const Count fixed_input = s.serve.image_tokens + s.serve.cached_tokens;
  if (fixed_input == 0)
    out.push_back({Setting::input_tokens, 16, std::max(s.serve.input_tokens, room - s.serve.output_tokens)});
  out.push_back({Setting::output_tokens, 1, std::max(s.serve.output_tokens, room - s.serve.input_tokens)});
  return out;
}

double distance(const Turn& t) { return std::fabs(std::log(static_cast<double>(t.at) / static_cast<double>(t.now))); }

}  // namespace

std::vector<Turn> turns(const Catalog& catalog, const Question& q, const Stand& first, const Stand& second) {
  Duel duel(catalog, q, first, second);
  std::vector<Turn> out;
  for (const Range& d : settings_of(q.scenario)) {
    if (out.empty() && duel.at(d.setting, duel.present(d.setting)).ahead != Ahead::first) return {};
    for (const bool up : {true, false})
      if (std::optional<Turn> t = turn_along(duel, d.setting, d.least, d.most, up)) out.push_back(std::move(*t));
  }
  sort_stably(out.begin(), out.end(), [](const Turn& a, const Turn& b) { return distance(a) < distance(b); });
  return out;
}

}  // namespace gpusel
