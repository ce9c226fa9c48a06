#include "core/plan/limits.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "core/domain/digits.hpp"
#include "core/plan/compare.hpp"

namespace gpusel {
namespace {

using G = GoalSpec;
constexpr double hour = 1.0 / 3600, milli = 1000;
constexpr Limit limits[] = {
    {"max_usd_per_hour", &G::max_usd_per_hour, "Costs %s $ an hour; the limit is %s $.", "at most %s $ an hour",
     "no limit on the price an hour", 1, "%.2f"},
    {"max_total_usd", &G::max_total_usd, "The run costs %s $; the limit is %s $.", "at most %s $ for the run",
     "no budget for the run", 1, "%.0f"},
    {"max_purchase_usd", &G::max_purchase_usd, "Costs %s $ to buy; the limit is %s $.", "at most %s $ to buy",
     "no limit on the purchase", 1, "%.0f"},
    {"max_watts", &G::max_watts, "Draws %s W; the limit is %s W.", "at most %s W", "no limit on power", 1, "%.0f"},
    {"deadline_seconds", &G::deadline_seconds, "Takes %s hours; the deadline is %s hours.", "a deadline of %s hours",
     "no deadline", hour, "%.1f"},
    {"max_ttft_seconds", &G::max_ttft_seconds, "The first token takes %s ms; the limit is %s ms.",
     "a first token within %s ms", "no limit on the first token", milli, "%.0f"},
    {"max_tpot_seconds", &G::max_tpot_seconds, "A token takes %s ms; the limit is %s ms.", "at most %s ms a token",
     "no limit on the time a token", milli, "%.1f"},
    {"min_tokens_per_second", &G::min_tokens_per_second, "Reaches %s tokens a second; at least %s are asked.",
     "at least %s tokens a second", "no least rate", 1, "%.0f"},
};

std::string printed(double x, const char* format) {
  char text[48];
  std::snprintf(text, sizeof text, format, x);
  return text;
}

std::string filled(std::string text, const std::string& with) {
  if (const std::size_t at = text.find("%s"); at != std::string::npos) text.replace(at, 2, with);
  return text;
}

double outward(double value, bool at_least) {
  const double step = std::pow(10.0, std::floor(std::log10(std::max(value, 1e-9))) - 1);  // two significant digits
  const double rounded = at_least ? std::floor(value / step) * step : std::ceil(value / step) * step;
  return std::strtod(printed(rounded, "%.6g").c_str(), nullptr);
}

void drop_unknown(GoalSpec& goal, std::string_view code) {
  if (code == "no-price") goal = without_money(std::move(goal));
  if (code == "no-power-data") goal.max_watts.reset();
  if (code == "no-speed-data")
    for (const auto member :
         {&G::deadline_seconds, &G::max_ttft_seconds, &G::max_tpot_seconds, &G::min_tokens_per_second})
      (goal.*member).reset();
}

}  // namespace

std::string Limit::text(double value) const { return printed(value * scale, format); }
std::string Limit::broken_text(double value, double limit) const {
  return filled(filled(broken, grouped(text(value))), grouped(text(limit)));
}
std::string Limit::name_text(std::optional<double> limit) const {
  return limit ? filled(name, grouped(text(*limit))) : none;
}

const Limit* limit_of(std::string_view code) {
  for (const Limit& l : limits)
    if (l.code == code) return &l;
  return nullptr;
}

std::vector<const Limit*> different_limits(const GoalSpec& a, const GoalSpec& b) {
  std::vector<const Limit*> out;
  for (const Limit& l : limits)
    if (a.*l.member != b.*l.member) out.push_back(&l);
  return out;
}

std::optional<GoalSpec> lifted_to(GoalSpec goal, const Report& report) {
  for (std::size_t i = 0; i < std::size(limits); ++i) {
    const std::optional<BrokenLimit> broken = broken_limit(goal, report);
    if (!broken) return goal;
    if (const Limit* limit = limit_of(broken->code))
      goal.*limit->member = outward(broken->value, limit->at_least());
    else
      drop_unknown(goal, broken->code);
  }
  return broken_limit(goal, report) ? std::nullopt : std::optional(goal);
}

}  // namespace gpusel
