#include "core/plan/verdict.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "core/domain/order.hpp"
#include "core/plan/advice.hpp"
#include "core/plan/planner.hpp"

namespace gpusel {
namespace {

std::string number(double x, const char* format) {
  char text[48];
  std::snprintf(text, sizeof text, format, x);
  return text;
}

struct LimitText {
  std::string_view code;
  const char* english;  // "%s" value, "%s" limit
  double scale;         // to the unit people read
  const char* format;
};
constexpr LimitText limit_texts[] = {
    {"max_usd_per_hour", "costs %s $ an hour; the limit is %s $", 1, "%.2f"},
    {"max_total_usd", "the run costs %s $; the limit is %s $", 1, "%.0f"},
    {"max_purchase_usd", "costs %s $ to buy; the limit is %s $", 1, "%.0f"},
    {"max_watts", "draws %s W; the limit is %s W", 1, "%.0f"},
    {"deadline_seconds", "takes %s hours; the deadline is %s hours", 1.0 / 3600, "%.1f"},
    {"max_ttft_seconds", "the first token takes %s ms; the limit is %s ms", 1000, "%.0f"},
    {"max_tpot_seconds", "a token takes %s ms; the limit is %s ms", 1000, "%.1f"},
    {"min_tokens_per_second", "reaches %s tokens a second; at least %s are asked", 1, "%.0f"},
};

std::string fill(std::string text, const std::string& value, const std::string& limit) {
  for (const std::string& with : {value, limit})
    if (const std::size_t at = text.find("%s"); at != std::string::npos) text.replace(at, 2, with);
  return text;
}

Rejected base(const Accelerator& a, const Report& report) {
  Rejected r;
  r.accelerator = a.id;
  r.count = report.scenario.hardware ? report.scenario.hardware->count : 1;
  r.report = report;
  return r;
}

bool admits(const Question& q, const Report& r) { return r.fits != Fits::no && !broken_limit(q.scenario.goal, r); }

// Limits on power answer to the power limit of the board: lower it as far as needed, to half at the least.
std::optional<Change> power_change(const Question& q, const Rejected& rejected) {
  const auto& hardware = rejected.report.scenario.hardware;
  if (rejected.code != "max_watts" || !hardware || !hardware->power_limit) return std::nullopt;
  const double share = *q.scenario.goal.max_watts / std::max(1.0, rejected.report.energy.watts.estimate.value);
  if (share < 0.4) return std::nullopt;
  const double watts = std::floor(hardware->power_limit->value * share / 5) * 5;
  Change c{"power-limit",
           Burden::time,
           {{"watts", number(watts, "%.0f")}},
           "A lower power limit costs a little speed.",
           q.scenario};
  c.scenario.hardware->count = rejected.count;
  c.scenario.hardware->power_limit = Watts(watts);
  return c;
}

Question at_count(const Question& q, Count count) {
  Question out = q;
  out.scenario.hardware->count = count;
  return out;
}

std::vector<Change> more_devices(const Catalog& catalog, const Question& q, const Accelerator& a,
                                 const Rejected& rejected) {
  std::vector<Change> out;
  if (rejected.code != "memory" && rejected.code != "min_tokens_per_second" && rejected.code != "deadline_seconds")
    return out;
  std::vector<Count> counts = host_counts(catalog, q, a);
  for (Count n : cluster_counts(catalog, q, a)) counts.push_back(n);
  for (Count n : counts) {
    if (n <= rejected.count || out.size() == 3) continue;
    Change c{"more-devices",
             Burden::hardware,
             {{"count", std::to_string(n)}},
             "More devices share weights, states or requests.",
             q.scenario};
    c.scenario.hardware->count = n;
    out.push_back(std::move(c));
  }
  return out;
}

}  // namespace

Rejected reject_unsupported(const Accelerator& a, Count count, const Unsupported& why) {
  Rejected r;
  r.accelerator = a.id;
  r.count = count;
  r.code = why.code;
  r.reason = why.reason;
  r.args = why.args;
  r.shortfall = 1e9;
  return r;
}

Rejected reject_memory(const Accelerator& a, const Report& report) {
  Rejected r = base(a, report);
  const double need = gib(report.memory.need.estimate), usable = gib(report.memory.usable);
  r.code = "memory";
  r.shortfall = usable > 0 ? need / usable - 1 : 1e6;
  const std::string needs = number(need, "%.1f"), has = number(usable, "%.1f"), devices = std::to_string(r.count);
  r.args = {{"need_gib", needs}, {"usable_gib", has}, {"count", devices}};
  r.reason = "Needs " + needs + " GiB a device; " + has + " GiB are usable (" + devices +
             (r.count == 1 ? " device)." : " devices).");
  const std::optional<double>& share = report.scenario.serve.memory_utilization;
  if (need <= usable && report.serve && share) {  // memory is there, the engine may not take it
    const std::string filled = number(usable * *share, "%.1f"), percent = number(100 * *share, "%.0f");
    r.args.emplace_back("share_percent", percent);
    r.reason = "Needs " + needs + " GiB a device; the engine fills only " + percent + " % of the " + has +
               " GiB usable, " + filled + " GiB.";
  }
  return r;
}

Rejected reject_limit(const Accelerator& a, const Report& report, const BrokenLimit& broken) {
  Rejected r = base(a, report);
  r.code = broken.code;
  r.shortfall = broken.shortfall;
  for (const LimitText& t : limit_texts)
    if (t.code == broken.code) {
      const std::string value = number(broken.value * t.scale, t.format),
                        limit = number(broken.limit * t.scale, t.format);
      r.args = {{"value", value}, {"limit", limit}, {"count", std::to_string(r.count)}};
      r.reason = fill(t.english, value, limit) + ".";
      if (!r.reason.empty() && r.reason[0] >= 'a' && r.reason[0] <= 'z')
        r.reason[0] = static_cast<char>(r.reason[0] - 'a' + 'A');
    }
  if (broken.code == "no-price") r.reason = "No price is known, so the money limit cannot be checked.";
  if (broken.code == "no-speed-data")
    r.reason = "No speed is known for this device, so the limit on speed cannot be checked.";
  if (broken.code == "no-power-data")
    r.reason = "No power is published for this device, so the limit on power cannot be checked.";
  if (r.args.empty()) r.args = {{"device", a.name}, {"count", std::to_string(r.count)}};
  return r;
}

namespace {

using Limit = std::optional<double> GoalSpec::*;
constexpr std::pair<std::string_view, Limit> limit_members[] = {
    {"max_usd_per_hour", &GoalSpec::max_usd_per_hour}, {"max_total_usd", &GoalSpec::max_total_usd},
    {"max_purchase_usd", &GoalSpec::max_purchase_usd}, {"max_watts", &GoalSpec::max_watts},
    {"deadline_seconds", &GoalSpec::deadline_seconds}, {"max_ttft_seconds", &GoalSpec::max_ttft_seconds},
    {"max_tpot_seconds", &GoalSpec::max_tpot_seconds}, {"min_tokens_per_second", &GoalSpec::min_tokens_per_second}};

// The limit that the device would pass, a little above what it has: the last resort where no setting helps.
std::optional<Advice> lifted_limit(const Rejected& rejected, const BrokenLimit& broken) {
  if (broken.code.rfind("no-", 0) == 0) return std::nullopt;
  const bool at_least = broken.code == "min_tokens_per_second";
  const double step =
      std::pow(10.0, std::floor(std::log10(std::max(broken.value, 1e-9))) - 1);  // two significant digits
  const double limit = at_least ? std::floor(broken.value / step) * step : std::ceil(broken.value / step) * step;
  Advice a;
  a.code = "lift-limit";
  a.args = {{"limit", broken.code}, {"value", number(limit, "%.6g")}};
  Value goal{Value::Object{}};
  goal.set(broken.code, std::strtod(number(limit, "%.6g").c_str(), nullptr));
  a.change.set("goal", std::move(goal));
  a.effect = "It passes a limit of " + number(limit, "%.6g") + ".";
  a.why = "Only this limit stands in the way.";
  a.fits_after = rejected.report.fits;
  a.device_after = rejected.report.memory.device;
  return a;
}

// Whether the limit that was named is the only one it breaks.
std::optional<Advice> lift_if_enough(const Question& q, const Rejected& rejected) {
  const std::optional<BrokenLimit> broken =
      rejected.report.fits == Fits::no ? std::nullopt : broken_limit(q.scenario.goal, rejected.report);
  if (!broken) return std::nullopt;
  GoalSpec lifted = q.scenario.goal;
  for (const auto& [code, member] : limit_members)
    if (code == broken->code) lifted.*member = std::nullopt;
  return broken_limit(lifted, rejected.report) ? std::nullopt : lifted_limit(rejected, *broken);
}

std::vector<Change> fixes_to_try(const Catalog& catalog, const Question& q, const Question& at, const Accelerator& a,
                                 const Rejected& rejected) {
  std::vector<Change> changes;
  if (const std::optional<Unsupported> why = unsupported(q, a)) {
    if (!why->fix) return changes;
    Change c{"other-dtype", Burden::numerics, {}, "The device computes in the other precision.", *why->fix};
    c.scenario.hardware = at.scenario.hardware;
    changes.push_back(std::move(c));
    return changes;
  }
  if (const std::optional<Change> power = power_change(q, rejected)) changes.push_back(*power);
  for (Change& c : setting_changes(catalog, at, rejected.report)) changes.push_back(std::move(c));
  for (Change& c : more_devices(catalog, q, a, rejected)) changes.push_back(std::move(c));
  sort_stably(changes.begin(), changes.end(), [](const Change& x, const Change& y) { return x.burden < y.burden; });
  return changes;
}

// Whether so many devices miss the deadline or the rate even with a forward pass alone at their highest peak: then no
// setting helps, and trying them all costs most of select's time.
bool beyond_settings(const Question& q, const Accelerator& a, Count count) {
  if (q.scenario.task != Task::train) return false;
  const GoalSpec& goal = q.scenario.goal;
  const double peak = std::max({a.peak.bf16.value, a.peak.fp16.value, a.peak.fp16_fp16acc.value, a.peak.fp8.value,
                                a.peak.fp4.value, a.peak.tf32.value, a.peak.fp32.value});
  const double rate = peak * static_cast<double>(count) / (2 * q.shape.matmul_parameters);
  if (!(rate > 0)) return false;
  if (goal.min_tokens_per_second && rate < *goal.min_tokens_per_second) return true;
  return goal.deadline_seconds && q.scenario.train.tokens && *q.scenario.train.tokens / rate > *goal.deadline_seconds;
}

}  // namespace

std::optional<Advice> nearest_fix(const Catalog& catalog, const Question& q, const Accelerator& a,
                                  const Rejected& rejected) {
  const Question at = at_count(q, rejected.count);
  const bool beyond = beyond_settings(q, a, rejected.count);
  for (const Change& c : fixes_to_try(catalog, q, at, a, rejected)) {
    if (beyond && c.burden != Burden::hardware) continue;
    const Report after = apply_change(catalog, at, c);
    if (admits(q, after)) return advice_of(c, rejected.report, after);
  }
  constexpr double hopeless =
      2;  // three times what there is: no bundle of settings saves that, and trying costs most of select's time
  if (rejected.code == "memory" && rejected.shortfall < hopeless && !beyond)
    if (const std::optional<Change> all = combined_change(catalog, at, rejected.report)) {
      const Report after = apply_change(catalog, at, *all);
      if (admits(q, after)) return advice_of(*all, rejected.report, after);
    }
  return unsupported(q, a) ? std::nullopt : lift_if_enough(q, rejected);
}

}  // namespace gpusel
