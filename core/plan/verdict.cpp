#include "core/plan/verdict.hpp"

#include <algorithm>
#include <cstdio>

#include "core/domain/digits.hpp"
#include "core/plan/limits.hpp"

namespace gpusel {
namespace {

std::string number(double x, const char* format) {
  char text[48];
  std::snprintf(text, sizeof text, format, x);
  return text;
}

Rejected base(const Accelerator& a, const Report& report) {
  Rejected r;
  r.accelerator = a.id;
  r.count = report.scenario.hardware ? report.scenario.hardware->count : 1;
  r.report = report;
  return r;
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
  r.reason = "Needs " + grouped(needs) + " GiB a device; " + has + " GiB are usable (" + grouped(devices) +
             (r.count == 1 ? " device)." : " devices).");
  const std::optional<double>& share = report.scenario.serve.memory_utilization;
  if (need <= usable && report.memory.host_short.value > 0) {  // the device suffices, its host does not
    const std::string host_needs = number(gib(report.memory.host.estimate), "%.1f");
    const std::string lacks = number(gib(report.memory.host_short), "%.1f");
    r.shortfall = report.memory.host_short.number() / std::max(1.0, report.memory.host.estimate.number());
    r.args.emplace_back("host_need_gib", host_needs);
    r.args.emplace_back("host_short_gib", lacks);
    r.reason = "Needs " + host_needs + " GiB of a host's memory, " + lacks + " GiB more than there are.";
  } else if (need <= usable && report.serve && share) {  // memory is there, the engine may not take it
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
  if (const Limit* limit = limit_of(broken.code)) {
    r.args = {
        {"value", limit->text(broken.value)}, {"limit", limit->text(broken.limit)}, {"count", std::to_string(r.count)}};
    r.reason = limit->broken_text(broken.value, broken.limit);
  }
  if (broken.code == "no-price") r.reason = "No price is known, so the money limit cannot be checked.";
  if (broken.code == "no-speed-data")
    r.reason = "No speed is known for this device, so the limit on speed cannot be checked.";
  if (broken.code == "no-power-data")
    r.reason = "No power is published for this device, so the limit on power cannot be checked.";
  if (r.args.empty()) r.args = {{"device", a.name}, {"count", std::to_string(r.count)}};
  return r;
}

}  // namespace gpusel
