// A change and what it does, and why a device lost, in the reader's language: from code and arguments; English has the
// core's own sentences.
#include <algorithm>
#include <cmath>

#include "core/cli/format.hpp"
#include "core/cli/print.hpp"
#include "core/plan/label.hpp"

namespace gpusel::cli {
namespace {

// A limit without a value is one that is dropped.
std::string own_text(const Words& words, const std::string& code, const Words::Args& args) {
  constexpr std::string_view limit = "limit-";
  if (code.rfind(limit, 0) == 0)
    for (const auto& [key, value] : args)
      if (key == code.substr(limit.size()) && value.empty()) return words("limit." + key, "");
  return words("change." + code, "", args);
}

std::string label(const Words& words, const std::string& code, const Words::Args& args) {
  if (!is_several(code)) return words("change." + code, "", args);
  std::string all;
  for (const std::string& one : split_codes(argument(args, "codes"))) {
    const std::string text = own_text(words, one, args);
    if (text.empty()) return {};
    if (all.find(text) == std::string::npos) all += (all.empty() ? "" : " + ") + text;
  }
  return all;
}

}  // namespace

std::string change_text(const Words& words, const Advice& advice, const std::string& code, const Scenario& after) {
  const std::string own = own_text(words, code, advice.args);
  return own.empty() ? change_label(code, advice.args, after) : own;
}

std::string advice_text(const Words& words, const Advice& a, const Report& before) {
  const std::string name = label(words, a.code, a.args);
  if (name.empty()) return a.effect;
  if (lifts_limits(a.code)) return words("effect.limits", "", {{"change", name}});
  const double now = gib(before.memory.need.estimate), then = now + a.memory_delta_bytes / 1073741824.0;
  std::string out = words("effect.memory", "", {{"change", name}, {"then", fixed(then, 1)}, {"now", fixed(now, 1)}});
  if (before.fits == Fits::no)
    out += words(a.fits_after == Fits::yes     ? "effect.fits"
                 : a.fits_after == Fits::tight ? "effect.tight"
                                               : "effect.short",
                 "");
  const double ratio = a.speed_ratio;
  if (before.fits != Fits::no && ratio > 0 && std::fabs(ratio - 1) >= 0.005)
    out += words(ratio > 1 ? "effect.faster" : "effect.slower", "", {{"percent", percent_text(std::fabs(ratio - 1))}});
  return out + words("effect.end", "");
}

std::string reason_text(const Words& words, const Rejected& r) {
  const auto has = [&](std::string_view key) {
    return std::any_of(r.args.begin(), r.args.end(), [&](const auto& arg) { return arg.first == key; });
  };
  // An engine's share of the device, or the host's memory, not the device's.
  const std::string kind = has("share_percent") ? "_share" : has("host_need_gib") ? "_host" : "";
  const std::string own = words("reason." + r.code + kind, "", r.args);
  return own.empty() ? words("rej." + r.code, r.reason, r.args) + words("effect.end", "") : own;
}

}  // namespace gpusel::cli
