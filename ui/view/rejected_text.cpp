// Why a device lost, from its code and the numbers of its own estimate, and the button that would bring it back.
#include <cmath>

#include "ui/view/device_name.hpp"
#include "ui/view/figures.hpp"

namespace gpusel::view {

namespace {

std::string sentence(const Input& in, std::string_view key, const std::string& x, const std::string& y) {
  return in.strings.text(key, {{"x", x}, {"y", y}});
}

std::string watts(double w, Lang lang) { return significant(w, 3, lang) + " W"; }

std::string over_price(const Input& in, std::string_view key, std::optional<double> value,
                       std::optional<double> limit) {
  if (!value || !limit) return in.strings.text("rej.no-price");
  return sentence(in, key, money(*value - *limit, in.lang()), money(*limit, in.lang()));
}

std::string limit_reason(const Input& in, const Rejected& r) {
  const GoalSpec& g = in.scenario.goal;
  const Report& report = r.report;
  const Lang lang = in.lang();
  const auto run = cost_of_run(report, g);
  if (r.code == "max_usd_per_hour")
    return over_price(in, "rej.rent",
                      report.cost.usd_per_hour ? std::optional(report.cost.usd_per_hour->usd) : std::nullopt,
                      g.max_usd_per_hour);
  if (r.code == "max_total_usd")
    return over_price(in, "rej.budget", run ? std::optional(run->estimate.value) : std::nullopt, g.max_total_usd);
  if (r.code == "max_purchase_usd")
    return over_price(in, "rej.price", report.cost.purchase ? std::optional(report.cost.purchase->usd) : std::nullopt,
                      g.max_purchase_usd);
  if (r.code == "max_watts" && g.max_watts)
    return sentence(in, "rej.watts", watts(report.energy.watts.estimate.value, lang), watts(*g.max_watts, lang));
  if (r.code == "deadline_seconds" && g.deadline_seconds && report.train && report.train->run)
    return sentence(in, "rej.deadline", time_text(report.train->run->estimate.value, lang),
                    time_exact(*g.deadline_seconds, lang));
  if (r.code == "max_ttft_seconds" && g.max_ttft_seconds && report.serve)
    return sentence(in, "rej.ttft", time_text(report.serve->ttft.estimate.value, lang),
                    time_exact(*g.max_ttft_seconds, lang));
  if (r.code == "max_tpot_seconds" && g.max_tpot_seconds && report.serve)
    return sentence(in, "rej.slow", time_text(report.serve->tpot.estimate.value, lang),
                    time_exact(*g.max_tpot_seconds, lang));
  if (r.code == "min_tokens_per_second" && g.min_tokens_per_second)
    return sentence(in, "rej.slow", rate(speed_of(report), lang).joined(),
                    rate(*g.min_tokens_per_second, lang).joined());
  return {};
}

}  // namespace

std::string rejected_reason(const Input& in, const Rejected& r) {
  const MemoryReport& m = r.report.memory;
  if (r.code == "memory" && m.need.estimate.value > m.usable.value) {
    return sentence(in, count_of(r.report.scenario) > 1 ? "rej.memory_each" : "rej.memory",
                    memory_text((m.need.estimate - m.usable).number(), in.lang()),
                    memory(m.capacity.number(), in.lang(), 0).joined());
  }
  if (r.code == "memory" && m.host_short.value > 0)
    return in.strings.text("rej.memory_host", {{"x", memory_text(m.host_short.number(), in.lang())}});
  // An engine that fills a share of the device at most can be short of memory that is there.
  if (r.code == "memory" && r.report.serve && r.report.scenario.serve.memory_utilization && m.usable.value > 0) {
    const double share = *r.report.scenario.serve.memory_utilization;
    return in.strings.text("rej.memory_share", {{"x", memory(m.need.estimate.number(), in.lang()).joined()},
                                                {"y", memory(m.usable.number() * share, in.lang()).joined()},
                                                {"p", percent(share, in.lang())}});
  }
  if (const std::string text = limit_reason(in, r); !text.empty()) return text;
  const Args args(r.args.begin(), r.args.end());
  if (r.code == "memory") return in.strings.text("rej.memory_need", args);
  return in.strings.first_of({"rej." + r.code}, r.reason, args);
}

std::optional<Button> rejected_fix(const Input& in, const Rejected& r) {
  const std::string id = "fix-" + row_key(r);
  const bool limit = r.code.rfind("max_", 0) == 0 || r.code.rfind("min_", 0) == 0 || r.code == "deadline_seconds";
  if (limit && (!r.nearest_fix || r.nearest_fix->code == "lift-limit")) {
    Action lift;
    lift.kind = Action::Kind::set_field;
    lift.path = "goal." + r.code;
    return Button{id, in.strings.text("rej.lift"), lift, false};
  }
  if (!r.nearest_fix) return std::nullopt;
  const Advice& fix = *r.nearest_fix;
  // A device refused before any estimate has no scenario of its own.
  Scenario base = r.report.scenario;
  if (!base.hardware) {
    base = in.scenario;
    base.hardware = HardwareSpec{};
    base.hardware->accelerator = AcceleratorRef(r.accelerator);
    base.hardware->count = r.count;
  }
  std::string label = advice_label(in, fix, base);
  if (fix.device_after.estimate.value > 0)
    label = in.strings.text("rej.try",
                            {{"change", label}, {"x", memory(fix.device_after.estimate.number(), in.lang()).joined()}});
  return Button{id, std::move(label), advice_action(in, fix, base), false};
}

}  // namespace gpusel::view
