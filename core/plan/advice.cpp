#include <algorithm>
#include <cstdio>

#include "core/domain/order.hpp"
#include "core/plan/advice.hpp"
#include "core/plan/compare.hpp"
#include "core/plan/inverse.hpp"
#include "core/plan/label.hpp"
#include "core/plan/patch.hpp"
#include "core/plan/planner.hpp"

namespace gpusel {
namespace {

constexpr double worth_saying = 1.03;  // speed-ups below 3 % are noise
constexpr std::size_t most_advice = 8;

std::string number(double x, const char* format) {
  char text[32];
  std::snprintf(text, sizeof text, format, x);
  return text;
}

std::string effect_sentence(const std::string& label, const Report& before, const Advice& a) {
  if (lifts_limits(a.code)) return "It passes with " + label + ".";
  const double now = gib(before.memory.need.estimate), then = now + a.memory_delta_bytes / 1073741824.0;
  std::string s = label + ": needs " + number(then, "%.1f") + " GiB a device instead of " + number(now, "%.1f");
  constexpr const char* verdicts[] = {", fits", ", fits tightly", ", still too much"};
  if (before.fits == Fits::no) s += verdicts[static_cast<std::size_t>(a.fits_after)];
  if (before.fits == Fits::no || a.speed_ratio <= 0) return s + ".";
  const double percent = (a.speed_ratio - 1) * 100;
  if (percent >= 0.5) s += "; " + number(percent, "%.0f") + " % more tokens a second";
  if (percent <= -0.5) s += "; " + number(-percent, "%.0f") + " % fewer tokens a second";
  return s + ".";
}

struct Ranked {
  Advice advice;
  Burden burden = Burden::free;
  double gain = 0;
};

// Speed after the change, less what the change asks for: another precision a twentieth, another task a fifth.
double value_of(const Ranked& r) {
  switch (r.burden) {
    case Burden::free:
    case Burden::time:
      return r.gain;
    case Burden::numerics:
      return 0.95 * r.gain;
    case Burden::task:
    case Burden::offload:
    case Burden::hardware:
      return 0.8 * r.gain;
  }
  return r.gain;
}

bool better(const Report& before, const Ranked& a, const Ranked& b) {
  if (before.fits == Fits::no) {
    if (a.advice.fits_after != b.advice.fits_after) return a.advice.fits_after < b.advice.fits_after;
    if (a.advice.fits_after == Fits::no) return a.advice.memory_delta_bytes < b.advice.memory_delta_bytes;
  }
  const bool bought = a.burden == Burden::hardware, other_bought = b.burden == Burden::hardware;
  if (bought || other_bought)
    return bought < other_bought;  // among purchases the order they came in: the smallest first
  return value_of(a) > value_of(b);
}

bool worth(const Report& before, const Advice& a) {
  // A slower device is no help: the same money and a smaller change keep the speed.
  if (a.code == "bigger-device" && a.speed_ratio > 0 && a.speed_ratio < 1) return false;
  if (before.fits == Fits::no)
    return a.fits_after != Fits::no || a.memory_delta_bytes < -0.02 * before.memory.need.estimate.number();
  if (a.fits_after == Fits::no) return false;
  // Any job is faster on eight devices: that is news only where a limit is broken on these.
  if (before.fits == Fits::yes && a.code == "more-devices" && !broken_limit(before.scenario.goal, before)) return false;
  if (before.fits == Fits::tight && a.fits_after == Fits::yes) return true;
  return a.fits_after <= before.fits && a.speed_ratio >= worth_saying;
}

// The longest sequence that fits, in whole blocks of 256 tokens: one change more that needs a search.
void add_shorter_sequence(const Catalog& catalog, const Question& q, std::vector<Change>& changes) {
  if (q.scenario.task != Task::train || q.scenario.train.image_tokens > 0) return;
  const std::vector<Device> devices = devices_for(catalog, q, q.scenario);
  if (devices.empty()) return;
  const Count longest = largest_that_fits(catalog, q, devices, Setting::sequence_length) / 256 * 256;
  if (longest < 256 || longest >= q.scenario.train.sequence_length) return;
  Change c{"shorter-sequence",
           Burden::task,
           {{"tokens", std::to_string(longest)}},
           "Activations and logits grow with every token.",
           q.scenario};
  c.scenario.train.sequence_length = longest;
  changes.push_back(std::move(c));
}

}  // namespace

Report apply_change(const Catalog& catalog, const Question& q, const Change& change) {
  Question changed = q;
  changed.scenario = change.scenario;
  const std::vector<Device> devices = devices_for(catalog, changed, changed.scenario);
  if (devices.empty()) return {};
  return report_on(catalog, changed, devices, false);
}

Advice advice_of(const Change& change, const Report& before, const Report& after) {
  Advice a;
  a.code = change.code;
  a.args = label_args(change.code, change.args, after.scenario);
  a.change = merge_diff(before.scenario, after.scenario);
  a.why = change.why;
  a.fits_after = after.fits;
  a.device_after = after.memory.device;
  a.memory_delta_bytes = (after.memory.need.estimate - before.memory.need.estimate).number();
  const double was = speed_of(before), is = speed_of(after);
  a.speed_ratio = was > 0 && is > 0 ? is / was : 0;
  // Memory is no reason where memory suffices: there the gain is speed, and the effect says how much.
  if (a.code == "bigger-device" && before.fits == Fits::yes) a.why = "It is faster.";
  a.effect = effect_sentence(change_label(change.code, change.args, after.scenario), before, a);
  return a;
}

std::vector<Advice> advise(const Catalog& catalog, const Question& q, const Report& report) {
  if (!q.scenario.hardware || !q.scenario.hardware->accelerators.empty()) return {};
  std::vector<Change> changes = setting_changes(catalog, q, report);
  if (report.fits == Fits::no) add_shorter_sequence(catalog, q, changes);
  for (Change& c : hardware_changes(catalog, q, report)) changes.push_back(std::move(c));
  std::vector<Ranked> ranked;
  bool settings_suffice = false;
  for (const Change& c : changes) {
    const Report after = apply_change(catalog, q, c);
    Ranked r{advice_of(c, report, after), c.burden, speed_of(after)};
    if (after.memory.host_short.value > 0) continue;  // from one memory that does not suffice to another
    if (c.burden < Burden::hardware && r.advice.fits_after != Fits::no) settings_suffice = true;
    if (worth(report, r.advice)) ranked.push_back(std::move(r));
  }
  if (report.fits == Fits::no && !settings_suffice)
    if (const std::optional<Change> all = combined_change(catalog, q, report)) {
      const Report after = apply_change(catalog, q, *all);
      ranked.push_back({advice_of(*all, report, after), all->burden, speed_of(after)});
    }
  sort_stably(ranked.begin(), ranked.end(), [&](const Ranked& a, const Ranked& b) { return better(report, a, b); });
  std::vector<Advice> out;
  for (Ranked& r : ranked) {
    // A second count of the same device says nothing new once a smaller one fits.
    const bool repeated = std::any_of(
        out.begin(), out.end(), [&](const Advice& a) { return a.code == r.advice.code && a.code != "bigger-device"; });
    if (!repeated && out.size() < most_advice) out.push_back(std::move(r.advice));
  }
  return out;
}

}  // namespace gpusel
